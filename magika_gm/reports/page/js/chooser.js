// Choosing one order: typed with completion, or by verb, form and slots. Ends in one line of text.

import { hitsOf, meant, withOption } from "./aim.js";
import { el, replace, unique } from "./dom.js";
import { complete, kindOf, lineOf, near, openTo, read, slotsOf } from "./forms.js";
import { ruled, ruleOf } from "./rules.js";
import { T } from "./texts.js";

const FEW = 10; // forms shown at once; more are sorted by verb first
const LISTED = 24; // options as buttons; more become a list to pick from

/** "Did you mean Fireball or Fire Giant?", each a link to take; `near` of `{text, line}`, of which "" is no line. */
export function offered(near, take) {
  if (!near.length) return null;
  const link = (offer) => (offer.line ? el("button", { type: "button", class: "link", title: T.plan.instead(offer.line), onclick: () => take(offer.line) }, offer.text) : offer.text);
  const between = (n) => (n === 0 ? " " : n === near.length - 1 ? T.plan.or : ", ");
  return [` ${T.plan.near}`, near.map((offer, n) => [between(n), link(offer)]), "?"];
}

/**
 * The chooser for the line that is being written.
 * `notes()` gives the game's own remarks on whole lines; `left(form)` says whether an order could still be given beside
 * the other lines: what stands there once is not offered again; `onLine(line)` gets what was chosen, `onNumber(at)` the line it is for;
 * `onAim(targets)` the places that would fill the slot in question.
 */
export function makeChooser(plan, { notes, left, onLine, onNumber, onAim }) {
  const data = plan.data;
  const listedForms = (data.forms || []).filter((form) => !form.typed);
  let form = null;
  let values = {};
  let wide = false; // whether conditions and the like are shown
  let verb = "";
  let only = null; // orders about a thing that was clicked: `{label, note, go}`

  const listId = unique("completions");
  const input = el("input", {
    type: "text", class: "typed", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": listId,
    "aria-label": T.plan.typed, placeholder: T.plan.hint, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
  });
  const list = el("ul", { class: "completions", role: "listbox", id: listId, hidden: true, "aria-label": T.plan.typed });
  const fault = el("p", { class: "fault", role: "alert" });
  let kept = ""; // what was entered and not understood: entered once more it is taken as it is
  const board = el("div", { class: "board", onclick: () => (fault.textContent = "") }); // who chooses has done with what he typed
  const node = el("div", { class: "chooser" }, el("div", { class: "typing" }, input, list, el("button", { type: "button", class: "small", onclick: enter }, T.plan.enter)), fault, board);

  // --- typing ---

  let offers = [];
  let picked = -1;
  function suggest() {
    offers = input.value.trim() ? complete(data, input.value) : [];
    picked = -1;
    const said = notes();
    replace(
      list,
      offers.map((offer, n) =>
        el("li", { role: "option", id: `${listId}-${n}`, "aria-selected": "false", onpointerdown: (event) => (event.preventDefault(), accept(n)) },
          el("b", {}, offer.text.trim()), offer.whole ? "" : " …", el("span", { class: "quiet" }, ` ${said[offer.text] || offer.note || ""}`)),
      ),
    );
    open(offers.length > 0);
  }
  function open(yes) {
    list.hidden = !yes;
    input.setAttribute("aria-expanded", String(yes));
    if (!yes) input.removeAttribute("aria-activedescendant");
  }
  function pick(n) {
    picked = n;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === n)));
    if (n < 0) return input.removeAttribute("aria-activedescendant");
    list.children[n].scrollIntoView({ block: "nearest" });
    return input.setAttribute("aria-activedescendant", `${listId}-${n}`);
  }
  function accept(n) {
    const offer = offers[n];
    input.value = offer.text;
    fault.textContent = "";
    if (offer.whole) return enter();
    return suggest();
  }
  /** What stands behind the number of a line, which goes to that line. */
  function ownNumber(typed) {
    const [, number, rest] = (plan.numbered && /^(\d+)[.:]?\s+(.+)$/.exec(typed)) || [];
    if (!(number >= 1 && number <= plan.numbered)) return typed;
    onNumber(number - 1);
    return (input.value = rest);
  }
  function enter() {
    const typed = ownNumber(input.value.trim());
    open(false);
    if (!typed) return undefined;
    const heard = read(data, typed) ? null : plan.heard(typed);
    const found = read(data, heard?.line || typed);
    if (found) return finish(found.line, found.form);
    if (data.free_lines && (!heard?.reason || typed === kept)) return finish(heard?.line || typed.replace(/\s+/g, " "));
    kept = typed;
    const close = heard?.reason ? heard.near : near(data, typed).map((line) => ({ text: line, line }));
    replace(fault, heard?.reason ? T.plan.unread(heard.reason) : T.plan.fault, offered(close, take), data.free_lines && ` ${T.plan.again}`);
    return undefined;
  }
  /** Put a line in the place of what was typed, and enter it. */
  function take(line) {
    input.value = line;
    input.focus();
    fault.textContent = "";
    enter();
  }
  input.addEventListener("input", () => {
    fault.textContent = "";
    suggest();
  });
  input.addEventListener("blur", () => open(false));
  input.addEventListener("keydown", (event) => {
    const there = offers.length && !list.hidden;
    if (event.key === "ArrowDown" && there) pick((picked + 1) % offers.length);
    else if (event.key === "ArrowUp" && there) pick((picked + offers.length - 1 + (picked < 0)) % offers.length);
    else if (event.key === "Tab" && there && picked < 0 && !event.shiftKey && offers[0].text.trim() !== input.value.trim()) input.value = offers[0].text;
    else if (event.key === "Escape") open(false);
    else if (event.key === "Enter") {
      if (there && picked >= 0) accept(picked);
      else enter();
    } else return;
    event.preventDefault();
    if (event.key === "Tab") suggest();
  });

  function finish(line, made) {
    reset();
    onLine(line, made?.section);
  }

  // --- choosing ---

  function reset() {
    form = null;
    values = {};
    wide = false;
    verb = "";
    only = null;
    input.value = "";
    fault.textContent = "";
    kept = "";
    open(false);
    show();
  }

  /** Open a form, some slots filled; all of them shown if `widely`. What lacks nothing and was not opened so is written. */
  function choose(next, given = {}, widely = false) {
    form = next;
    values = given;
    wide = widely;
    const line = lineOf(data, form, values);
    const open_ = shownSlots().filter((slot) => values[slot.name] === undefined);
    if (line !== null && !open_.length && !wide) return finish(line, form);
    return show();
  }
  const shownSlots = () => slotsOf(form).filter((slot) => wide || !slot.extra);
  // a click is enough where one thing is asked for
  const quick = () => !wide && shownSlots().length === 1 && kindOf(shownSlots()[0]) === "one";

  function show() {
    onAim(form ? targetsOf() : {});
    if (form) return replace(board, slotBoard());
    const shownAs = (chips) => el("div", { class: "chips", role: "group", "aria-label": T.plan.choose }, chips);
    if (only) return replace(board, back(() => ((only = null), show())), shownAs(only.map(offerChip)));
    const shownForms = listedForms.filter(left);
    const verbs = [...new Set(shownForms.map((f) => f.verb))];
    if (!verb && shownForms.length > FEW && verbs.length > 1) return replace(board, shownAs(verbs.map((word) => verbChip(word, shownForms))));
    const there = verb ? shownForms.filter((f) => f.verb === verb) : shownForms;
    return replace(board, verb && back(() => ((verb = ""), show())), shownAs(there.map((f) => formChip(f))));
  }
  const back = (action) => el("button", { type: "button", class: "small ghost", onclick: action }, `\u2039 ${T.plan.cancel}`);

  function verbChip(word, forms) {
    const mine = forms.filter((f) => f.verb === word);
    if (mine.length === 1) return formChip(mine[0]);
    return el("button", { type: "button", class: "chip", onclick: () => ((verb = word), show()) }, el("b", {}, word[0] + word.slice(1).toLowerCase()), el("span", { class: "quiet" }, T.plan.kinds(mine.length)));
  }
  function formChip(f) {
    const said = notes()[lineOf(data, f, {}) || f.key] || [f.note, f.doubt].filter(Boolean).join("; ");
    return el("button", { type: "button", class: "chip", title: f.help, "data-form": f.key, onclick: () => choose(f) }, el("b", {}, f.label), said && el("span", { class: "quiet" }, said));
  }

  const offerChip = (offer) => el("button", { type: "button", class: "chip", onclick: offer.go }, el("b", {}, offer.label), offer.note && el("span", { class: "quiet" }, offer.note));

  function slotBoard() {
    const line = lineOf(data, form, values);
    const single = quick();
    const more = !wide && slotsOf(form).some((slot) => slot.extra);
    return [
      back(() => ((form = null), (values = {}), (wide = false), show())),
      el("p", { class: "formhead" }, el("b", {}, form.label), ruleOf(form.rule), form.help && el("span", { class: "quiet" }, " ", ruled(form.help))),
      shownSlots().map((slot) => slotField(slot, single)),
      more && el("button", { type: "button", class: "small more", onclick: () => ((wide = true), show()) }, T.plan.more),
      (!single || line !== null) && el("button", { type: "button", class: "primary", disabled: line === null, onclick: () => finish(lineOf(data, form, values), form) }, line === null ? T.plan.incomplete : T.plan.write(line)),
    ];
  }

  function put(slot, value, rerender = true) {
    values = { ...values, [slot.name]: value };
    if (rerender) {
      if (quick()) return choose(form, values);
      return show();
    }
    // typing into a field must not take the field away
    const line = lineOf(data, form, values);
    const button = board.querySelector(".primary");
    if (button) {
      button.disabled = line === null;
      button.textContent = line === null ? T.plan.incomplete : T.plan.write(line);
    }
    return undefined;
  }

  function slotField(slot, single) {
    const kind = kindOf(slot);
    const options = openTo(data, slot);
    const label = [slot.label, slot.optional && ` ${T.plan.optional}`];
    const look = `slot${slot.extra ? " extra" : ""}`;
    if (kind === "number" || kind === "text") {
      const field = el("input", {
        type: kind === "number" ? "number" : "text", min: slot.least ?? 1, max: slot.most ?? 99, value: values[slot.name] || "",
        oninput: () => put(slot, field.value, false),
      });
      const limits = kind === "number" ? el("span", { class: "quiet" }, ` ${T.plan.upTo(slot.least ?? 1, slot.most ?? 99)}`) : null;
      return el("label", { class: look }, el("span", {}, label, limits), field);
    }
    if (kind === "one" && options.length > LISTED) {
      const field = el(
        "select",
        { onchange: () => put(slot, field.value || undefined) },
        el("option", { value: "" }, T.plan.nothing),
        options.map((o) => el("option", { value: o.text, selected: values[slot.name] === o.text }, [o.label || o.text, o.note].filter(Boolean).join(", "))),
      );
      return el("label", { class: look }, el("span", {}, label), field);
    }
    const many = kind === "many";
    const chosen = many ? values[slot.name] || [] : [values[slot.name]];
    const said = notes();
    return el(
      "fieldset",
      { class: look },
      el("legend", {}, label),
      el(
        "div",
        { class: "chips" },
        options.map((o) => {
          const on = chosen.includes(o.text);
          const next = () => (on && !many ? undefined : withOption(slot, values[slot.name], o));
          const whole = single ? lineOf(data, form, { [slot.name]: o.text }) : "";
          return el(
            "button",
            { type: "button", class: `chip${on ? " on" : ""}`, "aria-pressed": single ? undefined : String(on), "data-option": o.text, onclick: () => put(slot, next()) },
            el("b", {}, o.label || o.text),
            (said[whole] || o.note || o.doubt) && el("span", { class: "quiet" }, said[whole] || o.note || o.doubt),
          );
        }),
      ),
    );
  }

  /** Places where what would fill a slot that is still open can be found. */
  function targetsOf() {
    const targets = {};
    for (const slot of shownSlots()) {
      if (values[slot.name] !== undefined && kindOf(slot) !== "many") continue;
      for (const option of openTo(data, slot)) if (option.place) targets[option.place] = true;
    }
    return targets;
  }

  return {
    node,
    input,
    reset,
    refresh: show,
    choose,
    /** Show these orders alone, to choose from: nothing is written by it. */
    offer(offers) {
      reset();
      only = offers;
      show();
    },
    /** The form that is being filled in, or null. */
    get form() {
      return form;
    },
    /**
     * A click while a form is open: fills in what it names. What stays to be asked is returned, as `{label, note, go}`;
     * null if nothing does.
     */
    aimed(target) {
      const slots = shownSlots();
      const hits = hitsOf(data, slots, values, target);
      const sure = meant(target, hits);
      const fill = ({ slot, option }) => put(slot, withOption(slot, values[slot.name], option));
      if (sure) return fill(sure), null;
      const several = new Set(hits.map((hit) => hit.slot)).size > 1;
      return hits.map((hit) => ({
        label: [several && `${hit.slot.label}: `, hit.option.label || hit.option.text].filter(Boolean).join(""),
        note: hit.option.note,
        go: () => fill(hit),
      }));
    },
  };
}
