// Messages to others, with their limits counted as the office counts them.

import { el, replace, unique } from "./dom.js";
import { rowsOf, signsOf } from "./plan.js";
import { T } from "./texts.js";

/** The part of the page where messages are written. */
export function makeLetters(plan) {
  const rule = plan.data.letters;
  const list = el("div", { class: "letters" });
  const add = el("button", { type: "button", onclick: () => (plan.addLetter(), list.querySelector(".letter:last-child select, .letter:last-child textarea")?.focus()) }, T.letters.add);
  const node = el("section", { class: "messages", id: "messages", "aria-labelledby": "messages-title" }, el("h2", { id: "messages-title" }, T.letters.title), el("p", { class: "quiet" }, T.letters.limits(rule.most, rule.lines, rule.characters)), list, add);
  let cards = [];

  function card(n) {
    const id = unique("letter");
    const one = rule.to.length === 1;
    const to = el(
      "select",
      { id: `${id}-to`, onchange: () => plan.changeLetter(n, { to: to.value === "\u0000" ? null : to.value }) },
      el("option", { value: "\u0000" }, T.letters.choose),
      rule.to.map((o) => el("option", { value: o.text }, o.label || o.text)),
    );
    const unsigned = el("input", { type: "checkbox", onchange: () => plan.changeLetter(n, { anonymous: unsigned.checked }) });
    const text = el("textarea", { id: `${id}-text`, rows: String(Math.min(rule.lines, 6)), spellcheck: "true", "aria-describedby": `${id}-count`, oninput: () => plan.changeLetter(n, { text: text.value }) });
    const count = el("p", { class: "count", id: `${id}-count` });
    const body = el(
      "div",
      { class: "letter" },
      !one && el("label", { for: `${id}-to` }, T.letters.to),
      !one && to,
      rule.anonymous && el("label", { class: "check" }, unsigned, ` ${T.letters.unsigned}`),
      el("button", { type: "button", class: "tool", "aria-label": T.letters.remove, title: T.letters.remove, onclick: () => (plan.removeLetter(n), add.focus()) }, "\u2715"),
      el("label", { class: "aloud", for: `${id}-text` }, T.letters.text),
      text,
      count,
    );
    return { body, to, unsigned, text, count };
  }

  function draw() {
    if (cards.length !== plan.letters.length) {
      cards = plan.letters.map((_, n) => card(n));
      replace(list, cards.map((c) => c.body));
    }
    plan.letters.forEach((letter, n) => {
      const c = cards[n];
      c.to.value = letter.to === null ? "\u0000" : letter.to;
      c.unsigned.checked = letter.anonymous;
      if (c.text.value !== letter.text) c.text.value = letter.text;
      const rows = rowsOf(letter.text);
      const over = rows.length > rule.lines || signsOf(rows) > rule.characters;
      c.count.textContent = T.letters.count(Math.max(rows.length, 1), rule.lines, signsOf(rows), rule.characters);
      c.count.classList.toggle("bad", over);
    });
    add.disabled = plan.letters.length >= rule.most;
  }
  plan.onChange(draw);
  draw();
  return { node };
}
