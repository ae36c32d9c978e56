// The player's page: reads its data, builds itself, and ties its parts together.

import { makeComposer } from "./composer.js";
import { announcer, el, replace } from "./dom.js";
import { settled } from "./forms.js";
import { changesSection, historyBar, makeHistory } from "./history.js";
import { makeLetters } from "./letters.js";
import { makePicture, tipOf } from "./picture.js";
import { makePlan } from "./plan.js";
import { blockSection, facts } from "./report.js";
import { makeSend, saveFile } from "./send.js";
import { storeOf } from "./store.js";
import { T } from "./texts.js";

const textOf = (id) => document.getElementById(id)?.textContent || "null";

function header(data) {
  const { envelope, page } = data;
  const due = envelope.due
    ? el("div", { class: "due" }, el("span", { class: "caps" }, T.ordersDue), el("b", {}, el("time", { datetime: envelope.due_at }, envelope.due)), el("span", {}, T.toTurn(envelope.turn + 1)))
    : el("div", { class: "due" }, el("b", {}, T.over));
  return el(
    "header",
    { class: "head" },
    el("div", {}, el("h1", {}, page.title), el("p", { class: "subtitle" }, page.subtitle), el("p", { class: "quiet" }, `${T.game(envelope.system_title, envelope.game, envelope.game_title)}, ${T.afterTurn(envelope.turn)}`)),
    due,
  );
}

function navigation(parts) {
  return el("nav", { "aria-label": T.nav.label }, parts.map(([id, label]) => el("a", { href: `#${id}` }, label)));
}

/** The card of a chosen place: what is known of it, and what could be ordered there. */
function placeCard(node, picture, name, offers, done) {
  const spot = picture.spot(name);
  const [first, ...more] = tipOf(picture.data, spot);
  replace(
    node,
    el("div", { class: "cardhead" }, el("h3", {}, first), el("button", { type: "button", class: "tool", "aria-label": T.picture.close, onclick: done }, "\u2715")),
    more.map((line) => el("p", {}, line)),
    offers.length ? el("p", { class: "quiet" }, T.picture.offers) : null,
    el("div", { class: "chips" }, offers.map((offer) => el("button", { type: "button", class: "chip", onclick: () => (offer.go(), done()) }, el("b", {}, offer.label), offer.note && el("span", { class: "quiet" }, offer.note)))),
  );
  node.hidden = false;
}

function start() {
  const data = JSON.parse(textOf("page-data"));
  const { envelope, page } = data;
  const game = globalThis.gameOfThePage || {};
  const script = page.script || {};
  const store = storeOf(envelope);
  const history = makeHistory(data, store);
  const root = document.getElementById("page");
  const card = el("div", { class: "card", hidden: true, "aria-live": "polite" });
  const pictures = (page.pictures || []).map((picture) => makePicture(picture, { onPlace: (name) => chosen(current(), name), hints: (name) => composer?.hints(name) || [] }));
  let tab = 0;
  const current = () => pictures[tab];
  let composer = null;

  function chosen(picture, name) {
    if (composer?.aimed(name)) return;
    const close = () => {
      card.hidden = true;
    };
    placeCard(card, picture, name, composer ? composer.offersAt(name) : [], close);
  }

  /** Look at a place, on whichever picture it is. */
  function showPlace(name) {
    const n = pictures.findIndex((picture) => picture.spot(name));
    if (n < 0) return;
    if (n !== tab) map.show(n);
    current().look(name);
    document.getElementById("map").scrollIntoView({ block: "start" });
    chosen(current(), name);
  }

  const parts = [];
  const ctx = {
    thingIsOffered: (key) => composer?.thingIsOffered(key) || false,
    onThing(thing) {
      if (composer?.chooseThing(thing.key)) {
        document.getElementById("orders").scrollIntoView({ block: "start" });
        composer.focus();
      } else if (thing.place) showPlace(thing.place);
    },
  };

  let send = null;
  let plan = null;
  let restored = null;
  if (page.plan) {
    plan = makePlan(settled(page.plan), game, script);
    restored = restore(plan, store, envelope);
    send = makeSend(plan, envelope);
    const byPlace = (targets) => pictures.forEach((picture) => picture.aim(targets));
    composer = makeComposer(plan, {
      envelope,
      game,
      script,
      onAim: byPlace,
      onTrack: (steps) => pictures.forEach((picture) => picture.lead(steps)),
      onJudged: (judged) => {
        send.draw(judged);
        card.hidden = true;
      },
    });
  }
  const map = pictures.length ? mapSection(pictures, card, (n) => (tab = n)) : null;
  if (map) parts.push(["map", T.nav.map]);
  if (composer) parts.push(["orders", T.nav.orders], ["send", T.nav.send]);
  parts.push(["report", T.nav.report]);

  const changes = changesSection(data, history);
  const slider = historyBar(data, history, (past) => {
    pictures.forEach((picture) => picture.show(past && past.pictures.find((p) => p.key === picture.key)));
    document.body.classList.toggle("looking-back", Boolean(past));
    changes.refresh();
  });
  map?.section.append(slider.node, map.below);
  const turnFile = el("button", { type: "button", class: "small", onclick: () => saveFile(`${envelope.system}-${envelope.game}-turn-${envelope.turn}-${envelope.seat}.json`, textOf("turn-file"), "application/json") }, T.send.turnFile);
  const wanted = envelope.due && { may: T.mayOrder, none: T.noneWanted }[envelope.wanted];

  root.append(
    el("a", { class: "skip", href: composer ? "#orders" : "#report" }, T.skip),
    header(data),
    navigation(parts),
    el(
      "main",
      {},
      el("div", { class: "top" }, el("p", { class: "lead" }, el("b", {}, page.lead[0]), page.lead.slice(1).map((line) => ` ${line}`)), wanted && el("p", { class: "quiet" }, wanted), facts(page.facts || [])),
      el("div", { class: "table" }, map?.section, composer && el("div", { class: "desk" }, composer.node, page.plan.letters && makeLetters(plan).node, send.node)),
      el("div", { class: "report", id: "report" }, changes.node, (page.blocks || []).map((block) => blockSection(block, ctx)), el("p", {}, turnFile)),
    ),
    announcer(),
  );
  if (plan) drafts(plan, composer, store, restored);
  // drawn last, once the frame's measures are known
  map?.show(0);
  document.body.dataset.ready = "1";
}

function mapSection(pictures, card, set) {
  const holder = el("div", {});
  const below = el("div", {});
  const show = (n) => {
    set(n);
    replace(holder, pictures[n].node);
    replace(below, pictures[n].below);
    title.textContent = pictures[n].title;
    tabs.forEach((tab, at) => tab.setAttribute("aria-pressed", String(at === n)));
    pictures[n].home();
  };
  const tabs = pictures.map((picture, n) => el("button", { type: "button", class: "small", "aria-pressed": "false", onclick: () => show(n) }, picture.title));
  // on a desk there is room for the legend
  if (matchMedia("(min-width: 1000px)").matches) pictures.forEach((picture) => picture.below.querySelector(".legend")?.setAttribute("open", ""));
  const title = el("h2", { id: "map-title" });
  const section = el("section", { class: "map-section", id: "map", "aria-labelledby": "map-title" }, title, pictures.length > 1 ? el("div", { class: "chips", role: "group" }, tabs) : null, holder, card);
  return { section, below, show };
}

/** Bring back what was written and not sent: where it is kept, and when it was. */
function restore(plan, store, envelope) {
  const key = `draft:${envelope.turn + 1}`;
  const kept = store.get(key);
  return { key, kept, back: kept && plan.restore(kept.plan) };
}

/** Say so, and keep what is written as it is written. */
function drafts(plan, composer, store, { key, kept, back }) {
  const said = back ? T.plan.kept(new Date(kept.at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })) : store.works ? T.plan.keeps : T.plan.unkept;
  composer.state.append(el("p", { class: back ? "notice" : "quiet" }, said));
  plan.onChange(() => {
    if (plan.empty) store.drop(key);
    else store.put(key, { at: Date.now(), plan: plan.kept() });
  });
  composer.draw();
}

// what is folded away on the screen stands open on paper
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((details) => details.setAttribute("open", "")));

start();
