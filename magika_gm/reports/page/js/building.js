// The page a list for the sign-up form is made on: a deck, an army. Everything it knows is data of the game.

import { blockOf, countOf, faultsOf, mostOf, readBlock } from "./bounds.js";
import { announcer, drawing, el, figureList, replace, say } from "./dom.js";
import { bringArt, unpacked } from "./packed.js";
import { copyText, saveFile } from "./send.js";
import { storeOf } from "./store.js";
import { B } from "./texts.js";

const AT_ONCE = 48;

function start(page) {
  const store = storeOf({ system: page.system, game: "", seat: page.block });
  let list = store.get("list") || {};
  let shown = AT_ONCE;
  const wanted = page.fields.map(() => "");
  const steppers = [];
  const valuesOf = (ware, field) => (ware.fields[field] || "").split(", ").filter(Boolean);

  /** How many of a ware, with buttons; it may stand on the page twice. */
  function stepper(at) {
    const ware = page.wares[at];
    const most = mostOf(ware.bound);
    const name = ware.line.replace("{n} ", "");
    const less = el("button", { type: "button", class: "tool", "aria-label": B.less(name), onclick: () => put(at, (list[at] || 0) - 1) }, "\u2212");
    const more = el("button", { type: "button", class: "tool", "aria-label": B.add(name), onclick: () => put(at, (list[at] || 0) + 1) }, "+");
    const many = el("input", { type: "number", min: 0, max: most, inputmode: "numeric", "aria-label": B.many(name), onchange: () => put(at, Number(many.value)) });
    const draw = () => {
      many.value = String(list[at] || 0);
      less.disabled = !list[at];
      more.disabled = (list[at] || 0) >= most;
    };
    const node = el("div", { class: "stepper" }, less, many, more);
    steppers.push([node, draw]);
    draw();
    return node;
  }

  function put(at, n) {
    const least = Number.isFinite(n) ? Math.max(0, Math.min(999, Math.trunc(n))) : 0;
    if (least) list[at] = least;
    else delete list[at];
    const ware = page.wares[at];
    changed();
    say(`${ware.name}: ${least}. ${tallies()}`);
  }

  const tally = (code) => {
    const bound = page.bounds.find((one) => one.code === code);
    const n = countOf(page, code, list);
    const over = n > mostOf(bound) || n < (bound.least || 0);
    return { n, said: B.of(n, mostOf(bound)), over, left: Math.max(0, mostOf(bound) - n) };
  };
  const tallies = () => Object.entries(page.tallies).map(([code, label]) => `${label} ${tally(code).said}`).join(", ");

  // what could be taken

  const find = el("input", { type: "text", id: "find", autocomplete: "off", oninput: () => filtered() });
  const selects = page.fields.map((field, at) => {
    const values = [...new Set(page.wares.flatMap((ware) => valuesOf(ware, at)))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    return el("select", { id: `by-${at}`, onchange: (event) => ((wanted[at] = event.target.value), filtered()) }, el("option", { value: "" }, B.any), values.map((value) => el("option", { value }, value)));
  });
  const only = el("input", { type: "checkbox", id: "only", onchange: () => filtered() });
  const fitting = el("p", { class: "quiet", id: "fitting", role: "status" });
  const wares = el("ul", { class: "wares" });
  const more = el("button", { type: "button", onclick: () => showMore() });

  function fits(ware, at) {
    const said = find.value.trim().toLowerCase();
    if (only.checked && !list[at]) return false;
    if (said && !`${ware.name} ${ware.about}`.toLowerCase().includes(said)) return false;
    return wanted.every((value, field) => !value || valuesOf(ware, field).includes(value));
  }

  function filtered() {
    shown = AT_ONCE;
    drawWares();
  }

  /** The next of them; who came by keyboard stands at the first that is new. */
  function showMore() {
    const first = shown;
    shown += AT_ONCE;
    drawWares();
    wares.children[first]?.querySelector("input")?.focus();
  }

  function drawWares() {
    const found = page.wares.map((ware, at) => [ware, at]).filter(([ware, at]) => fits(ware, at));
    replace(
      wares,
      found.slice(0, shown).map(([ware, at]) => el("li", {}, drawing(ware.art, "face"), el("div", { class: "ware" }, el("b", {}, ware.line.replace("{n} ", "")), el("p", {}, ware.about), stepper(at)))),
    );
    fitting.textContent = B.shown(found.length, page.wares.length);
    const rest = found.length - shown;
    more.hidden = rest <= 0;
    more.textContent = B.more(Math.min(rest, AT_ONCE));
  }

  // what is on the list

  const figures = figureList();
  const faults = el("div", { id: "faults" });
  const own = el("div", { id: "own-list" });
  const counts = el("p", { class: "quiet" });
  const brief = el("span", { class: "quiet", id: "brief" });
  const text = el("textarea", { class: "sheet", readonly: true, rows: "12", spellcheck: "false", "aria-label": B.text, id: "block" });
  const done = el("p", { class: "done", role: "status", "aria-live": "polite" });
  const copy = el("button", { type: "button", class: "primary", id: "copy", onclick: () => copyText(text, done) }, B.copy);
  const save = el("button", { type: "button", id: "save", onclick: () => saveFile(`${page.system}-${page.block.toLowerCase()}.txt`, `${text.value}\n`) }, B.file);
  const ready = Object.keys(page.ready || {});
  const begin = el("select", { id: "begin", onchange: () => take(Object.fromEntries(page.ready[begin.value] || [])) }, el("option", { value: "" }, B.none), ready.map((title) => el("option", {}, title)));
  const pasted = el("textarea", { class: "sheet", rows: "5", id: "paste", spellcheck: "false" });
  const strange = el("div", { id: "strange", role: "status" });

  function take(given) {
    list = given;
    changed();
    drawWares();
    say(tallies());
  }

  function readPasted() {
    const found = readBlock(page, pasted.value);
    take(found.list);
    replace(strange, el("p", {}, B.taken(found.read)), found.strange.length ? el("ul", {}, found.strange.map(([line, said]) => el("li", {}, B.strange(line, said)))) : null);
  }

  function ownRows() {
    const groups = new Map();
    page.wares.forEach((ware, at) => list[at] && groups.set(ware.fields[0], [...(groups.get(ware.fields[0]) || []), at]));
    if (!groups.size) return el("p", { class: "quiet" }, B.empty);
    return [...groups].map(([kind, those]) => [
      el("h3", {}, kind, el("span", { class: "quiet" }, ` ${those.reduce((sum, at) => sum + list[at], 0)}`)),
      el("ul", { class: "things own" }, those.map((at) => el("li", {}, el("span", { class: "what" }, page.wares[at].name), stepper(at)))),
    ]);
  }

  /** How many of what: "cost 1: 8, 2: 21". */
  const byField = (field, label) => {
    const found = new Map();
    page.wares.forEach((ware, at) => valuesOf(ware, field).forEach((value) => list[at] && found.set(value, (found.get(value) || 0) + list[at])));
    const rows = [...found].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })).map(([value, n]) => `${value}: ${n}`);
    return rows.length ? `${label} ${rows.join(", ")}` : "";
  };

  function changed() {
    const focused = document.activeElement;
    const inOwn = own.contains(focused) && focused.getAttribute("aria-label");
    store.put("list", list);
    replace(own, ownRows());
    for (let at = steppers.length - 1; at >= 0; at -= 1) {
      if (steppers[at][0].isConnected) steppers[at][1]();
      else steppers.splice(at, 1);
    }
    if (inOwn) [...own.querySelectorAll("button,input")].find((one) => one.getAttribute("aria-label") === inOwn && !one.disabled)?.focus();
    if (inOwn && !own.contains(document.activeElement)) own.focus();
    replace(
      figures,
      Object.entries(page.tallies).map(([code, label]) => el("div", { class: "fact" }, el("dt", {}, label), el("dd", {}, el("b", { class: tally(code).over && "ill" }, tally(code).said)))),
      Object.entries(page.left || {}).map(([code, label]) => el("div", { class: "fact" }, el("dt", {}, label), el("dd", {}, el("b", {}, tally(code).left)))),
    );
    replace(counts, page.fields.slice(1).map((field, at) => byField(at + 1, field)).filter(Boolean).join("; "));
    const wrong = faultsOf(page, list);
    const none = !Object.keys(list).length;
    replace(faults, none ? null : wrong.length ? el("div", { class: "errors" }, el("b", {}, B.faults(wrong.length)), el("ul", {}, wrong.map((one) => el("li", {}, one)))) : el("p", { class: "done" }, B.right));
    text.value = none ? "" : blockOf(page, list);
    copy.disabled = save.disabled = none || wrong.length > 0;
    done.textContent = "";
    brief.textContent = ` ${tally(Object.keys(page.tallies)[0]).said}`;
  }

  own.setAttribute("tabindex", "-1");
  const label = (node, said) => el("label", { for: node.id }, said, node);
  replace(
    document.getElementById("page"),
    el("a", { class: "skip", href: "#own" }, B.skip),
    announcer(),
    el("header", { class: "head" }, el("div", { class: "who" }, el("h1", {}, page.title), el("p", { class: "subtitle" }, page.about))),
    el("nav", { "aria-label": B.nav.label }, el("a", { href: "#all" }, B.nav.all(page.thing)), el("a", { href: "#own" }, B.nav.own, brief), el("a", { href: "#form" }, B.nav.form(page.block))),
    el(
      "main",
      { class: "building" },
      el(
        "section",
        { id: "all", "aria-labelledby": "all-title" },
        el("h2", { id: "all-title" }, B.nav.all(page.thing)),
        el("div", { class: "filters" }, label(find, B.find), page.fields.map((field, at) => label(selects[at], field))),
        el("p", { class: "check" }, only, " ", el("label", { for: "only" }, B.chosen)),
        fitting,
        wares,
        more,
      ),
      el(
        "div",
        { class: "desk" },
        el(
          "section",
          { id: "own", "aria-labelledby": "own-title", tabindex: "-1" },
          el("h2", { id: "own-title" }, B.nav.own),
          figures,
          faults,
          counts,
          el("div", { class: "filters" }, ready.length ? label(begin, B.begin) : null),
          own,
          el("p", {}, el("button", { type: "button", onclick: () => take({}) }, B.clear)),
        ),
        el(
          "section",
          { id: "form", "aria-labelledby": "form-title" },
          el("h2", { id: "form-title" }, B.nav.form(page.block)),
          el("p", {}, B.how(page.block)),
          text,
          el("div", { class: "ways-out" }, copy, save),
          done,
          el("details", {}, el("summary", {}, B.read), label(pasted, B.paste), el("p", {}, el("button", { type: "button", id: "read", onclick: readPasted }, B.read)), strange),
        ),
      ),
    ),
  );
  changed();
  drawWares();
  document.body.dataset.ready = "yes";
}

bringArt().then(async () => start(JSON.parse(await unpacked("building"))));
