// The rules' questions about one mage as he stands (rules/enchantments.py, holdings.py, clock.py, world.py).

import { GOAL, NORTHWARD, SEA, SOUTHWARD, distance, neighbour, within } from "./arena.js";

export const FOR_GOOD = 2 ** 30;
export const tick = (turn, phase) => turn * 6 + phase;
export const halfUp = (n, d) => Math.floor((2 * n + d) / (2 * d));

const [RIVER, FOREST, HILLS, SWAMP, MOUNTAIN] = [1, 4, 5, 6, 8];
const ATTUNED_BY = { ankh: FOREST, lamp: MOUNTAIN, pendant: SWAMP, medallion: HILLS };

/** Last moment of an effect begun now: `span` is like "10p", "3t" or "" (for good). */
export function lastMoment(turn, phase, span, more = 0) {
  if (!span) return FOR_GOOD;
  const length = Number.parseInt(span, 10) + more;
  if (span.endsWith("p")) {
    const ahead = phase - 1 + length - 1;
    return tick(turn + Math.floor(ahead / 5), (ahead % 5) + 1);
  }
  return tick(turn + length - 1, 6);
}

export const isEbon = (mage) => mage.letter === "M";
export const has = (mage, artifact) => mage.artifacts.includes(artifact);
export const under = (mage, effect) => effect in mage.effects;

/** Undonned cloaks: of two of the colour worn, one is undonned. */
export function freeCloaks(mage) {
  const free = [...mage.cloaks];
  const worn = free.indexOf(mage.team);
  if (worn >= 0) free.splice(worn, 1);
  return free;
}
export const mayCarryCloak = (mage) => mage.cloaks.length < 2 && (!mage.barred || under(mage, "CkAidX"));

export function terrainAt(world, space) {
  const code = world.terrain[space];
  const shift = world.shifts[space];
  if (!shift) return code;
  const number = Math.max(1, Math.min(10, Math.max(1, code) + shift));
  return number === 1 && space >= SEA ? 0 : number;
}

/** The sum of ElArr's changes a space. */
export function shiftsOf(areas) {
  const sums = {};
  for (const area of areas) if (area.kind === "ElArr") for (const space of area.spaces) sums[space] = (sums[space] || 0) + area.value;
  return sums;
}

export function factorOf(law, mage, code) {
  const half = code === SWAMP && (mage.race === "goblin" || has(mage, "pendant"));
  return half ? Math.floor(law.factor[SWAMP] / 2) : law.factor[code];
}
export const factor = (law, world, mage) => factorOf(law, mage, terrainAt(world, mage.space));
export function leavingFactor(law, world, mage) {
  const now = factor(law, world, mage);
  if (under(mage, "ProEl") && mage.space in world.shifts) return Math.min(now, factorOf(law, mage, world.terrain[mage.space]));
  return now;
}

function skillNow(mage) {
  return mage.skill + (under(mage, "SpAid") ? 25 : 0) - (under(mage, "CurSp") ? 25 : 0);
}
export function castingSkill(law, mage, alignment) {
  let skill = skillNow(mage);
  if (has(mage, "tome")) skill += 20;
  const held = mage.artifacts.filter((a) => a in law.aligned).map((a) => law.aligned[a]);
  if (held.length) {
    if (held.includes(mage.alignment)) skill += alignment === mage.alignment ? 20 : 0;
    else if (!held.includes(alignment)) skill += alignment === mage.alignment ? -10 : -20;
  }
  return skill;
}

export const resistance = (law, mage) => law.races[mage.race][2] + (has(mage, "lamp") ? 10 : 0);
export const attunedTo = (law, mage, code) => law.races[mage.race][1] === code || mage.artifacts.some((a) => ATTUNED_BY[a] === code);
/** Arcania a meditation gives before the maximum (MED-1). */
export function meditation(mage, attuned) {
  const skill = Math.max(0, skillNow(mage) + (attuned ? 20 : 0));
  return halfUp(15 * skill * (has(mage, "candle") || under(mage, "BoArc") ? 2 : 1), 100);
}
export const searchBonus = (law, mage) => law.races[mage.race][3] + (has(mage, "medallion") ? 20 : 0);
export const sightRings = (mage) => (under(mage, "RcAid") ? 4 : 3);
export const inView = (mage, bonus) => within(mage.space, sightRings(mage) + (bonus ? 1 : 0));
export const ofTerrain = (world, spaces, code) => spaces.filter((space) => Math.max(1, terrainAt(world, space)) === code);

export const entitlement = (law, mage) => (has(mage, "ankh") ? 5 : law.races[mage.race][0]);
/** Percent of his next move of the turn in that phase (MOVE-3); 0: none left. */
export function movePercent(law, mage, phase) {
  const nth = mage.moves + 1;
  if (nth > entitlement(law, mage)) return 0;
  const cross = has(mage, "cross");
  const human = cross || mage.race === "human" ? 1 : 0;
  const { first, second, third, fourth, fifth } = law.moves;
  const rows = [first, second, third[human], fourth[human], fifth[mage.race === "human" ? 1 : 0]];
  const percent = rows[Math.min(nth, 5) - 1][phase - 1];
  return cross && percent === 150 ? 100 : percent;
}

export function northBarred(world, mage) {
  if (under(mage, "ProEl")) return "";
  return world.areas.find((area) => (area.kind === "ElBlo" || area.kind === "ElDrp") && area.spaces.includes(mage.space))?.kind || "";
}

/** Whether the occupation rule lets him in (MOVE-6). */
export function mayEnter(law, world, mage, space) {
  const others = world.mages.filter((m) => m.space === space && m !== mage);
  if (others.length < 2) return true;
  if (others.length > 2) return false;
  const trio = [mage, ...others];
  if (trio.some(isEbon)) return true;
  if (mage.team === others[0].team && mage.team === others[1].team) {
    if (mage.team !== "black") return true;
    const kinds = (key) => new Set(trio.map((m) => m[key])).size;
    if (kinds("race") === 3 || kinds("alignment") === 3) return true;
  }
  const there = new Set([...trio.flatMap((m) => m.artifacts), ...(world.lying[space] || [])]);
  return Object.keys(law.aligned).every((a) => there.has(a));
}

/** `[cost, percent]` of his next move. */
export function moveCost(law, world, mage, phase) {
  const percent = movePercent(law, mage, phase);
  return [Math.floor((leavingFactor(law, world, mage) * percent + 50) / 100), percent];
}

/** Whether he may walk SE or SW into that space (MOVE-5). */
export const southwardAllowed = (world, mage, target) => isEbon(mage) || under(mage, "Confs") || [0, RIVER, SWAMP].includes(terrainAt(world, target)) || Boolean(northBarred(world, mage));

/** The rule that keeps him from walking that way now, or "". */
export function moveBlocked(law, world, mage, way, phase) {
  const target = neighbour(way, mage.space);
  if (target < 0) return "ARENA-2";
  if (SOUTHWARD.includes(way) && !southwardAllowed(world, mage, target)) return "MOVE-5";
  const [cost, percent] = moveCost(law, world, mage, phase);
  if (!percent) return "MOVE-4";
  if (mage.endurance < cost) return "MOVE-1";
  const bar = NORTHWARD.includes(way) && northBarred(world, mage);
  if (bar) return bar;
  return mayEnter(law, world, mage, target) ? "" : "MOVE-6";
}

/** Place in his hands of the scroll of that number or code, or -1. */
export function findScroll(mage, name, but = -1) {
  const numbered = /^S(\d+)$/.exec(name);
  return mage.scrolls.findIndex((s, n) => n !== but && (numbered ? s.number === Number(numbered[1]) : s.code === name));
}

/** The things an order names, or null and why: `[things, why, what]`. Scrolls are themselves, the rest names. */
export function findAll(mage, names) {
  const left = [...mage.scrolls];
  const found = [];
  const cloaks = (colour) => found.filter((t) => t === `cloak:${colour}`).length;
  for (const { kind, name } of names) {
    if (kind === "cloak") {
      if (freeCloaks(mage).filter((c) => c === name).length <= cloaks(name)) {
        return [null, name === mage.team && !cloaks(name) ? "cloak-worn" : "no-cloak", name];
      }
      found.push(`cloak:${name}`);
    } else if (kind === "artifact") {
      if (!has(mage, name) || found.includes(name)) return [null, "no-artifact", name];
      found.push(name);
    } else {
      const numbered = /^S(\d+)$/.exec(name);
      const place = left.findIndex((s) => !s.bound && (numbered ? s.number === Number(numbered[1]) : s.code === name));
      if (place < 0) return [null, "no-scroll", name];
      found.push(left.splice(place, 1)[0]);
    }
  }
  return [found];
}

/** What can be knocked out of his hands, in listing order. */
export const randomThings = (mage) => [...mage.scrolls.filter((s) => !s.bound), ...mage.artifacts, ...freeCloaks(mage).map((c) => `cloak:${c}`)];
export const thingText = (thing) => (typeof thing === "string" ? thing : thing.code);

/** Why he may not put that cloak on, whatever others do: `[rule, words]` or null (rules/steps.py). */
export function donTrouble(mage, colour) {
  if (colour === "black") return mage.team !== "black" && mage.mayUncloak ? null : ["CLK-6", "only a mage left alone by a drop-out may take his cloak off so"];
  if (isEbon(mage)) return ["CLK-7", "the Ebon Mage never wears a cloak"];
  if (colour === mage.team) return ["CLK-2", `you wear ${colour} already`];
  if (!mage.cloaks.includes(colour)) return ["SEQ-3", `you hold no ${colour} cloak`];
  if (mage.barred && !under(mage, "CkAidX")) return ["CLK-4", "you are barred from cloaks"];
  return null;
}

/** Whether his aptitude keeps him from such spells (CAST-3). */
export function aptitudeForbids(mage, alignment) {
  if (alignment === mage.alignment || has(mage, "rod")) return false;
  let { aptitude } = mage;
  if (mage.alignment === "neutral") {
    if (Math.abs(aptitude) > 35) return true;
    return alignment === "good" ? aptitude > 25 : aptitude < -25;
  }
  if (mage.alignment === "evil") aptitude = -aptitude;
  if (aptitude < 0) return true;
  return alignment === (mage.alignment === "good" ? "evil" : "good") && aptitude < 35;
}

/** Everything of the rules' tables by the name it is asked by. */
export function lawOf(script) {
  const spells = {};
  for (const [number, code, alignment, minor, major, at, atX, ...lasts] of script.spells) {
    spells[code] = { number, code, alignment, cost: [minor, major], parameter: [at, atX], lasts };
  }
  const order = [...script.artifacts, ...script.colours.map((c) => `cloak:${c}`)];
  return { ...script, spells, order: Object.fromEntries(order.map((thing, n) => [thing, n])) };
}

/** The mage's record as it is changed by a forecast. */
export function mageOf(script) {
  const m = script.mage;
  return {
    ...m,
    scrolls: m.scrolls.map(([code, until, bound], n) => ({ code, until, bound, number: n + 1, reads: 0 })),
    artifacts: [...m.artifacts],
    cloaks: [...m.cloaks],
    effects: { ...m.effects },
    boosted: [...m.boosted],
    moves: 0,
    rests: 0,
    demands: 0,
    travelled: false,
    reading: null,
    slot: 0,
    keeps: false,
  };
}

/** Somebody to name, in the corner farthest away, never in sight. */
export function shadow(letter, mage) {
  const corner = distance(SEA, mage.space) >= distance(350, mage.space) ? SEA : 350;
  return { letter, space: corner, race: "human", alignment: "good", team: "black", endurance: 0, arcania: 50, artifacts: [], cloaks: [], scrolls: [], effects: { InvSp: FOR_GOOD }, shadow: true };
}

export { GOAL };
