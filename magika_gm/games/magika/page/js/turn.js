// A turn played for one mage whom nobody meets (rules/sequence.py and its steps), and what is to be said of it.

import { GOAL, NAME, SEA, along, neighbour } from "./arena.js";
import { diceOf } from "./dice.js";
import {
  FOR_GOOD, aptitudeForbids, attunedTo, castingSkill, donTrouble, factor, factorOf, findAll, findScroll, has, isEbon, lawOf, mageOf,
  mayCarryCloak, meditation, moveBlocked, moveCost, resistance, searchBonus, shadow, shiftsOf, terrainAt, tick, under,
} from "./law.js";
import { orderOf, parameter } from "./orders.js";
import { EFFECT, confusedDirection, noPossibleEffect } from "./spells.js";

const OWN = ["Heals", "ElArr", "ProSp", "CkAid"]; // spells whose effect on him depends on nobody else
const WORDS = [[100, "surely"], [90, "almost surely"], [60, "probably"], [41, "about as likely as not"], [11, "probably not"], [1, "hardly"], [0, "not"]];

export function chanceWords(chance) {
  const points = Math.max(0, Math.min(100, chance));
  return `${WORDS.find(([least]) => points >= least)[1]} (${points} %)`;
}
const signed = (n) => (n < 0 ? `\u2212${-n}` : `+${n === 0 ? 0 : n}`);

/** Follows the turn and keeps what concerns the mage (forecast.py, _Teller). */
function tellerOf(turn, script, lines, orders) {
  const rows = [];
  const paid = { endurance: 0, arcania: 0 };
  const last = () => rows[rows.length - 1];
  const teller = {
    lost: false,
    rows,
    open(phase) {
      teller.close();
      const row = { phase, space: 0, endurance: 0, arcania: 0, order: "", notes: [] };
      rows.push(row);
      if (phase > orders.length) return;
      const order = orders[phase - 1];
      row.order = lines[phase - 1] || "REST";
      if (order.is === "Give") {
        row.notes.push("if they may be taken");
        paid.endurance += order.endurance;
        paid.arcania += order.arcania;
      } else if (order.is === "Demand") row.notes.push("depends on the holder");
      else if (order.is === "Don" && order.colour !== "black") row.notes.push("if the team has room for you (CLK-2)");
    },
    close() {
      const row = last();
      if (!row) return;
      row.space = teller.lost ? -1 : turn.me.space;
      row.endurance = Math.max(0, turn.me.endurance - paid.endurance);
      row.arcania = Math.max(0, turn.me.arcania - paid.arcania);
    },
    note(text) {
      if (text && !last().notes.includes(text)) last().notes.push(text);
    },
    refused(rule, instead = "rest") {
      const { phase } = last();
      const order = orders[phase - 1];
      const said = rule === "DROP-1" && order.is === "Give" ? "GIVE-1" : rule;
      last().notes.length = 0;
      if (order.is === "Give") {
        paid.endurance -= order.endurance;
        paid.arcania -= order.arcania;
      }
      teller.note(instead === "rest" ? `becomes Rest (${said})` : `nothing is done (${said})`);
    },
    lostBy(why) {
      teller.lost = true;
      teller.note(`${why}where to, nobody can tell`);
    },
    terrain(space) {
      if (teller.lost) return "terrain nobody can tell";
      const seen = script.seen[space];
      const full = space in script.full ? `; it was full when last seen, turn ${script.full[space]} (MOVE-6)` : "";
      if (!seen) return `${NAME[space]}, ${space < SEA ? "never seen and taken for plains" : "ocean"}${full}`;
      return `${NAME[space]}, ${script.names[seen[0]]}, last seen turn ${seen[1]}${full}`;
    },
    into: (target) => teller.note(`into ${teller.terrain(target)}`),
  };
  return teller;
}

/** Play the five lines: `{rows, ended}`. */
export function play(script, lines) {
  const law = lawOf(script);
  const orders = lines.map(orderOf);
  const me = mageOf(script);
  const turnNo = script.turn + 1;
  const now = tick(turnNo, 1);
  for (const [effect, until] of Object.entries(me.effects)) if (until < now) delete me.effects[effect];
  for (const scroll of me.scrolls) if (scroll.until < now) scroll.until = 0;
  const named = orders.filter((o) => o.is === "Cast").map((o) => (o.parameter === "EBON" ? "M" : o.parameter));
  const letters = [...new Set(named.filter((p) => /^[A-M]$/.test(p) && p !== me.letter))].sort();
  const mages = [me, ...letters.map((letter) => shadow(letter, me))].sort((a, b) => (a.letter < b.letter ? -1 : 1));
  const world = { turn: turnNo, terrain: [...script.terrain].map((c) => Number.parseInt(c, 16)), lying: structuredClone(script.lying), areas: [], shifts: {}, mages };
  const turn = { law, world, me, dice: diceOf(turnNo), phase: 0, arcania: 0, ended: false };
  turn.teller = tellerOf(turn, script, lines, orders);
  Object.assign(turn, hands(turn));
  for (let phase = 1; phase <= 5 && !turn.ended; phase += 1) playPhase(turn, phase, orders[phase - 1] || { is: "Rest" });
  if (!turn.ended) endTurn(turn);
  turn.teller.close();
  return { rows: turn.teller.rows.filter((row) => row.phase <= 5 || row.notes.length), ended: turn.ended };
}

/** Changes of what he holds and what lies about. */
function hands(turn) {
  const { me, world, law } = turn;
  const byOrder = (a, b) => law.order[a] - law.order[b];
  return {
    lay(space, thing) {
      (world.lying[space] ||= []).push(thing);
      world.lying[space].sort(byOrder);
    },
    unlay(space, thing) {
      const things = world.lying[space];
      things.splice(things.indexOf(thing), 1);
      if (!things.length) delete world.lying[space];
    },
    letGo(thing) {
      if (typeof thing !== "string") {
        // the first that is its equal goes, as in the rules
        const same = (s) => ["code", "number", "until", "reads", "bound"].every((key) => s[key] === thing[key]);
        const place = me.scrolls.findIndex(same);
        me.scrolls.splice(place, 1);
        if (me.reading && place < me.slot) me.slot -= 1;
      } else if (thing.startsWith("cloak:")) me.cloaks.splice(me.cloaks.indexOf(thing.slice(6)), 1);
      else me.artifacts.splice(me.artifacts.indexOf(thing), 1);
    },
    loseThing(thing) {
      turn.letGo(thing);
      if (typeof thing === "string") turn.lay(me.space, thing);
    },
    take(thing) {
      if (thing.startsWith("cloak:")) {
        me.cloaks.push(thing.slice(6));
        me.cloaks.sort((a, b) => byOrder(`cloak:${a}`, `cloak:${b}`));
      } else {
        me.artifacts.push(thing);
        me.artifacts.sort(byOrder);
      }
    },
    lose(before) {
      if (before > 0 && me.endurance <= 0 && !me.unconscious) {
        turn.teller.note("UNCONSCIOUS for the rest of the turn (MAGE-5)");
        me.unconscious = true;
      }
    },
  };
}

function playPhase(turn, phase, given) {
  const { me, teller } = turn;
  turn.phase = turn.dice.phase = phase;
  turn.arcania = me.arcania;
  for (const m of turn.world.mages) if (m.shadow) m.arcania = 50;
  teller.open(phase);
  // what needs others is done as to himself: a gift is laid down, a demand comes to nothing
  let order = given;
  if (order.is === "Give" && order.to !== me.letter) order = { is: "Drop", things: order.things };
  else if (order.is === "Demand") order = { is: "Drop", things: [] };
  if (phase === 5) order = compelled(turn, order);
  const rests = order.is === "Rest" || carriedOut(turn, order) === "rest";
  if (rests) rest(turn);
  endPhase(turn);
}

/** EBON-2: by phase 5 the Ebon Mage must have gone somewhere. */
function compelled(turn, order) {
  const { me, law, world } = turn;
  if (!isEbon(me) || me.travelled || me.unconscious || me.endurance < 10 || under(me, "Plyze") || order.is === "Move") return order;
  if (order.is === "Cast" && !declare(turn, order).rule && declare(turn, order).spell.code === "TelPt") return order;
  const ways = ["NE", "E", "SE", "SW", "W", "NW"].filter((d) => !moveBlocked(law, world, me, d, 5));
  if (!ways.length) return order;
  const way = ways[turn.dice.choice("ebon.move", "M", ways)];
  turn.teller.lostBy("you must move (EBON-2): ");
  return { is: "Move", way };
}

const BARRED_BY = { Give: "Plyze", Don: "Plyze", Move: "Plyze", Search: "Plyze", Drop: "Plyze", Meditate: "AntMa" };

/** Carry out an order; "rest" if it became one (SEQ-3). */
function carriedOut(turn, order) {
  const { me, teller } = turn;
  const refuse = (rule) => {
    teller.refused(rule);
    return "rest";
  };
  if (me.unconscious || me.endurance < 10) return refuse("MAGE-6");
  const bar = BARRED_BY[order.is];
  if (bar && under(me, bar)) {
    if (bar !== "Plyze") return refuse(bar);
    teller.refused("SEQ-4", "nothing");
    return "";
  }
  switch (order.is) {
    case "Give":
      return refuse("GIVE-1"); // to himself
    case "Don":
      return don(turn, order.colour, refuse);
    case "Cast":
      return cast(turn, order, refuse);
    case "Move":
      return move(turn, order.way, refuse);
    case "Search":
      return search(turn);
    case "Drop": {
      const [things] = findAll(me, order.things);
      if (!things) return refuse("DROP-1");
      things.forEach(turn.loseThing);
      return "";
    }
    case "Meditate": {
      const attuned = attunedTo(turn.law, me, terrainAt(turn.world, me.space));
      me.arcania += Math.min(meditation(me, attuned), me.maxArcania - me.arcania);
      return "";
    }
    default:
      return "rest";
  }
}

function rest({ me, law, world }) {
  const rate = law.rest[terrainAt(world, me.space)];
  const gain = has(me, "helm") || under(me, "BoEnd") ? 2 * rate : rate;
  me.endurance += Math.min(gain, me.maxEndurance - me.endurance);
  me.rests += 1;
}

function don({ me }, colour, refuse) {
  const trouble = donTrouble(me, colour);
  if (trouble) return refuse(trouble[0]);
  me.team = colour; // a team of nobody he knows of has room
  me.mayUncloak = false;
  return "";
}

function move(turn, ordered, refuse) {
  const { me, law, world, teller, phase } = turn;
  const way = under(me, "Confs") ? confusedDirection(turn, ordered) : ordered;
  const blocked = moveBlocked(law, world, me, way, phase);
  if (blocked) return refuse(blocked);
  const [cost] = moveCost(law, world, me, phase);
  const before = me.endurance;
  const target = neighbour(way, me.space);
  teller.note(`${signed(-cost)} endurance, into ${teller.terrain(target)}`);
  me.endurance -= cost;
  me.space = target;
  me.moves += 1;
  me.travelled = true;
  turn.lose(before);
  return "";
}

function search(turn) {
  const { me, law, world, teller } = turn;
  const toil = factor(law, world, me);
  const space = me.space;
  let value = 0;
  let found = false;
  for (const thing of isEbon(me) ? [] : [...(world.lying[space] || [])]) {
    const cloak = thing.startsWith("cloak:");
    if (cloak && (under(me, "SrchX") || !mayCarryCloak(me))) continue;
    turn.unlay(space, thing);
    turn.take(thing);
    teller.note(`${(cloak ? `${thing.slice(6)} cloak` : thing).toUpperCase()}, which lies here (SRCH-1)`);
    found = true;
    value += cloak ? 20 : thing in law.aligned ? 50 : thing in law.racial ? 40 : 30;
  }
  const before = me.endurance;
  const cost = Math.min(before, Math.floor((toil * (40 + Math.min(value, 60)) + 50) / 100));
  if (!found && under(me, "SrchX")) teller.note("no scroll can be found (SRCH-6)");
  else if (!found) {
    const chance = Math.min(100, law.search[terrainAt(world, space)] + searchBonus(law, me));
    const [most, least] = [100, 40].map((percent) => Math.floor((toil * percent + 50) / 100));
    const faint = least < before && before <= most ? " and may leave you unconscious" : "";
    teller.note(`a scroll ${chanceWords(chance)}; a find costs up to ${most - least} more${faint} (SRCH-4)`);
  }
  me.endurance -= cost;
  turn.lose(before);
  return "";
}

/** What a cast means for him now: `{spell, …}`, or `{rule}` that forbids it (CAST-1 to CAST-3). */
function declare(turn, order) {
  const { me, law } = turn;
  const place = findScroll(me, order.scroll);
  if (place < 0) return { rule: "CAST-2" };
  const spell = law.spells[me.scrolls[place].code];
  const level = order.major ? 1 : 0;
  const aim = parameter(spell.parameter[level], order.parameter);
  if (aptitudeForbids(me, spell.alignment)) return { rule: "CAST-3" };
  if (me.arcania < spell.cost[level]) return { rule: "CAST-2" };
  if (spell.code === "TelPt" && along(me.space, aim.text, aim.value) < 0) return { rule: "CAST-2" };
  if (spell.code === "ProSp") {
    const chosen = findScroll(me, aim.text, place);
    if (chosen < 0) return { rule: "CAST-2" };
    aim.value = me.scrolls[chosen].number;
  }
  return { spell, place, major: order.major, parameter: aim, cost: spell.cost[level], bonus: false };
}

function cast(turn, order, refuse) {
  const { me, law, teller, world, phase } = turn;
  const ready = declare(turn, order);
  if (ready.rule) return refuse(ready.rule);
  const { spell } = ready;
  const moment = tick(world.turn, phase);
  me.arcania -= ready.cost;
  [me.reading] = me.scrolls.splice(ready.place, 1);
  me.slot = ready.place;
  const again = me.reading.reads > 0 && !(me.reading.bound && law.edition < 2); // CAST-18, EBON-4
  me.keeps = me.reading.until >= moment && !again;
  const label = spell.code + (ready.major ? "X" : "");
  const needed = castingSkill(law, me, spell.alignment);
  const reason = noPossibleEffect(turn, ready);
  if (reason) {
    if (OWN.includes(spell.code)) teller.note(`${label} can have no effect: ${law.words[reason]}`);
    else teller.note(`${label} works ${chanceWords(needed)}, if it can have an effect at all`);
  } else tryIt(turn, ready, label, needed);
  putAway(turn, moment);
  return "";
}

function tryIt(turn, ready, label, needed) {
  const { me, law, teller } = turn;
  const { spell, cost } = ready;
  const why = ["Stutt", "AntMa"].find((e) => under(me, e)) || "";
  const success = 50 <= needed && !why;
  ready.bonus = success && needed > 100 && 50 <= needed - 100;
  teller.note(why ? `fails (${why})` : `${label} works ${chanceWords(needed)}`);
  if (!isEbon(me) && 50 <= 2 * cost) me.skill += 5;
  if (spell.alignment === "good") me.aptitude = Math.min(100, me.aptitude + cost);
  else if (spell.alignment === "evil") me.aptitude = Math.max(-100, me.aptitude - cost);
  else me.aptitude -= Math.sign(me.aptitude) * Math.min(Math.floor((cost + 1) / 2), Math.abs(me.aptitude));
  if (ready.bonus && law.survives[ready.major ? 1 : 0].includes(spell.code)) me.keeps = true;
  if (success) EFFECT[spell.code](turn, ready);
}

function putAway({ me }, moment) {
  const scroll = me.reading;
  if (me.keeps) {
    const reads = scroll.reads + (scroll.until >= moment ? 1 : 0);
    me.scrolls.splice(Math.min(me.slot, me.scrolls.length), 0, { ...scroll, reads });
  }
  Object.assign(me, { reading: null, slot: 0, keeps: false });
}

function endPhase(turn) {
  const { me, law, world, teller, phase } = turn;
  const now = tick(world.turn, phase);
  for (const area of world.areas.filter((a) => (a.kind === "ElAtt" || a.kind === "ElDrp") && a.until >= now && a.spaces.includes(me.space))) {
    if (me.endurance <= 0 || under(me, "ProEl") || 50 <= resistance(law, me)) continue;
    const before = me.endurance;
    me.endurance -= Math.min(before, factorOf(law, me, area.value));
    turn.lose(before);
  }
  if (has(me, "rod")) {
    const goal = { good: 100, neutral: 0, evil: -100 }[me.alignment];
    me.aptitude += Math.sign(goal - me.aptitude);
  }
  if (Object.keys(law.aligned).every((a) => has(me, a))) {
    teller.note("the Globe forms: the game ends (END-2)");
    me.space = GOAL;
    turn.ended = true;
  } else if (me.space === GOAL && !isEbon(me)) {
    teller.note("the Goal Square: the game ends (END-1)");
    turn.ended = true;
  }
  for (const m of world.mages) for (const [effect, until] of Object.entries(m.effects)) if (until <= now) delete m.effects[effect];
  for (const scroll of me.scrolls) if (scroll.until > 0 && scroll.until <= now) scroll.until = 0;
  world.areas = world.areas.filter((area) => area.until > now);
  world.shifts = shiftsOf(world.areas);
}

function endTurn(turn) {
  const { me, law, world, teller } = turn;
  turn.phase = turn.dice.phase = 6;
  teller.open(6);
  if (me.rests === 5) {
    const amount = Math.min(25, me.maxEndurance - me.endurance);
    if (amount) teller.note(`${signed(amount)} endurance for five rests (REST-3)`);
    me.endurance += amount;
  }
  const places = Object.keys(law.aligned).map((a) => {
    if (has(me, a)) return me.space;
    const lies = Object.entries(world.lying).find(([, things]) => things.includes(a));
    return lies ? Number(lies[0]) : -1;
  });
  if (places[0] >= 0 && places.every((space) => space === places[0])) {
    teller.note("the three artifacts meet: the game ends (END-3)");
    if (me.space === places[0]) me.space = GOAL;
    turn.ended = true;
  }
}

export { FOR_GOOD };
