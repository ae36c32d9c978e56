// The report's blocks, each made of its data; names of players' making go in as text like everything else.

import { drawing, el, figureList, isDrawn, svg, unique } from "./dom.js";
import { inkOn } from "./picture.js";
import { ruled, ruleOf } from "./rules.js";
import { T } from "./texts.js";

/** A disc with a letter: somebody, in his colour. */
export function disc(letter, colour, faint) {
  const vars = colour ? { "--fill": colour, "--ink": inkOn(colour) } : {};
  return el("span", { class: `disc${faint ? " faint" : ""}`, "aria-hidden": "true", vars }, letter);
}

/** The figures at the top. */
export function facts(list) {
  return figureList(
    list.map((fact) => {
      const change = fact.change === undefined || fact.change === null || fact.change === 0 ? "" : T.change(fact.change);
      return el(
        "div",
        { class: "fact", "data-fact": fact.key },
        el("dt", {}, fact.label),
        el("dd", {}, el("b", {}, fact.value), " ", el("span", { class: "quiet" }, fact.note, change && ` (${change})`)),
        fact.part >= 0 && el("span", { class: "gauge", "aria-hidden": "true", vars: { "--part": fact.part } }),
      );
    }),
  );
}

const SHORT = 7; // signs of a cell that are not torn apart

const makers = {
  story: (block) =>
    el(
      "table",
      { class: "story" },
      block.heads && el("thead", {}, el("tr", {}, el("th", { scope: "col" }, ""), el("th", { scope: "col" }, el("span", { class: "aloud" }, block.title)), block.heads.map((head) => el("th", { scope: "col", class: "figure" }, head)))),
      el("tbody", {}, block.chapters.map((chapter) => chapterRow(block, chapter))),
    ),
  things: (block, ctx) =>
    block.things.length
      ? el("ul", { class: "things" }, block.things.map((thing) => thingRow(thing, ctx)))
      : el("p", { class: "quiet" }, block.empty),
  table: (block) =>
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": block.title },
      el(
        "table",
        { class: "plain" },
        el("thead", {}, el("tr", {}, block.heads.map((head, n) => el("th", { scope: "col", class: (block.numbers || []).includes(n) && "figure" }, head)))),
        el("tbody", {}, block.rows.map((row, at) => el("tr", { class: (block.own || []).includes(at) && "own" }, row.map((cell, n) => el(n ? "td" : "th", { scope: n ? undefined : "row", class: (block.numbers || []).includes(n) ? "figure" : cell.length <= SHORT && "short" }, ruled(cell)))))),
      ),
      block.note && el("p", { class: "quiet" }, block.note),
    ),
  bars: (block) =>
    el(
      "div",
      { class: "bars" },
      block.bars.map((bar) => {
        const least = bar.least || 0;
        const most = bar.most ?? 100;
        const part = (value) => Math.max(0, Math.min(1, (value - least) / (most - least || 1)));
        const low = bar.low || 0;
        const high = bar.high || 0;
        return el(
          "p",
          {},
          el("span", {}, bar.label),
          el("b", {}, bar.text),
          el("span", { class: "scale", "aria-hidden": "true", vars: { "--low": part(low), "--high": part(high), "--at": part(bar.value) } }, el("i", { class: "band" }), el("i", { class: "tick" })),
          el("span", { class: "aloud" }, (low || high) && T.others(low, high)),
        );
      }),
      block.note && el("p", { class: "quiet" }, block.note),
    ),
  plot: (block) => plot(block),
  notes: (block) => el("div", { class: block.quiet ? "notes quiet" : "notes" }, block.lines.map((line) => el("p", {}, line)), block.proof && el("details", { class: "proof" }, el("summary", {}, T.check), block.proof.map((line) => el("p", {}, line)))),
  post: (block) =>
    el(
      "div",
      { class: "post" },
      block.letters.map((letter) =>
        el(
          "blockquote",
          { class: letter.own && "own" },
          el("p", { class: "who" }, letter.disc ? disc(letter.disc) : el("span", { class: "disc blank", "aria-hidden": "true" }), el("b", {}, letter.sender), letter.to && el("span", { class: "quiet" }, ` ${T.to(letter.to)}`)),
          el("p", { class: "text" }, letter.text),
        ),
      ),
    ),
};

function chapterRow(block, chapter) {
  const figures = (block.heads || []).map((_, n) => el("td", { class: "figure" }, (chapter.figures || [])[n] || ""));
  return el(
    "tr",
    {},
    el("th", { scope: "row", class: "number" }, chapter.number || ""),
    el(
      "td",
      {},
      el("b", {}, chapter.title),
      chapter.lines.map((line) => el("p", { class: line.ill && "ill" }, ruled(line.text), ruleOf(line.rule))),
    ),
    figures,
  );
}

function thingRow(thing, ctx) {
  const head = [thing.disc && disc(thing.disc, thing.colour, thing.faint), el("b", {}, thing.title), thing.note && el("span", { class: "note" }, thing.note)];
  const usable = ctx.thingIsOffered(thing.key) || thing.place;
  return el(
    "li",
    { class: thing.faint && "faint" },
    usable ? el("button", { type: "button", class: "thing", "data-thing": thing.key, onclick: (event) => ctx.onThing(thing, event.currentTarget.parentNode) }, head) : el("span", { class: "thing" }, head),
    thing.lines && el("span", { class: "quiet" }, ruled(thing.lines.join("; "))),
  );
}

/** Whether things are cards that lie below the picture. */
export const isHand = (block) => block.is === "things" && block.things.length > 0 && block.things.every((thing) => isDrawn(thing.art));

/** A hand of cards: what one can order with is a button. On a phone it is folded, so that orders are near. */
export function handSection(block, ctx, open) {
  const some = block.things.some((thing) => ctx.thingIsOffered(thing.key));
  const [title, ...more] = block.title.split(": ");
  const cards = el("ul", { tabindex: "0", "aria-label": title }, block.things.map((thing) => handCard(thing, ctx, some)));
  return el("details", { class: "hand", open }, el("summary", {}, el("h2", {}, title, el("span", { class: "count" }, ` (${block.things.length})`))), more.length ? el("p", { class: "quiet" }, ruled(more.join(": "))) : null, cards);
}

function handCard(thing, ctx, some) {
  const usable = ctx.thingIsOffered(thing.key);
  const said = [thing.title, thing.note, ...(thing.lines || [])].filter(Boolean).join("; ");
  const face = drawing(thing.art, "face");
  return el(
    "li",
    { class: ((some && !usable) || thing.faint) && "idle" },
    usable
      ? el("button", { type: "button", class: "holding", "aria-label": said, title: said, "data-thing": thing.key, onclick: (event) => ctx.onThing(thing, event.currentTarget.closest(".hand")) }, face)
      : el("span", { class: "holding", role: "img", "aria-label": said, title: said }, face),
  );
}

const WIDE = 320;
const HIGH = 110;
/** Lines over the turns. */
function plot(block) {
  const names = Object.keys(block.series);
  const points = names.flatMap((name) => block.series[name]);
  if (points.length < 2) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const x = (v) => 8 + ((v - left) / (right - left || 1)) * (WIDE - 56);
  const y = (v) => HIGH - 20 - ((v - low) / (high - low || 1)) * (HIGH - 36);
  const said = names.map((name) => `${name}: ${block.series[name].map(([turn, value]) => `${turn}: ${value}`).join(", ")}`).join(". ");
  return el(
    "div",
    { class: "plot" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${block.title}. ${said}` },
      svg("line", { class: "axis", x1: 8, y1: HIGH - 16, x2: WIDE - 48, y2: HIGH - 16 }),
      names.map((name, n) => {
        const line = block.series[name];
        const [endX, endY] = line[line.length - 1];
        const own = name === block.own || names.length === 1;
        return svg(
          "g",
          { class: `line n${n % 6}${own ? " own" : ""}` },
          svg("polyline", { points: line.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ") }),
          svg("circle", { cx: x(endX), cy: y(endY), r: 3 }),
          svg("text", { x: x(endX) + 6, y: y(endY) + 4 }, `${endY}${names.length > 1 ? ` ${name}` : ""}`),
        );
      }),
      svg("text", { class: "tickno", x: 8, y: HIGH - 4 }, String(left)),
      svg("text", { class: "tickno end", x: WIDE - 48, y: HIGH - 4 }, String(right)),
    ),
    block.note && el("p", { class: "quiet" }, block.note),
  );
}

const MANY = 6; // heads of a table that wants the page's whole width

/** A section of the report; null where there is nothing in it. */
export function blockSection(block, ctx) {
  const body = makers[block.is]?.(block, ctx);
  if (!body) return null;
  const id = unique("block");
  const quiet = (block.quiet ? " small" : "") + ((block.heads || []).length >= MANY ? " wide" : "");
  if (!block.title) return el("section", { class: `block ${block.is}-block${quiet}` }, body);
  return el("section", { class: `block ${block.is}-block${quiet}`, "aria-labelledby": id }, el("h2", { id }, ruled(block.title)), body);
}
