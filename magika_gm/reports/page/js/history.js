// Earlier turns: kept in the browser where it permits, or taken out of earlier pages' files; and what changed.

import { el, replace, say } from "./dom.js";
import { T } from "./texts.js";
import { pastOfTurnFile } from "./turnfile.js";

const MOST = 40; // turns kept

/** What of a page is worth looking back at. */
export const pastOf = (data) => ({
  turn: data.envelope.turn,
  facts: data.page.facts || [],
  lead: data.page.lead || [],
  pictures: data.page.pictures || [],
});

/** The data in a page's file, or null if it is none of this game and seat. */
export function dataOf(text, envelope) {
  const found = /<script type="application\/json" id="page-data">([\s\S]*?)<\/script>/.exec(text);
  if (!found) return null;
  try {
    const data = JSON.parse(found[1]);
    const same = ["system", "game", "seat"].every((key) => data.envelope[key] === envelope[key]);
    return data.format === "player-page" && same && Number.isInteger(data.envelope.turn) ? data : null;
  } catch {
    return null;
  }
}

/** All earlier turns there are, by turn. */
export function makeHistory(data, store) {
  const own = data.envelope.turn;
  const inStore = () => store.keys("past:").map((key) => Number(key.slice(5))).filter(Number.isInteger).sort((a, b) => a - b);
  // a turn's data is read when it is looked at: many turns need not be waited for
  const turns = new Map(inStore().filter((turn) => turn < own).map((turn) => [turn, null]));
  keep(pastOf(data));
  function keep(past) {
    // the oldest give way when the browser's room is used up
    const kept = inStore();
    while (kept.length >= MOST) drop(kept.shift());
    while (!store.put(`past:${past.turn}`, past) && kept.length) drop(kept.shift());
  }
  function drop(turn) {
    get(turn); // as long as this page is open, it can still be looked at
    store.drop(`past:${turn}`);
  }
  function get(turn) {
    if (turns.get(turn) === null) turns.set(turn, store.get(`past:${turn}`));
    // what is torn is no turn
    if (turns.get(turn)?.turn !== turn) turns.delete(turn);
    return turns.get(turn) || null;
  }
  return {
    turns: () => [...turns.keys()].sort((a, b) => a - b),
    get,
    /** The last turn before this one of all there are; null if there is none. */
    latest() {
      while (turns.size) {
        const past = get(Math.max(...turns.keys()));
        if (past) return past;
      }
      return null;
    },
    /** Take in the text of an earlier page, or of a turn file: `{turn}`, or `{why}` not. */
    take(text) {
      const page = !text.trimStart().startsWith("{");
      const other = page ? dataOf(text, data.envelope) : null;
      if (page && (!other || other.envelope.turn >= own)) return { why: other ? "late" : "foreign" };
      const { past, why } = page ? { past: pastOf(other) } : pastOfTurnFile(text, data);
      if (why) return { why };
      // a page says more than its turn file: it is not replaced by one
      if (page || !get(past.turn)) {
        turns.set(past.turn, past);
        keep(past);
      }
      return { turn: past.turn, bare: !past.pictures.length };
    },
  };
}

/** What differs between an earlier turn and this one, in words. */
export function differences(past, now) {
  const said = [];
  const before = new Map(past.facts.map((fact) => [fact.key, fact]));
  for (const fact of now.facts) {
    const old = before.get(fact.key);
    if (old && old.value !== fact.value) said.push(T.history.fact(fact.label, old.value, fact.value));
  }
  for (const picture of now.pictures) {
    const old = past.pictures.find((other) => other.key === picture.key);
    if (old) said.push(...pictureDifferences(old, picture));
  }
  return said;
}

function pictureDifferences(old, now) {
  const said = [];
  const marks = new Map((old.marks || []).map((mark) => [mark.key, mark]));
  const short = (label) => label.split(/[:;]/)[0];
  for (const mark of now.marks || []) {
    const was = marks.get(mark.key);
    marks.delete(mark.key);
    if (!was) said.push(T.history.came(short(mark.label), mark.at));
    else if (was.at !== mark.at) said.push(T.history.moved(short(mark.label), was.at, mark.at));
  }
  for (const mark of marks.values()) said.push(T.history.went(short(mark.label), mark.at));
  const spots = new Map(old.spots.map((spot) => [spot.name, spot]));
  let first = 0;
  for (const spot of now.spots) {
    const was = spots.get(spot.name);
    if (!was) continue;
    if (was.unknown && !spot.unknown) first += 1;
    else if (!was.unknown && !spot.unknown && was.tone !== spot.tone) {
      said.push(T.history.turned(spot.name, old.tones?.[was.tone]?.label || was.tone, now.tones?.[spot.tone]?.label || spot.tone));
    }
  }
  if (first) said.push(T.history.found(first));
  return said;
}

/** The slider over the turns, and the way to add earlier pages. `onTurn(past | null)` is called when one is chosen. */
export function historyBar(data, history, onTurn) {
  const own = data.envelope.turn;
  const file = el("input", { type: "file", accept: ".html,.json,text/html,application/json", multiple: true, class: "aloud", id: "earlier-pages", onchange: () => (take([...file.files]), (file.value = "")) });
  const slider = el("input", { type: "range", min: "0", step: "1", "aria-label": T.history.label });
  const said = el("output", { class: "which" });
  const note = el("p", { class: "quiet" });
  const node = el(
    "div",
    { class: "history" },
    el("div", { class: "slide" }, slider, said),
    el("div", { class: "add" }, el("label", { class: "button small", for: "earlier-pages" }, T.history.add), file, el("span", { class: "quiet" }, T.history.drop)),
    note,
  );
  let turns = [];
  function refresh() {
    turns = [...history.turns(), own];
    slider.max = String(turns.length - 1);
    slider.value = slider.max;
    slider.disabled = turns.length < 2;
    note.textContent = turns.length > 1 ? T.history.kept(turns.length - 1) : T.history.none;
    tell();
  }
  function tell() {
    const turn = turns[Number(slider.value)];
    const past = turn === own ? null : history.get(turn);
    if (turn !== own && !past) return refresh();
    const text = turn === own ? T.history.now(own) : T.history.then(turn);
    said.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    onTurn(past);
  }
  slider.addEventListener("input", tell);
  async function take(list) {
    for (const one of list) {
      const { turn, why, bare } = history.take(await one.text());
      if (turn !== undefined) refresh();
      const words = why ? T.history.refused[why](one.name) : bare ? T.history.bare(turn) : T.history.taken(turn);
      if (why || bare) note.textContent = words;
      say(words);
    }
  }
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files || []);
  });
  refresh();
  return { node, refresh };
}

/** The list of what changed. */
export function changesSection(data, history) {
  const list = el("ul", {});
  const head = el("p", { class: "quiet" });
  const node = el("section", { class: "block changes-block", "aria-labelledby": "changes" }, el("h2", { id: "changes" }, T.changed), el("div", {}, head, list));
  function refresh() {
    const last = history.latest();
    const compared = last ? differences(last, pastOf(data)) : [];
    head.textContent = last ? T.history.against(last.turn) : "";
    const lines = last ? compared : data.page.changes || [];
    replace(list, (lines.length ? lines : last ? [T.history.same] : []).map((line) => el("li", {}, line)));
    node.hidden = !list.children.length;
  }
  refresh();
  return { node, refresh };
}
