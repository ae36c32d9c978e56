// Magika's own part of the player's page: the forecast, warnings, and what lies where a plan leads.

import { DIRECTIONS, NAME, along, neighbour } from "./arena.js";
import { play } from "./turn.js";
import { warningsOf } from "./warnings.js";

const WIDTH = 36;

/** Lines as the acknowledgement breaks them. */
function wrapped(text) {
  const rows = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = rows[rows.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** The forecast as the block of an acknowledgement (forecast.py, forecast_text). */
function blockOf(rows) {
  const lines = [
    "Forecast: what these orders come to if nobody interferes and every",
    "chance falls the likelier way. It knows what you know, and nothing of",
    "others.",
    "",
    "  phase  place  endurance  arcania",
  ];
  for (const row of rows) {
    const phase = row.phase <= 5 ? String(row.phase) : "end";
    const place = row.space >= 0 ? NAME[row.space] : "?";
    const head = `  ${phase.padEnd(5)}  ${place.padEnd(5)}  ${String(row.endurance).padStart(9)}  ${String(row.arcania).padStart(7)}`;
    lines.push(row.order ? `${head}  ${row.order}` : head);
    for (const part of wrapped(row.notes.join("; "))) lines.push(" ".repeat(36) + part);
  }
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

const placeOf = (row) => (row.space >= 0 ? NAME[row.space] : "?");

function foresee(script, lines) {
  const { rows } = play(script, lines);
  return {
    heads: ["place", "end.", "arc."],
    rows: rows.map((row) => ({ line: row.phase - 1, cells: [placeOf(row), String(row.endurance), String(row.arcania)], notes: row.notes })),
    warnings: warningsOf(script, lines),
    errors: [],
    text: blockOf(rows),
  };
}

/** Where he would stand when line `at` begins: a space, or -1 where nobody can tell. */
function before(script, lines, at) {
  if (at <= 0) return script.mage.space;
  const row = play(script, lines).rows[at - 1];
  return row ? row.space : -1;
}

/** What one order on line `at` would come to, in short. */
function noteOf(script, lines, at, line) {
  const plan = [...lines];
  plan[at] = line;
  const { rows } = play(script, plan.slice(0, at + 1).concat(Array(Math.max(0, 4 - at)).fill("")));
  const row = rows[at];
  if (!row) return "";
  return row.notes.join("; ") || `${row.endurance} endurance, ${row.arcania} arcania after it`;
}

/** What the moves cost that can be made on line `at`. */
function priceOf(script, lines, at) {
  const costs = DIRECTIONS.flatMap((way) => {
    const plan = [...lines];
    plan[at] = `MOVE ${way}`;
    const { rows } = play(script, plan);
    const [was, row] = [at ? rows[at - 1] : script.mage, rows[at]];
    return row && was && was.space >= 0 && row.space >= 0 && row.space !== was.space ? [was.endurance - row.endurance] : [];
  });
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  return costs.length ? `${least === most ? least : `${least} to ${most}`} endurance` : "";
}

/** Remarks on whole lines, from where the plan has led him. */
function notes(script, lines, at) {
  const said = { MOVE: priceOf(script, lines, at) };
  for (const way of DIRECTIONS) said[`MOVE ${way}`] = noteOf(script, lines, at, `MOVE ${way}`);
  for (const verb of ["SEARCH", "REST", "MEDITATE"]) said[verb] = noteOf(script, lines, at, verb);
  return said;
}

/** What a click on a space could write: the moves and teleports that lead there from where the plan has led him. */
function places(script, lines, at) {
  const here = before(script, lines, at);
  const found = {};
  if (here < 0) return found;
  const put = (space, text) => {
    if (space >= 0) (found[NAME[space]] ||= []).push({ text, note: noteOf(script, lines, at, text) });
  };
  for (const way of DIRECTIONS) put(neighbour(way, here), `MOVE ${way}`);
  script.mage.scrolls.forEach(([code], n) => {
    if (code !== "TelPt") return;
    for (const way of DIRECTIONS) {
      put(neighbour(way, here), `CAST S${n + 1} ${way}`);
      for (const steps of [2, 3]) put(along(here, way, steps), `CAST S${n + 1}X ${way} ${steps}`);
    }
    for (const way of ["N", "S"]) put(neighbour(way, here), `CAST S${n + 1}X ${way}`);
  });
  for (const text of ["SEARCH", "REST", "MEDITATE"]) put(here, text);
  return found;
}

/** His way through the plan. */
function track(script, lines) {
  return play(script, lines)
    .rows.filter((row) => row.phase <= 5 && row.space >= 0)
    .map((row, n, all) => ({ place: NAME[row.space], text: String(row.phase), still: n > 0 && all[n - 1].space === row.space }))
    .filter((step) => !step.still);
}

globalThis.gameOfThePage = { foresee, notes, places, track };
