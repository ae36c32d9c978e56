// What the office's answer would warn of (orders/sheet.py): legal as written, but the mage as he stands could not do it.

import { NAME, SOUTHWARD, along, neighbour } from "./arena.js";
import { aptitudeForbids, donTrouble, entitlement, findAll, findScroll, halfUp, has, isEbon, lawOf, leavingFactor, mageOf, meditation, movePercent, southwardAllowed, terrainAt, under } from "./law.js";
import { orderOf, parameter } from "./orders.js";

const NOWHERE = -1;
const MOST_BOOST = 17; // the bonus on a dwarf's 110 (CAST-17)
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const signed = (n) => (n < 0 ? `\u2212${-n}` : `+${n}`);

/** `{line, rule, text}` for each phase to be warned of. */
export function warningsOf(script, lines) {
  const law = lawOf(script);
  const mage = mageOf(script);
  const world = { terrain: [...script.terrain].map((c) => Number.parseInt(c, 16)), shifts: {}, areas: [], lying: script.lying };
  const state = { law, mage, world, start: mage.space, moment: script.moment };
  const found = [];
  lines.map(orderOf).forEach((order, n) => {
    const trouble = troubleOf(state, order, n + 1);
    const said = trouble || cautionOf(state, order);
    if (said) found.push({ line: n, rule: said[0], text: said[1] });
    if (trouble && trouble[0] === "MOVE-5") mage.space = NOWHERE; // he may be let through after all
    follow(state, trouble ? { is: "Rest" } : order, n + 1);
  });
  return found;
}

/** What comes of an order that is carried out, and that he may not have meant. */
function cautionOf({ law, mage }, order) {
  if (law.edition < 2) return null;
  if (order.is === "Give" && (findAll(mage, order.things)[0] || []).some((thing) => typeof thing !== "string")) {
    return ["GIVE-1", `where mage ${order.to} holds six scrolls already, one more disintegrates`];
  }
  if (order.is === "Cast") {
    const scroll = mage.scrolls[findScroll(mage, order.scroll)];
    if (scroll.until && scroll.reads) return ["CAST-18", `read more than once in a turn, ${scroll.code} is destroyed after it takes effect`];
  }
  return null;
}

function troubleOf(state, order, phase) {
  const { mage } = state;
  if (mage.endurance < 10 && order.is !== "Rest") return ["MAGE-6", `you are exhausted (endurance ${mage.endurance}): any order becomes Rest`];
  switch (order.is) {
    case "Move":
      return moveTrouble(state, order.way, phase);
    case "Cast":
      return castTrouble(state, order);
    case "Drop":
      return handTrouble(state, order.things, "DROP-1");
    case "Give":
      return giveTrouble(mage, order) || handTrouble(state, order.things, "GIVE-1");
    case "Demand":
      return demandTrouble(state, order);
    case "Don":
      return donTrouble(mage, order.colour);
    default:
      return null;
  }
}

function moveTrouble({ law, mage, world, start }, way, phase) {
  const percent = movePercent(law, mage, phase);
  if (!percent) return ["MOVE-4", `you make at most ${entitlement(law, mage)} moves a turn`];
  if (mage.space === NOWHERE) return null;
  const target = neighbour(way, mage.space);
  if (target < 0) return ["ARENA-2", `there is no space ${way} of ${NAME[mage.space]}`];
  if (SOUTHWARD.includes(way) && !southwardAllowed(world, mage, target)) {
    return ["MOVE-5", `southward, to ${NAME[target]}, is legal only into water or swamp, confused, or while both ways north are ${law.edition < 2 ? "barred" : "shut"}`];
  }
  if (mage.space === start) {
    const cost = halfUp(leavingFactor(law, world, mage) * percent, 100);
    if (mage.endurance < cost) return ["MOVE-1", `it costs ${cost} endurance and you have ${mage.endurance}`];
  }
  return null;
}

function castTrouble({ law, mage }, order) {
  const place = findScroll(mage, order.scroll);
  if (place < 0) return ["CAST-2", `you do not hold scroll ${order.scroll}`];
  const spell = law.spells[mage.scrolls[place].code];
  const level = order.major ? 1 : 0;
  const label = spell.code + (order.major ? "X" : "");
  const aim = parameter(spell.parameter[level], order.parameter);
  if (aptitudeForbids(mage, spell.alignment)) return ["CAST-3", `with aptitude ${signed(mage.aptitude)} you may not cast ${capital(spell.alignment)} spells`];
  if (mage.arcania < spell.cost[level]) return ["CAST-2", `${label} costs ${spell.cost[level]} arcania and you have ${mage.arcania}`];
  if (spell.code === "TelPt" && mage.space !== NOWHERE && along(mage.space, aim.text, aim.value) < 0) return ["CAST-2", `no space lies there from ${NAME[mage.space]}`];
  if (spell.code === "ProSp" && findScroll(mage, aim.text, place) < 0) return ["CAST-2", `you do not hold scroll ${aim.text} to prolong`];
  return null;
}

function handTrouble({ law, mage }, things, rule) {
  const [found, why, what] = findAll(mage, things);
  if (found) return null;
  return [rule, law.words[why].replace("{what}", what) + (why === "cloak-worn" ? " and stays on" : "")];
}

function giveTrouble(mage, { to, endurance, arcania }) {
  if (to === mage.letter) return ["GIVE-1", "you cannot give to yourself"];
  if (endurance > mage.endurance) return ["GIVE-3", `you have ${mage.endurance} endurance to give`];
  if (arcania > mage.arcania) return ["GIVE-3", `you have ${mage.arcania} arcania to give`];
  return null;
}

function demandTrouble({ law, mage }, { artifact, holder }) {
  if (holder === mage.letter || has(mage, artifact)) return ["DEM-1", has(mage, artifact) ? `you hold the ${artifact} yourself` : "that is yourself"];
  if (isEbon(mage)) return mage.demands >= 2 ? ["DEM-6", "you have 2 demands a turn"] : null;
  const wanted = law.aligned[artifact] || mage.alignment;
  return wanted === mage.alignment ? null : ["DEM-2", `the ${artifact} answers to ${capital(wanted)} mages only`];
}

/** What an order certainly takes from him, and the most it may give him. */
function follow(state, order, phase) {
  const { law, mage, world, start } = state;
  switch (order.is) {
    case "Move":
      if (mage.space === start) mage.endurance -= halfUp(leavingFactor(law, world, mage) * movePercent(law, mage, phase), 100);
      if (mage.space !== NOWHERE) mage.space = neighbour(order.way, mage.space);
      mage.moves += 1;
      break;
    case "Rest": {
      const here = mage.space === start ? terrainAt(world, mage.space) : 0;
      const twice = has(mage, "helm") || under(mage, "BoEnd") ? 2 : 1;
      mage.endurance = Math.min(mage.maxEndurance, mage.endurance + law.rest[here] * twice);
      break;
    }
    case "Meditate":
      mage.arcania = Math.min(mage.maxArcania, mage.arcania + meditation(mage, true));
      break;
    case "Cast":
      read(state, order);
      break;
    case "Drop":
    case "Give":
      partWith(mage, order.things);
      if (order.is === "Give") follow(state, { is: "Rest" }, phase); // what it is where he who is to get it is elsewhere
      break;
    case "Demand":
      mage.demands += 1;
      break;
    case "Search":
      for (const thing of (!isEbon(mage) && world.lying[mage.space]) || []) (thing.startsWith("cloak:") ? mage.cloaks.push(thing.slice(6)) : mage.artifacts.push(thing));
      break;
    default:
  }
}

function read({ law, mage, moment }, order) {
  const place = findScroll(mage, order.scroll);
  const scroll = mage.scrolls[place];
  mage.arcania -= law.spells[scroll.code].cost[order.major ? 1 : 0];
  if (!scroll.until) mage.scrolls.splice(place, 1);
  else mage.scrolls[place] = { ...scroll, reads: scroll.reads + 1 };
  if (scroll.code === "Heals") mage.endurance = mage.maxEndurance;
  else if (scroll.code === "BoEnd" || scroll.code === "BoArc") {
    mage.effects[scroll.code] = moment;
    if (order.major) mage[scroll.code === "BoArc" ? "maxArcania" : "maxEndurance"] += MOST_BOOST;
  } else if (scroll.code === "TelPt" || scroll.code === "Chaos") mage.space = NOWHERE;
  else if (scroll.code === "ProSp") {
    const other = findScroll(mage, order.parameter);
    if (other >= 0) mage.scrolls[other] = { ...mage.scrolls[other], until: moment + 1 };
  } else if (scroll.code === "SpAid") mage.effects.SpAid = moment;
}

function partWith(mage, names) {
  const [things] = findAll(mage, names);
  for (const thing of things || []) {
    if (typeof thing !== "string") mage.scrolls.splice(mage.scrolls.indexOf(thing), 1);
    else if (thing.startsWith("cloak:")) mage.cloaks.splice(mage.cloaks.indexOf(thing.slice(6)), 1);
    else mage.artifacts.splice(mage.artifacts.indexOf(thing), 1);
  }
}
