// The orders: lines with what comes of them, the chooser for the one being written, and what is wrong.

import { filledBy, ordersOf } from "./aim.js";
import { makeChooser, offered } from "./chooser.js";
import { el, replace, say } from "./dom.js";
import { homesOf, kindOf, read, slotsOf } from "./forms.js";
import { ruled, ruleOf } from "./rules.js";
import { T } from "./texts.js";

const HINTS = 2;

/** The part of the page where orders are written. `ctx` has game, script, envelope, and `onAim`, `onTrack`. */
export function makeComposer(plan, ctx) {
  const { data, numbered } = plan;
  /** What a line is called: by its number on the sheet, which the office's answer and the report speak of. */
  const name = (n) => {
    const place = numbered ? { number: n + 1 } : plan.places.find((one) => one.at === n) || { number: plan.lines.length + 1 };
    return [place.part, T.plan.line(data.numbered_as, place.number)].filter(Boolean).join(", ");
  };
  let at = numbered ? 0 : plan.lines.length;
  let judged = null;
  let reckoned = {};

  const rows = el("ol", { class: `lines${numbered ? " numbered" : ""}` });
  const state = el("div", { class: "state" });
  const purses = el("p", { class: "purses" });
  const trouble = el("div", { class: "trouble", role: "status", "aria-live": "polite" });
  const block = el("pre", { class: "ack", tabindex: "0" });
  const astext = el("details", { class: "astext" }, el("summary", {}, T.plan.asText), block);
  const step = (label, action) => el("button", { type: "button", class: "small", onclick: action }, label);
  const undo = step(T.plan.undo, () => plan.undo());
  const redo = step(T.plan.redo, () => plan.redo());
  const fresh = step(T.plan.fresh, () => plan.clear());
  fresh.dataset.fresh = "";
  const assumed = el("p", { class: "quiet" }, T.plan.forecast);
  const chooser = makeChooser(plan, {
    notes: () => remarks("notes"),
    left: (form) => plan.left(form, at),
    onLine: write,
    onNumber: (n) => ((at = n), draw(), chooser.input.focus()),
    onAim: ctx.onAim,
  });
  const node = el(
    "section",
    { class: "orders", id: "orders", "aria-labelledby": "orders-title" },
    el("h2", { id: "orders-title", tabindex: "-1" }, T.plan.title(ctx.envelope.turn + 1)),
    el("div", { class: "bar" }, undo, redo, fresh),
    state,
    (data.standing || []).length ? el("details", { class: "standing" }, el("summary", {}, T.plan.standing), el("pre", {}, data.standing.join("\n"))) : null,
    purses,
    assumed,
    rows,
    trouble,
    astext,
    data.help && el("p", { class: "quiet" }, ruled(data.help)),
  );

  /** The game's own remarks on the line that is being written (`notes`, `places`), reckoned when first asked for. */
  function remarks(kind) {
    if (reckoned.lines !== plan.lines || reckoned.at !== at) reckoned = { lines: plan.lines, at };
    return (reckoned[kind] ||= ctx.game[kind] ? ctx.game[kind](ctx.script, plan.lines, at) : {});
  }

  function tool(label, sign, action) {
    return el("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: action }, el("span", { "aria-hidden": "true" }, sign));
  }

  function write(line, home) {
    const here = at;
    // the next line to write is the next empty one, so that a plan flows on
    if (numbered) {
      const next = plan.lines.findIndex((other, n) => n > here && !other);
      at = next < 0 ? Math.min(here + 1, numbered - 1) : next;
    } else at = here >= plan.lines.length ? here + 1 : plan.lines.length;
    plan.write(here, line, home);
    say(T.plan.written(name(Math.min(here, plan.lines.length - 1)), line));
    if (document.activeElement === document.body || node.contains(document.activeElement)) chooser.input.focus({ preventScroll: true });
  }

  function edit(n) {
    at = n;
    chooser.reset();
    draw();
    // what no form makes is mended by hand
    if (plan.lines[n] && !read(data, plan.lines[n])) chooser.input.value = plan.lines[n];
    chooser.input.focus({ preventScroll: true });
  }

  /** Open a line again with all its slots, conditions too. */
  function refine(n, found) {
    at = n;
    chooser.reset();
    draw();
    chooser.choose(found.form, found.values, true);
    chooser.node.querySelector(".slot.extra select, .slot.extra button, .slot.extra input")?.focus();
  }

  /** Which part of the sheet a line stands in, where that could be another or does not go without saying. */
  function homeField(n, line) {
    if (!line || !(data.sections || []).some((section) => section.opens)) return null;
    const sections = homesOf(data, line).map((key) => data.sections.find((section) => section.key === key)).filter(Boolean);
    const home = sections.find((section) => section.key === plan.home(n));
    if (sections.length < 2) return home?.opens ? el("span", { class: "home quiet" }, home.label) : null;
    const field = el("select", { class: "home", "aria-label": T.plan.part(name(n)), onchange: () => plan.settle(n, field.value) }, sections.map((section) => el("option", { value: section.key, selected: section === home }, section.label)));
    return field;
  }

  function draw() {
    judged = plan.judge();
    const lines = numbered ? plan.lines : [...plan.lines, ""];
    const order = numbered ? lines.map((_, n) => ({ at: n, number: n + 1 })) : [...plan.places, { at: plan.lines.length, number: "+" }];
    if (!numbered && at > plan.lines.length) at = plan.lines.length;
    const errors = judged.errors.filter((fault) => fault.line !== undefined);
    replace(
      rows,
      judged.heads.length ? el("li", { class: "heads", "aria-hidden": "true" }, el("span", { class: "no" }), el("span", { class: "what" }), judged.heads.map((head) => el("span", { class: "cell" }, head))) : null,
      order.map((place) => row(lines[place.at], place.at, place.number, errors)),
      judged.rows.filter((r) => r.line >= lines.length).map((r) => el("li", { class: "after" }, cells(r))),
    );
    assumed.hidden = !judged.heads.length;
    undo.disabled = !plan.canUndo();
    redo.disabled = !plan.canRedo();
    fresh.disabled = plan.empty;
    replace(purses, (data.purses || []).map((p) => el("span", { class: judged.spent[p.key] > p.amount && "bad" }, [T.plan.purse(p.label, judged.spent[p.key], p.amount), judged.spent[p.key] > p.amount && p.waits && `; ${p.waits}`])));
    purses.hidden = !(data.purses || []).length;
    replace(trouble, faultList("errors", T.plan.errors, judged.errors), faultList("unclear", T.plan.unclear, judged.unclear), faultList("refused", T.plan.refused, judged.refused), faultList("untold", T.plan.untold, judged.untold), faultList("warnings", T.plan.warnings, judged.warnings.filter((fault) => !fault.beside)), faultList("foretold", T.plan.fights, judged.fights));
    block.textContent = judged.text;
    astext.hidden = !judged.text;
    chooser.refresh();
    ctx.onTrack(ctx.game.track ? ctx.game.track(ctx.script, plan.lines) : []);
    ctx.onJudged(judged);
  }

  function faultList(kind, title, faults) {
    if (!faults.length) return null;
    return el(
      "div",
      { class: kind },
      el("p", {}, el("b", {}, title)),
      el("ul", {}, faults.map((fault) => el("li", {}, fault.line !== undefined && `${name(fault.line)}: `, ruled(fault.text), offered(fault.near || [], (line) => plan.write(fault.line, line)), ruleOf(fault.rule)))),
    );
  }

  function row(line, n, number, errors) {
    const active = n === at;
    const made = line && !numbered ? read(data, line, plan.home(n)) : null;
    const foreseen = judged.rows.find((r) => r.line === n);
    const bad = [...errors, ...judged.unclear, ...judged.refused].some((fault) => fault.line === n);
    const warned = judged.warnings.some((fault) => fault.line === n);
    const text = line || (numbered && data.blank ? T.plan.empty(data.blank) : numbered ? "" : T.plan.add);
    return el(
      "li",
      { class: ["line", active && "active", !line && "blank", bad && "bad", warned && "warned"].filter(Boolean).join(" ") },
      el(
        "div",
        { class: "row" },
        el(
          "button",
          { type: "button", class: "open", "aria-expanded": String(active), onclick: () => edit(n), "data-line": String(n) },
          el("span", { class: "aloud" }, `${name(n)}: `),
          el("span", { class: "no", "aria-hidden": "true" }, String(number)),
          el("span", { class: "what" }, text, (bad || warned) && el("span", { class: "flag", "aria-hidden": "true" }, bad ? " \u26a0 !" : " \u26a0")),
        ),
        foreseen && foreseen.cells.map((cell) => el("span", { class: "cell" }, cell)),
        line && el("span", { class: "acts" },
          made && slotsOf(made.form).some((slot) => slot.extra) && tool(T.plan.refine, "\u22ef", () => refine(n, made)),
          !numbered && tool(T.plan.up, "\u2191", () => plan.move(n, -1)),
          numbered && n > 0 ? tool(T.plan.up, "\u2191", () => plan.move(n, -1)) : null,
          tool(T.plan.clear, "\u2715", () => remove(n, line))),
      ),
      homeField(n, line),
      foreseen?.notes?.length ? el("p", { class: "foreseen" }, foreseen.notes.join("; ")) : null,
      judged.warnings.filter((fault) => fault.beside && fault.line === n).map((fault) => el("p", { class: "foreseen" }, ruled(fault.text))),
      active && chooser.node,
    );
  }
  const cells = (r) => [el("span", { class: "what" }, (r.notes || []).join("; ")), r.cells.map((cell) => el("span", { class: "cell" }, cell))];

  function remove(n, line) {
    at = numbered ? n : plan.lines.length - 1;
    say(T.plan.removed(line));
    plan.remove(n);
    rows.querySelector(`[data-line="${at}"]`)?.focus();
  }

  node.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    if (event.shiftKey) plan.redo();
    else plan.undo();
  });
  plan.onChange(draw);

  /** What the game itself would write for a place, with what that comes to. */
  const reaching = (place) => remarks("places")[place] || [];

  /** Orders about what was clicked: whole lines the game would write, forms of who acts, forms in which it is chosen. */
  function offersOf(target) {
    const found = new Map();
    const put = (key, offer) => found.has(key) || found.set(key, offer);
    for (const offer of reaching(target.place)) put(offer.text, { label: offer.text, note: offer.note, go: () => (chooser.reset(), write(offer.text)) });
    for (const { form, hits } of ordersOf(data, target)) {
      if (!hits.length) put(form.key, { label: form.label, note: form.note, form, go: () => chooser.choose(form) });
      else if (hits.length === 1) {
        const [{ option, slot }] = hits;
        const n = kindOf(slot) === "many" && form.uses?.length ? plan.lines.findIndex((line, at) => line && read(data, line, plan.home(at))?.form === form) : -1;
        const { values, line } = filledBy(data, form, hits[0], n < 0 ? {} : read(data, plan.lines[n], plan.home(n)).values);
        put(line || `${form.key} ${option.text}`, {
          label: line || (n < 0 ? `${form.label}: ${option.label || option.text} …` : `${T.plan.clear}: ${plan.lines[n]}`),
          note: [option.note, form.note].filter(Boolean).join("; "),
          go: () => {
            if (n >= 0 && !values[slot.name].length) return remove(n, plan.lines[n]);
            if (n >= 0) at = n; // what counts once goes on in its line
            return chooser.choose(form, values);
          },
        });
      } else put(`${form.key} …`, { label: `${form.label} …`, note: form.note, form, go: () => chooser.choose(form) });
    }
    return [...found.values()];
  }

  return {
    node,
    state,
    draw,
    offersOf,
    aimed: (target) => chooser.aimed(target),
    offer: (offers) => chooser.offer(offers),
    /** What is being filled in, by its name; "" if nothing is. */
    get choosing() {
      return chooser.form?.label || "";
    },
    /** What stands on no line yet: an order that is being filled in, or typed. */
    get half() {
      return chooser.form?.label || chooser.input.value.trim();
    },
    /** Lines for a place's tip: how to go there from where the plan has led, and what it costs. */
    hints: (place) => reaching(place).slice(0, HINTS).map((offer) => [offer.text, offer.note].filter(Boolean).join(": ")),
    thingIsOffered: (key) => ordersOf(data, { place: "", things: [key], sharp: true }).length > 0,
    focus: () => chooser.input.focus(),
    get current() {
      return name(at);
    },
  };
}
