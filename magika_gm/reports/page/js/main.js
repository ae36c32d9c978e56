// The player's page: reads its data, builds itself, and ties its parts together.

import { listed, thingsOf, whole } from "./aim.js";
import { makeComposer } from "./composer.js";
import { announcer, drawing, el, replace } from "./dom.js";
import { settled } from "./forms.js";
import { changesSection, historyBar, makeHistory } from "./history.js";
import { makeJudge } from "./judging.js";
import { makeLetters } from "./letters.js";
import { bringArt, unpacked } from "./packed.js";
import { makePicture, tipOf } from "./picture.js";
import { makePlan } from "./plan.js";
import { blockSection, facts, handSection, isHand } from "./report.js";
import { knowRules, ruled } from "./rules.js";
import { makeSend, saveFile } from "./send.js";
import { storeOf } from "./store.js";
import { T } from "./texts.js";

const PHONE = matchMedia("(max-width: 560px)");
const FOOT = 100; // pixels at a phone's foot: its navigation, and the first of the orders
const textOf = (id) => document.getElementById(id)?.textContent || "null";

function header(data) {
  const { envelope, page } = data;
  const due = envelope.due
    ? el("div", { class: `due ${envelope.wanted || "required"}` }, el("span", { class: "caps" }, envelope.wanted_said), el("b", {}, el("time", { datetime: envelope.due_at }, envelope.due)), el("span", {}, page.due))
    : el("div", { class: "due" }, el("b", {}, T.over));
  return el(
    "header",
    { class: "head" },
    drawing(page.device, "crest"),
    el("div", { class: "who" }, el("h1", {}, page.title), el("p", { class: "subtitle" }, page.subtitle), el("p", { class: "quiet" }, page.where)),
    due,
  );
}

function navigation(parts) {
  return el("nav", { "aria-label": T.nav.label }, parts.map(([id, label, more]) => el("a", { href: `#${id}` }, label, more)));
}

/** The card of what was clicked: what is known of it, and groups `{said, offers}` of what could be chosen. */
function fillCard(node, [first, ...more], groups, close) {
  const chip = (offer) => el("button", { type: "button", class: "chip", onclick: () => (close(), offer.go()) }, el("b", {}, offer.label), offer.note && el("span", { class: "quiet" }, offer.note));
  replace(
    node,
    el("div", { class: "cardhead" }, el("h3", {}, first), el("button", { type: "button", class: "tool", "aria-label": T.picture.close, onclick: close }, "\u2715")),
    more.map((line) => el("p", {}, ruled(line))),
    groups.map(({ said, offers }) => [el("p", { class: "quiet" }, said), offers.length ? el("div", { class: "chips", role: "group", "aria-label": said }, offers.map(chip)) : null]),
  );
  node.hidden = false;
  node.scrollIntoView({ block: "nearest" });
}

function start() {
  const data = JSON.parse(textOf("page-data"));
  const { envelope, page } = data;
  const game = globalThis.gameOfThePage || {};
  const script = page.script || {};
  const store = storeOf(envelope);
  knowRules(envelope.marks);
  const history = makeHistory(data, store);
  const root = document.getElementById("page");
  favicon(page.device);
  const card = el("div", { class: "card", hidden: true, "aria-live": "polite" });
  const pictures = (page.pictures || []).map((picture) => makePicture(picture, { onTarget: (target) => (map.holder.after(card), clicked(current(), target)), hints: (name) => composer?.hints(name) || [] }));
  let tab = 0;
  const current = () => pictures[tab];
  let composer = null;

  const close = () => {
    card.hidden = true;
  };

  /** What a click on a picture or a list comes to: it fills in what it names, or asks in the card. Nothing else is chosen. */
  function clicked(picture, target, about) {
    close();
    const spot = picture?.spot(target.place);
    const mark = picture && target.sharp && (picture.data.marks || []).find((one) => thingsOf(one).some((key) => target.things.includes(key)));
    const said = about || (mark ? [mark.label] : spot ? tipOf(picture.data, spot) : [target.place]);
    const form = composer?.choosing;
    if (!form) return fillCard(card, said, offered(T.picture.offers, composer?.offersOf(target)), close);
    const asked = composer.aimed(target);
    if (!asked) return undefined;
    if (asked.length) return fillCard(card, said, [{ said: T.picture.which(form), offers: asked }], close);
    const there = spot && target.sharp ? composer.aimed({ ...whole(picture.data, target.place), asks: true }) || [] : [];
    const groups = [{ said: T.picture.not(form), offers: [] }, ...offered(T.picture.there, there), ...offered(T.picture.instead, composer.offersOf(target))];
    return fillCard(card, said, groups, close);
  }
  const offered = (said, offers) => (offers?.length ? [{ said, offers }] : []);

  const pictureOf = (place) => pictures.find((picture) => picture.spot(place));

  /** Look at a place, on whichever picture it is. */
  function showPlace(name) {
    const picture = pictureOf(name);
    if (!picture) return;
    if (picture !== current()) map.show(pictures.indexOf(picture));
    current().look(name);
    document.getElementById("map").scrollIntoView({ block: "start" });
    map.holder.after(card);
    clicked(picture, whole(picture.data, name));
  }

  const parts = [];
  const ctx = {
    thingIsOffered: (key) => composer?.thingIsOffered(key) || false,
    onThing(thing, row) {
      const target = listed(thing);
      if (composer?.choosing) {
        // asked where one looks; what is being filled in stays as it is
        row.append(card);
        clicked(pictureOf(thing.place), target, [thing.title]);
        if (!card.hidden) return;
      } else if (ctx.thingIsOffered(thing.key)) composer.offer(composer.offersOf(target));
      else return void (thing.place && showPlace(thing.place));
      document.getElementById("orders").scrollIntoView({ block: "start" });
      composer.focus();
    },
  };

  let send = null;
  let plan = null;
  let restored = null;
  if (page.plan) {
    plan = makePlan(settled(page.plan), game, script);
    restored = restore(plan, store, envelope);
    send = makeSend(plan, envelope, () => composer.half);
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
    composer.node.addEventListener("input", send.again);
  }
  const map = pictures.length ? mapSection(pictures, card, (n) => (tab = n)) : null;
  if (map) parts.push(["map", T.nav.map]);
  if (composer) {
    const count = el("span", { class: "tally" });
    const counted = () => replace(count, plan.lines.filter(Boolean).length || "");
    plan.onChange(counted);
    counted();
    parts.push(["orders", T.nav.orders, count], ["send", T.nav.send]);
  }
  const changes = changesSection(data, history);
  const slider = historyBar(data, history, (past) => {
    pictures.forEach((picture) => picture.show(past && past.pictures.find((p) => p.key === picture.key)));
    document.body.classList.toggle("looking-back", Boolean(past));
    changes.refresh();
  });
  const [hands, blocks] = map ? [(page.blocks || []).filter(isHand), (page.blocks || []).filter((block) => !isHand(block))] : [[], page.blocks || []];
  const told = map || composer ? blocks.filter((block) => block.is === "story") : []; // beside the orders, where there is no picture
  const rest = blocks.filter((block) => !told.includes(block));
  parts.push([told.length ? "told" : "report", T.nav.report]);
  const past = el("details", {}, el("summary", {}, T.history.title), slider.node);
  if (matchMedia("(min-width: 1000px)").matches) past.open = true;
  map?.section.append(el("div", { class: "folds" }, hands.map((block) => handSection(block, ctx, !PHONE.matches)), past, map.below));
  const turnFile = el("button", { type: "button", class: "small", onclick: () => saveFile(`${envelope.system}-${envelope.game}-turn-${envelope.turn}-${envelope.seat}.json`, textOf("turn-file"), "application/json") }, T.send.turnFile);

  root.append(
    el("a", { class: "skip", href: composer ? "#orders" : "#report" }, T.skip),
    header(data),
    navigation(parts),
    el(
      "main",
      {},
      el("div", { class: "top" }, el("p", { class: "lead" }, el("b", {}, ruled(page.lead[0])), page.lead.slice(1).map((line) => [" ", ruled(line)])), page.asked && el("section", { class: "asked", "aria-label": T.asked }, el("span", { class: "caps" }, T.asked), page.asked.map((line) => el("p", {}, ruled(line)))), facts(page.facts || [])),
      el(
        "div",
        { class: "table" },
        map?.section,
        composer && el("div", { class: "desk" }, composer.node, page.plan.letters && makeLetters(plan).node, send.node),
        told.length ? el("div", { class: "told", id: "told" }, told.map((block) => blockSection(block, ctx))) : null,
      ),
      el("div", { class: "report", id: "report" }, changes.node, rest.map((block) => blockSection(block, ctx)), el("p", {}, turnFile), envelope.marks && el("p", { class: "quiet" }, `${T.marks(Object.keys(envelope.marks))} ${T.marked}`)),
    ),
    announcer(),
  );
  if (plan) drafts(plan, composer, store, restored);
  // drawn last, once the frame's measures are known
  map?.show(0);
  if (map && composer) near(map);
  document.body.dataset.ready = "1";
  if (plan) judged(plan, composer);
}

/** Orders begin on a phone's first screen: the picture takes what room head and orders leave it, own side in sight. */
function near(map) {
  const low = () => document.getElementById("orders").getBoundingClientRect().top + scrollY;
  const fit = () => {
    const picture = map.holder.firstChild;
    map.section.style.removeProperty("--room");
    if (!PHONE.matches) return;
    const frame = picture.querySelector(".frame");
    map.section.style.setProperty("--room", `${frame.offsetHeight - Math.max(0, low() - innerHeight + FOOT)}px`);
    picture.scrollTop = picture.scrollHeight;
    map.home();
  };
  fit();
  document.fonts.ready.then(fit);
  PHONE.addEventListener("change", fit);
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
  return { section, holder, below, show, home: () => pictures.find((picture) => picture.node === holder.firstChild).home() };
}

/** Have typed lines judged, those of a draft too, where the page has the office's rows. */
async function judged(plan, composer) {
  const rows = await unpacked("line-rows");
  if (rows) plan.judgeBy(makeJudge(rows));
  if (rows && !plan.empty) composer.draw();
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

/** The device, for the page among others. */
function favicon(art) {
  const face = drawing(art);
  if (!face) return;
  face.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  face.replaceChildren(...[...document.getElementById(art[0]).childNodes].map((node) => node.cloneNode(true)));
  document.head.append(el("link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(face.outerHTML)}` }));
}

// the drawings come first: what is drawn with them asks whether they are there
bringArt().then(start);
