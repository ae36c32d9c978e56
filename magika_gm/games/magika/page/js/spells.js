// What spells do where nobody else is about (rules/effects): the caster, his scrolls and things, the land.

import { DIRECTIONS, GOAL, NAME, ROW, ROWS, SPACES, along, neighbour } from "./arena.js";
import {
  FOR_GOOD, factor, findScroll, freeCloaks, halfUp, has, inView, isEbon, lastMoment, mayEnter, ofTerrain, randomThings, shiftsOf, terrainAt, thingText, under,
} from "./law.js";

const TERRAIN = { FOREST: 4, HILLS: 5, SWAMP: 6, DESERT: 7, MOUNTAIN: 8, GLACIAL: 9 };

/** Whom a spell is aimed at: himself or a shadow; a colour: himself if he wears it. */
function targets(turn, cast) {
  const kind = cast.spell.parameter[cast.major ? 1 : 0];
  if (kind === "mage") return turn.world.mages.filter((m) => m.letter === cast.parameter.text);
  return turn.world.mages.filter((m) => m.team === cast.parameter.text);
}

const span = (turn, cast, lengthens = true) => {
  const [minor, team, black] = cast.spell.lasts;
  const length = !cast.major ? minor : turn.me.team !== "black" ? team : black;
  const more = cast.bonus && lengthens ? (length.endsWith("p") ? 5 : 1) : 0;
  return lastMoment(turn.world.turn, turn.phase, length, more);
};

function begin(mage, effect, until) {
  if (until > (mage.effects[effect] || 0)) mage.effects[effect] = until;
}

// --- what a spell could do at all (CAST-5): the code of the reason why it cannot, or "" ---

const TESTS = {
  AtEnd: (turn, cast) => (targets(turn, cast).some((m) => m.endurance) ? "" : "drained"),
  AtArc: (turn, cast) => (targets(turn, cast).some((m) => m.arcania) ? "" : "drained"),
  ElDrp: noTerrain,
  ElAtt: noTerrain,
  ElBlo: noTerrain,
  ElArr: (turn, cast) => {
    const number = Math.max(1, terrainAt(turn.world, turn.me.space)) + cast.parameter.value;
    return number >= 1 && number <= 10 ? "" : "terrain-bounds";
  },
  DrArt: () => "nothing-to-drop",
  FumIt: (turn, cast) => (targets(turn, cast).some((m) => randomThings(m).length) ? "" : "nothing-to-fumble"),
  StlIt: () => "nothing-to-take",
  BrnIt: (turn, cast) => (targets(turn, cast).some((m) => m.scrolls.some((s) => !s.bound)) ? "" : "nothing-to-burn"),
  CkAid: (turn, cast) => (cast.major || turn.me.team !== "black" ? "" : "cloakless"),
  ScArt: (turn, cast) => {
    const there = Object.values(turn.world.lying).flat().filter((t) => !t.startsWith("cloak:"));
    return (cast.major ? there.length : there.includes(cast.parameter.text)) ? "" : "held";
  },
  Heals: (turn) => (turn.me.endurance < turn.me.maxEndurance ? "" : "healthy"),
  ProSp: (turn, cast) => {
    const place = prolonged(turn, cast);
    return place >= 0 && turn.me.scrolls[place].until >= FOR_GOOD ? "prolonged-for-good" : "";
  },
};
function noTerrain(turn, cast) {
  return ofTerrain(turn.world, inView(turn.me, false), TERRAIN[cast.parameter.text]).length ? "" : "no-such-terrain";
}
const prolonged = (turn, cast) => findScroll(turn.me, cast.parameter.value ? `S${cast.parameter.value}` : cast.parameter.text);

export function noPossibleEffect(turn, cast) {
  const kind = cast.spell.parameter[cast.major ? 1 : 0];
  const aimed = targets(turn, cast);
  if (kind === "mage" && (!aimed.length || aimed[0] !== turn.me)) return "out-of-sight";
  if (kind === "colour" && !aimed.length) return "colour-unworn";
  return TESTS[cast.spell.code]?.(turn, cast) || "";
}

// --- what it does when it works ---

const victims = (turn, cast) => targets(turn, cast).filter((m) => !(turn.law.protects[cast.spell.code] in m.effects) && !resists(turn, m, cast.spell.code));
function resists(turn, mage, code) {
  if (!turn.law.resistible.includes(code)) return false;
  return 50 <= turn.law.races[mage.race][2] + (has(mage, "lamp") ? 10 : 0);
}

function enchant(turn, cast) {
  const { code } = cast.spell;
  const reaching = code === "KnoSS" || code === "IntRp";
  const until = span(turn, cast, !reaching);
  begin(turn.me, code, until);
  if (reaching && cast.bonus) begin(turn.me, `${code}+1`, until);
}
function curse(turn, cast) {
  const { code } = cast.spell;
  const until = code === "Confs" && cast.bonus ? lastMoment(turn.world.turn, turn.phase, "2p") : span(turn, cast);
  for (const victim of victims(turn, cast)) begin(victim, code, until);
}
function attack(turn, cast) {
  const stat = cast.spell.code === "AtEnd" ? "endurance" : "arcania";
  for (const victim of victims(turn, cast)) {
    const before = victim.endurance;
    victim[stat] -= Math.min(cast.bonus ? 35 : 25, victim[stat]);
    if (victim === turn.me) turn.lose(before);
  }
}
function disrupt(turn, cast) {
  const value = TERRAIN[cast.parameter.text];
  const spaces = ofTerrain(turn.world, inView(turn.me, cast.bonus), value);
  turn.world.areas.push({ kind: cast.spell.code, value, spaces, until: span(turn, cast, false) });
}
function arrange(turn, cast) {
  const { world, me } = turn;
  const here = Math.max(1, terrainAt(world, me.space));
  const spaces = cast.major ? ofTerrain(world, inView(me, false), here) : [me.space];
  world.areas.push({ kind: "ElArr", value: cast.parameter.value, spaces, until: span(turn, cast) });
  world.shifts = shiftsOf(world.areas);
}
function fumble(turn, cast) {
  for (const victim of victims(turn, cast)) {
    for (let n = 0; n < (cast.bonus ? 2 : 1); n += 1) {
      const things = randomThings(victim);
      if (things.length) turn.loseThing(things[turn.dice.choice("fumit.item", victim.letter, things.map(thingText))]);
    }
  }
}
function burn(turn, cast) {
  for (const victim of victims(turn, cast)) {
    for (let n = 0; n < (cast.bonus ? 2 : 1); n += 1) {
      const scrolls = victim.scrolls.filter((s) => !s.bound).sort((a, b) => turn.law.spells[a.code].number - turn.law.spells[b.code].number);
      if (!scrolls.length) break;
      turn.letGo(scrolls[turn.dice.choice("brnit.scroll", victim.letter, scrolls.map(thingText))]);
    }
  }
}
function cloakAid(turn, cast) {
  if (cast.major) begin(turn.me, "CkAidX", span(turn, cast));
  else {
    turn.me.team = "black";
    turn.me.mayUncloak = false;
  }
}
function know(turn, cast) {
  begin(turn.me, cast.spell.code === "KnArt" && cast.major ? "KnArtX" : cast.spell.code, span(turn, cast));
}
function boost(turn, cast) {
  const stat = cast.spell.code === "BoEnd" ? "endurance" : "arcania";
  begin(turn.me, cast.spell.code, span(turn, cast, !cast.major));
  const old = turn.law.edition < 2;
  if (!cast.major || (old && turn.me.boosted.includes(stat))) return;
  turn.me.boosted.push(stat);
  const percent = cast.bonus ? 15 : 10;
  const first = turn.law.races[turn.me.race][stat === "endurance" ? 4 : 5];
  turn.me[stat === "endurance" ? "maxEndurance" : "maxArcania"] += old ? percent : halfUp(percent * first, 100);
}
function heal(turn, cast) {
  const { me } = turn;
  const room = me.maxEndurance - me.endurance;
  const amount = cast.major ? room : cast.bonus ? halfUp(3 * me.maxEndurance, 4) : halfUp(me.maxEndurance, 2);
  me.endurance += Math.min(amount, room);
}
function prolong(turn, cast) {
  const place = prolonged(turn, cast);
  const until = span(turn, cast);
  if (place >= 0 && until > turn.me.scrolls[place].until) turn.me.scrolls[place] = { ...turn.me.scrolls[place], until };
}
function scatter(turn, cast) {
  const { world, law } = turn;
  const where = {};
  for (const [space, things] of Object.entries(world.lying)) for (const t of things) if (!t.startsWith("cloak:")) where[t] = Number(space);
  for (const artifact of law.artifacts.filter((a) => a in where && (cast.major || a === cast.parameter.text))) {
    const occupied = new Set(world.mages.map((m) => m.space));
    const free = NAME.map((_, s) => s).filter((s) => !occupied.has(s));
    const place = free[turn.dice.choice("scart.space", artifact, free.map((s) => NAME[s]))];
    turn.unlay(where[artifact], artifact);
    turn.lay(place, artifact);
  }
}

/** One of the six ways, not the ordered one (Confs). */
export function confusedDirection(turn, ordered) {
  const ways = DIRECTIONS.filter((d) => d !== ordered && neighbour(d, turn.me.space) >= 0);
  const gone = ways[turn.dice.choice("confs.direction", turn.me.letter, ways)];
  turn.teller.lostBy("");
  return gone;
}
function teleport(turn, cast) {
  const { me, world } = turn;
  let { text: way, value: steps } = cast.parameter;
  let target;
  if (under(me, "Confs")) {
    if (way === "N" || way === "S") steps = 2;
    way = confusedDirection(turn, way);
    target = along(me.space, way, steps);
    if (target < 0) target = neighbour(way, me.space);
  } else target = along(me.space, way, steps);
  if (!mayEnter(turn.law, world, me, target)) return;
  turn.teller.into(target);
  me.space = target;
  me.travelled = true;
  // what the Ebon Mage carries comes along: a roll at its middle leaves nothing behind
}

function chaos(turn, cast) {
  const { world, me, law } = turn;
  const spaces = cast.major ? Array.from({ length: SPACES }, (_, s) => s) : inView(me, cast.bonus);
  const there = world.mages.filter((m) => cast.major || m === me || (spaces.includes(m.space) && m.space !== GOAL));
  const order = byPrecedence(turn, there);
  const struck = spaces.filter((s) => s !== GOAL);
  for (const space of struck) {
    const number = turn.dice.between("chaos.terrain", NAME[space], 1, 10);
    world.terrain[space] = number === 1 && ROW[space] === ROWS - 1 ? 0 : number;
  }
  if (Object.keys(world.shifts).length) {
    const hit = new Set(struck);
    world.areas = world.areas
      .map((area) => (area.kind === "ElArr" ? { ...area, spaces: area.spaces.filter((s) => !hit.has(s)) } : area))
      .filter((area) => area.kind !== "ElArr" || area.spaces.length);
    world.shifts = shiftsOf(world.areas);
  }
  for (const mage of order) {
    const start = mage.space;
    if (mage === me && me.artifacts.length && turn.dice.d100("chaos.drop", me.letter) <= 50) for (const a of [...me.artifacts]) turn.loseThing(a);
    const free = [];
    for (let s = 0; s < SPACES; s += 1) {
      if (ROW[s] >= ROW[start] && ROW[s] <= Math.min(ROWS - 1, ROW[start] + 3) && mayEnter(law, world, mage, s)) free.push(s);
    }
    const place = free[turn.dice.choice("chaos.space", mage.letter, free.map((s) => NAME[s]))];
    if (mage === me) turn.teller.lostBy("");
    mage.space = place;
  }
}

/** SEQ-5 for spells: arcania at the start of the phase, the Ebon Mage, harder terrain, a roll. */
function byPrecedence(turn, mages) {
  if (mages.length < 2) return mages;
  const keyed = mages.map((m) => ({ m, key: [-(m === turn.me ? turn.arcania : m.arcania), isEbon(m) ? 0 : 1, -factor(turn.law, turn.world, m)] }));
  const compare = (a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2];
  keyed.sort((a, b) => compare(a, b) || (a.m.letter < b.m.letter ? -1 : 1));
  const done = [];
  for (let i = 0; i < keyed.length; ) {
    let j = i + 1;
    while (j < keyed.length && compare(keyed[i], keyed[j]) === 0) j += 1;
    const tied = keyed.slice(i, j).map((k) => ({ m: k.m, roll: j - i > 1 ? turn.dice.d100("tie", k.m.letter) : 0 }));
    tied.sort((a, b) => b.roll - a.roll || (a.m.letter < b.m.letter ? -1 : 1));
    done.push(...tied.map((t) => t.m));
    i = j;
  }
  return done;
}

export const EFFECT = {
  SpAid: enchant, ProAu: enchant, ProSh: enchant, ProIt: enchant, ProKn: enchant, ProEl: enchant, InvSp: enchant, KnoSS: enchant, IntRp: enchant,
  CurSp: curse, Stutt: curse, Plyze: curse, Confs: curse, AntMa: curse, SrchX: curse, AtArc: attack, AtEnd: attack,
  ElDrp: disrupt, ElAtt: disrupt, ElBlo: disrupt, ElArr: arrange, FumIt: fumble, BrnIt: burn, CkAid: cloakAid, RcAid: know, KnArt: know,
  TelPt: teleport, ScArt: scatter, BoEnd: boost, BoArc: boost, Heals: heal, FogMp: () => {}, ProSp: prolong, Chaos: chaos, DrArt: () => {}, StlIt: () => {},
};

export { freeCloaks };
