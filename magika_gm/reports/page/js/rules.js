// Rules at hand: a rule's number opens that rule's text, as the book has it; the page carries those it names.

import { el, replace } from "./dom.js";
import { unpacked } from "./packed.js";
import { T } from "./texts.js";

const marks = new Map();
let numbers = null;
let texts = null;
let dialog = null;

/** Which rules there are texts of, and whose those are that are not the author's: `{ours: "MOVE-2 SEQ-5", …}`. */
export function knowRules(whose) {
  for (const [said, ruled] of Object.entries(whose || {})) for (const number of ruled.split(" ")) marks.set(number, said);
  const known = (document.getElementById("rule-texts")?.dataset.keys || "").split(",").filter(Boolean);
  const longest = known.sort((a, b) => b.length - a.length).map((number) => number.replaceAll(".", "\\."));
  if (known.length) numbers = new RegExp(`(?<![\\w-])(${longest.join("|")})(?![\\w-]|\\.\\d)`);
}

const button = (number) => el("button", { type: "button", class: "ruled", "aria-haspopup": "dialog", title: T.rules.open(number), onclick: () => open(number) }, number);

/** A text in parts, the number of each rule in it a button that opens the rule. */
export function ruled(text) {
  return numbers && text ? String(text).split(numbers).map((part, at) => (at % 2 ? button(part) : part)) : text;
}

/** A rule's number, small, and whose it is, if it has a mark. */
export function ruleOf(number) {
  const marked = (one) => marks.has(one) && el("i", { title: T.marked }, ` ${marks.get(one)}`);
  return number && el("small", { class: "rule" }, number.split(", ").map((one, at) => [at ? ", " : " ", ruled(one), marked(one)]));
}

async function open(number) {
  texts ||= JSON.parse(await unpacked("rule-texts"));
  if (!dialog) {
    dialog = el("dialog", { class: "rulebook", "aria-labelledby": "rule-title", onclick: (event) => event.target === dialog && dialog.close() });
    document.body.append(dialog);
  }
  const title = el("h2", { id: "rule-title", tabindex: "-1" }, T.rules.title(number));
  const close = el("button", { type: "button", class: "tool", "aria-label": T.rules.close, onclick: () => dialog.close() }, "\u2715");
  replace(dialog, el("div", { class: "cardhead" }, title, close), el("div", { class: "ruletext" }, shown(texts[number])));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  title.focus();
}

const cells = (row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
const BULLET = /^(?:-|\d+\.) /;

/** The book's Markdown as elements: paragraphs, lists, tables, rulings, lines as they are typed. */
function shown(text) {
  return text.split(/\n{2,}/).map((block) => {
    const lines = block.split("\n");
    if (block.startsWith("```")) return el("pre", {}, lines.filter((line) => !line.startsWith("```")).join("\n"));
    if (block.startsWith("|")) {
      const [heads, , ...rows] = lines.map(cells);
      return el("div", { class: "scroll", tabindex: "0" }, el("table", { class: "plain" }, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, spoken(head))))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, spoken(cell))))))));
    }
    if (BULLET.test(block)) return el(block.startsWith("-") ? "ul" : "ol", {}, lines.map((line) => el("li", {}, spoken(line.replace(BULLET, "")))));
    if (block.startsWith(">")) return el("blockquote", {}, spoken(lines.map((line) => line.replace(/^> ?/, "")).join(" ")));
    return el("p", {}, spoken(block));
  });
}

/** A line's stresses, and the rules it names. */
function spoken(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).map((part, at) => {
    if (at % 2 === 0) return ruled(part);
    return part.startsWith("`") ? el("code", {}, part.slice(1, -1)) : part.startsWith("**") ? el("b", {}, part.slice(2, -2)) : el("i", {}, part.slice(1, -1));
  });
}
