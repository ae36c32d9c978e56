// A map or table as SVG: pan, zoom, tips, clicks, and a cursor that walks from place to place by keyboard.

import { pointed, whole } from "./aim.js";
import { drawing, drawn as drawnArt, el, isDrawn, replace, say, svg } from "./dom.js";
import { T } from "./texts.js";

const STEP = 1.35;
const READABLE = 15; // pixels a label's line must have to be drawn
const NARROW = 480;
const FLAT = 0.6; // a picture so much wider than high has a frame of its own shape
const CROWD = 3; // marks told apart on one place, until it is tapped
const CARD = 1.25; // what is so much wider than high
const DRAGGED = 5; // pixels after which a press is a drag and no click

/** Dark or light letters, whichever is read on a colour. */
export function inkOn(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  const part = (shift) => {
    const v = ((n >> shift) & 255) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.18 ? "#1a1a1a" : "#ffffff";
}

/** What is to be said of a place: its tone, when it was seen, who and what is there. */
export function tipOf(data, spot) {
  const tone = data.tones?.[spot.tone];
  const first = [spot.name, spot.unknown ? T.picture.unknown : tone?.label].filter(Boolean).join(", ");
  const there = (data.marks || []).filter((mark) => mark.at === spot.name).map((mark) => mark.label);
  return [first, ...(spot.tip || []), ...there, ...(tone?.note ? [tone.note] : [])];
}

/** A picture as it lies on a narrow screen: the same places, elsewhere. */
function narrowed(data) {
  const { at, ...rest } = data.narrow;
  return { ...data, ...rest, spots: data.spots.map((spot) => ({ ...spot, x: at[spot.name][0], y: at[spot.name][1] })) };
}

/** One picture. `onTarget(target)` is called with what was clicked; `hints(name)` are more lines of a place's tip. */
export function makePicture(laid, { onTarget, hints }) {
  const slim = laid.narrow && matchMedia(`(max-width: ${NARROW}px)`);
  const inRoom = () => (slim?.matches ? narrowed(laid) : laid);
  let data = inRoom();
  let shown = data; // an earlier turn's picture may be looked at
  let targets = {};
  let track = [];
  let view = null;
  let cursor = null; // a crowd at its place is spread out
  let drawn = false; // nothing is drawn before it is looked at
  let labelled = new Set(); // places whose names are written: those that came into sight
  let room = { width: 600, height: 460 }; // of the frame, on the screen
  const layer = {};
  for (const name of ["land", "scene", "faces", "labels", "targets", "ways", "track", "marks"]) layer[name] = svg("g", { class: name, "aria-hidden": "true" });
  const surface = svg("svg", { class: "map", tabindex: "0", role: "application", "aria-label": `${data.title}. ${T.picture.keys}` });
  surface.append(svg("title", {}, data.title), ...Object.values(layer), svg("polygon", { class: "cursor", points: "" }));
  const tip = el("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  const frame = el("div", { class: "frame" }, surface, tip);
  const fit = () => {
    frame.classList.toggle("whole", data !== laid);
    if (data.around && data.height / data.width >= FLAT) return;
    frame.classList.add("flat");
    frame.style.setProperty("--shape", `${data.width} / ${data.height}`);
    frame.style.setProperty("--near", `${data.width} / ${data.height * (cards() ? 2 : 1)}`);
  };
  fit();
  const words = el("p", { class: "words" });
  const find = el("input", { class: "find", type: "text", size: "6", "aria-label": T.picture.goto, placeholder: T.picture.goto, spellcheck: "false", autocomplete: "off" });
  const button = (label, sign, action) => el("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: action }, sign);
  const bar = el(
    "div",
    { class: "bar" },
    button(T.picture.in, "+", () => zoom(1 / STEP)),
    button(T.picture.out, "\u2212", () => zoom(STEP)),
    data.focus ? button(T.picture.home, "\u25ce", home) : null,
    button(T.picture.all, "\u2922", all),
    find,
  );
  const legend = el("details", { class: isDrawn(data.scene) ? "legend lit" : "legend" });
  const node = el("div", { class: "picture" }, bar, frame);
  const below = el("div", { class: "below" }, legend, el("details", { class: "inwords" }, el("summary", {}, T.picture.words), words));

  find.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const name = spots().find((spot) => spot.name.toLowerCase() === find.value.trim().toLowerCase())?.name;
    if (!name) return say(T.picture.none(find.value.trim()));
    centre(name);
    put(name);
    onTarget(whole(shown, name));
  });

  const spots = () => shown.spots;
  const spotOf = (name) => shown.spots.find((spot) => spot.name === name);

  function draw() {
    drawn = true;
    const groups = new Map();
    for (const spot of shown.spots) {
      const key = `${spot.unknown ? "?" : spot.tone || ""}|${spot.faint ? 1 : 0}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(spot);
    }
    const land = [...groups].map(([key, there]) => {
      const [name, faint] = key.split("|");
      const tone = shown.tones?.[name];
      return svg(
        "g",
        { class: `tone${name === "?" ? " unknown" : ""}${faint === "1" ? " faint" : ""}`, vars: tone ? { "--light": tone.light, "--dark": tone.dark } : {} },
        there.map((spot) => svg("polygon", { points: outline(spot), "data-place": spot.name, class: isDrawn(spot.art) && "under" })),
        tone?.art && name !== "?" && there.map((spot) => drawnArt(tone.art, spot.x, spot.y)),
      );
    });
    replace(layer.land, land);
    replace(layer.scene, drawnArt(shown.scene, shown.width / 2, shown.height / 2));
    replace(layer.faces, shown.spots.filter((spot) => spot.art).map((spot) => svg("g", { class: spot.faint ? "faint" : spot.turned ? "turned" : "", transform: spot.turned && `rotate(5 ${spot.x} ${spot.y})` }, drawnArt(spot.art, spot.x, spot.y))));
    labelled = new Set();
    replace(layer.labels);
    drawLabels();
    replace(layer.ways, (shown.ways || []).map(drawWay));
    replace(layer.marks, drawMarks());
    drawTargets();
    drawTrack();
    drawCursor();
    words.textContent = shown.text || shown.marks?.map((mark) => `${mark.at}: ${mark.label}`).join("; ") || "";
    drawLegend();
  }

  const outline = (spot) => {
    const points = shown.shapes[spot.shape || Object.keys(shown.shapes)[0]];
    return points.map(([x, y]) => `${+(spot.x + x).toFixed(2)},${+(spot.y + y).toFixed(2)}`).join(" ");
  };

  const placed = (spot, [x, y]) => ({ x: spot.x + x, y: spot.y + y });

  /** Names of places that are in sight: letters are what a picture is slowest at. On paper all of them (`everywhere`). */
  function drawLabels(everywhere = false) {
    if (surface.classList.contains("small")) return;
    const size = lineSize();
    const scale = Math.max(view.w / room.width, view.h / room.height); // the viewBox is fitted and centred
    const wide = (room.width * scale) / 2 + bulkOf();
    const high = (room.height * scale) / 2 + bulkOf();
    const [x, y] = [view.x + view.w / 2, view.y + view.h / 2];
    const hatched = Object.values(shown.tones || {}).some((tone) => isDrawn(tone.art));
    const fresh = shown.spots.filter((spot) => !labelled.has(spot) && (everywhere || (Math.abs(spot.x - x) < wide && Math.abs(spot.y - y) < high)));
    for (const spot of fresh) {
      labelled.add(spot);
      if (isDrawn(spot.art) || isDrawn(shown.scene)) continue;
      const tone = shown.tones?.[spot.tone];
      const sign = hatched ? "" : tone?.sign;
      const label = spot.label || spot.name;
      const bulk = spotHeight(spot);
      if (isCard(spot)) {
        const width = spotWidth(spot);
        layer.labels.append(...cardLabel(label, spot, width, bulk));
        if (sign) layer.labels.append(svg("text", { class: "sign", x: spot.x + width / 2 - size * 0.7, y: spot.y + bulk / 2 - size * 0.7, "font-size": size }, sign));
        continue;
      }
      if (label.trim()) layer.labels.append(svg("text", { class: "label", ...placed(spot, spot.label_at || [0, -bulk * 0.28]), "font-size": fitted(label, size, spotWidth(spot)) }, label));
      if (sign) layer.labels.append(svg("text", { class: "sign", ...placed(spot, spot.sign_at || [0, bulk * 0.31]), "font-size": size }, sign));
    }
  }

  function drawTargets() {
    if (!drawn) return;
    const there = Object.keys(targets).map(spotOf).filter(Boolean);
    replace(layer.targets, there.map((spot) => svg("polygon", { points: outline(spot), "data-place": spot.name })));
  }

  function spotHeight(spot) {
    const points = shown.shapes[spot.shape || Object.keys(shown.shapes)[0]];
    const ys = points.map(([, y]) => y);
    return Math.max(...ys) - Math.min(...ys);
  }
  function spotWidth(spot) {
    const xs = shown.shapes[spot.shape || Object.keys(shown.shapes)[0]].map(([x]) => x);
    return Math.max(...xs) - Math.min(...xs);
  }
  /** A card lies flat: its name above, who stands on it below. */
  function isCard(spot) {
    return spotWidth(spot) > spotHeight(spot) * CARD;
  }
  function cards() {
    return shown.spots.length > 0 && isCard(shown.spots[0]) && !isDrawn(shown.scene);
  }
  /** A size at which a label stays within its place. */
  const fitted = (label, size, width) => +Math.min(size, width / (label.length * 0.6)).toFixed(2);
  /** A card's name, in two lines where one would have to be small. */
  function cardLabel(label, spot, width, bulk) {
    const size = bulk * 0.25;
    const words = label.trim().split(" ");
    const splits = words.map((_, n) => [words.slice(0, n).join(" "), words.slice(n).join(" ")].filter(Boolean));
    const longest = (lines) => Math.max(...lines.map((line) => line.length));
    const lines = fitted(label, size, width) === +size.toFixed(2) ? splits[0] : splits.reduce((best, other) => (longest(other) < longest(best) ? other : best));
    const letters = fitted("x".repeat(longest(lines) + 1), size, width);
    return lines.map((line, n) => svg("text", { class: "label", x: spot.x, y: spot.y - bulk / 2 + letters * (0.75 + 1.05 * n), "font-size": letters }, line));
  }
  const bulkOf = () => (shown.spots.length ? spotHeight(shown.spots[0]) : 40);
  const lineSize = () => +(bulkOf() * 0.2).toFixed(2);

  function drawWay(way) {
    const points = way.points.map(([x, y]) => `${x},${y}`).join(" ");
    const kind = way.kind || "route";
    const radius = bulkOf() * 0.15;
    return svg(
      "g",
      { class: `way ${kind}` },
      kind === "route" && svg("polyline", { class: "casing", points }),
      svg("polyline", { points }),
      (way.numbers || []).map((said, n) => {
        if (!said) return null;
        // on the line, short of its end: the middle of the place belongs to who stands there
        const [toX, toY] = way.points[n];
        const [fromX, fromY] = kind === "past" ? [toX, toY] : way.points[Math.max(0, n - 1)];
        const [x, y] = [toX + (fromX - toX) * 0.46, toY + (fromY - toY) * 0.46];
        return [
          svg("circle", { class: "step", cx: x, cy: y, r: kind === "past" ? radius * 0.6 : radius }),
          kind !== "past" && svg("text", { class: "stepno", x, y, "font-size": radius * 1.5 }, said),
        ];
      }),
    );
  }

  /** Where the plan would lead, step by step. */
  function drawTrack() {
    if (!drawn) return;
    const here = track.map((step) => spotOf(step.place)).filter(Boolean);
    const first = spotOf(shown.focus);
    const size = bulkOf();
    const line = [first, ...here].filter(Boolean).map((spot) => `${spot.x},${spot.y}`).join(" ");
    const sums = {};
    replace(
      layer.track,
      here.length ? svg("polyline", { points: line }) : null,
      track.map((step) => {
        const spot = spotOf(step.place);
        if (!spot || (first && spot.name === first.name)) return null;
        sums[spot.name] = (sums[spot.name] || 0) + 1;
        const x = spot.x + size * (0.24 * sums[spot.name] - 0.52);
        const y = spot.y + size * 0.16;
        return [svg("circle", { cx: x, cy: y, r: size * 0.14 }), svg("text", { x, y, "font-size": size * 0.2 }, step.text)];
      }),
    );
  }

  function drawMarks() {
    const bySpot = new Map();
    for (const mark of shown.marks || []) {
      if (!bySpot.has(mark.at)) bySpot.set(mark.at, []);
      bySpot.get(mark.at).push(mark);
    }
    const size = bulkOf();
    const last = [...bySpot].sort(([a], [b]) => (a === cursor) - (b === cursor)); // what is spread out lies above all
    return last.map(([name, there]) => {
      const spot = spotOf(name);
      if (!spot) return null;
      const { x, y } = placed(spot, spot.mark_at || [0, isDrawn(spot.art) || isDrawn(shown.scene) ? 0 : size * 0.08]); // below its name
      if (!isCard(spot) && isHeap(there)) return name === cursor ? drawFan(there, x, y, size) : drawCrowd(there, x, y, size * 0.2);
      const [counters, plain] = [there.filter((mark) => isDrawn(mark.art)), there.filter((mark) => !isDrawn(mark.art))];
      if (counters.length) {
        const side = size * 0.11;
        const row = plain.map((mark, n) => drawMark(mark, x + (n - (plain.length - 1) / 2) * side * 2.2, spot.y + size * 0.36, side));
        return [drawCounters(counters, x, y, spotWidth(spot) * 0.94, spotHeight(spot) * (spot.mark_at ? 0.52 : 0.62)), row];
      }
      if (isCard(spot)) {
        // on a card they stand in a row below its name, left of its sign
        const apart = Math.min(size * 0.5, (spotWidth(spot) - size * 0.4) / there.length);
        return there.map((mark, n) => drawMark(mark, spot.x - size * 0.1 + (n - (there.length - 1) / 2) * apart, spot.y + size * 0.28, Math.min(size * 0.19, apart * 0.46)));
      }
      // side by side, below the place's name
      const big = [0.24, 0.19, 0.14][there.length - 1] * size;
      return there.map((mark, n) => drawMark(mark, x + (n - (there.length - 1) / 2) * big * 2.1, y, big));
    });
  }

  /** Counters side by side, and in rows where there is no room for that; so small that they stay within their place. */
  function drawCounters(there, x, y, wide, high) {
    const [, w, h] = there[0].art;
    let scale = 1;
    const across = () => Math.max(1, Math.min(there.length, Math.floor(wide / (w * scale))));
    const down = () => Math.ceil(there.length / across());
    while (scale > 0.3 && (down() * h * scale > high || w * scale > wide)) scale -= 0.05;
    const [columns, rows] = [across(), down()];
    return there.map((mark, n) => {
      const left = x + ((n % columns) - (Math.min(columns, there.length) - 1) / 2) * w * scale;
      const top = y + (Math.floor(n / columns) - (rows - 1) / 2) * h * scale;
      return svg("g", { class: `counter${mark.faint ? " faint" : ""}`, "data-mark": mark.key }, drawnArt(mark.art, left, top, scale * 0.96));
    });
  }

  /** More discs than can be told apart; counters, which are wide, lie one below the other. */
  const isHeap = (there) => there.filter((mark) => !isDrawn(mark.art) || mark.art[1] < mark.art[2] * CARD).length > CROWD;

  /** More than can be told apart: how many, and of which side most are; the tip names them. */
  function drawCrowd(there, x, y, r) {
    const side = ["own", "ally", "foe"].sort((a, b) => there.filter((m) => m.side === b).length - there.filter((m) => m.side === a).length)[0];
    const mark = { text: `${there.length}\u00d7`, side, shape: "disc", colour: there.find((m) => m.side === side)?.colour };
    return [svg("circle", { class: "crowd", cx: x, cy: y, r: r * 1.25 }), drawMark(mark, x, y, r)];
  }

  /** Them all, around their place. */
  function drawFan(there, x, y, size) {
    const r = Math.min(0.21, 1.8 / there.length) * size;
    const round = there.map((mark, n) => {
      const angle = (n / there.length) * 2 * Math.PI - Math.PI / 2;
      const [cx, cy] = [x + size * 0.66 * Math.cos(angle), y + size * 0.66 * Math.sin(angle)];
      if (!isDrawn(mark.art)) return drawMark(mark, cx, cy, r);
      return svg("g", { class: `counter${mark.faint ? " faint" : ""}`, "data-mark": mark.key }, drawnArt(mark.art, cx, cy, (2 * r) / mark.art[2]));
    });
    return [svg("circle", { class: "fan", cx: x, cy: y, r: size * 0.92 }), round];
  }

  function drawMark(mark, x, y, r) {
    const shapes = {
      disc: () => svg("circle", { cx: x, cy: y, r }),
      lozenge: () => svg("polygon", { points: `${x},${y - r} ${x + r},${y} ${x},${y + r} ${x - r},${y}` }),
      square: () => svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r * 0.2 }),
      bar: () => svg("rect", { x: x - r * 1.6, y: y - r * 0.6, width: r * 3.2, height: r * 1.2, rx: r * 0.2 }),
    };
    const vars = mark.colour ? { "--fill": mark.colour, "--ink": inkOn(mark.colour) } : {};
    const letter = mark.text.length > 2 ? r * 0.75 : mark.text.length > 1 ? r * 0.95 : r * 1.3;
    return svg(
      "g",
      { class: `mark ${mark.side || "thing"} ${mark.shape || "disc"}${mark.faint ? " faint" : ""}`, vars, "data-mark": mark.key },
      (shapes[mark.shape || "disc"] || shapes.disc)(),
      svg("text", { x, y, "font-size": letter }, mark.text),
    );
  }

  function drawLegend() {
    const rows = Object.values(shown.tones || {}).map((tone) =>
      el(
        "li",
        { vars: { "--light": tone.light, "--dark": tone.dark } },
        el("span", { class: "swatch", "aria-hidden": "true" }, drawing(tone.art, "") || tone.sign || ""),
        el("span", {}, tone.label, tone.note && el("small", {}, tone.note.replaceAll(" %", "\u00a0%"))),
      ),
    );
    replace(legend, el("summary", {}, T.picture.legend), el("ul", {}, rows), shown.help && el("p", {}, shown.help));
    legend.hidden = !rows.length && !shown.help;
  }

  // --- what part of it is seen ---

  function apply() {
    surface.setAttribute("viewBox", [view.x, view.y, view.w, view.h].map((v) => v.toFixed(1)).join(" "));
    const scale = room.width / view.w;
    surface.classList.toggle("small", Boolean(shown.large) && lineSize() * scale < READABLE / 2);
    // what is drawn after its measures are known need not be laid out twice
    if (drawn) drawLabels();
    else draw();
  }
  function measure() {
    if (frame.clientWidth) room = { width: frame.clientWidth, height: frame.clientHeight };
  }
  function all() {
    view = { x: 0, y: 0, w: shown.width, h: shown.height };
    apply();
  }
  function home() {
    const spot = shown.focus && spotOf(shown.focus);
    const ratio = room.height / room.width;
    if (cards() && room.width < NARROW) return half(spot, ratio);
    if (!spot || !shown.around) return all();
    // a narrow screen shows less, but what it shows can be read
    const w = 2 * shown.around * (room.width < NARROW ? 0.62 : 1 / Math.min(1, ratio));
    view = { x: spot.x - w / 2, y: spot.y - (w * ratio) / 2, w, h: w * ratio };
    return apply();
  }
  /** Cards on a narrow screen are shown by halves, which can be read. */
  function half(spot, ratio) {
    const w = shown.width / 2;
    const h = w * ratio;
    const within = (middle, part, whole) => (part > whole ? (whole - part) / 2 : Math.min(Math.max(middle - part / 2, 0), whole - part));
    view = { x: within(spot?.x ?? 0, w, shown.width), y: within(spot?.y ?? shown.height, h, shown.height), w, h };
    return apply();
  }
  function centre(name) {
    const spot = spotOf(name);
    view.x = spot.x - view.w / 2;
    view.y = spot.y - view.h / 2;
    apply();
  }
  function zoom(by, x = view.x + view.w / 2, y = view.y + view.h / 2) {
    const w = Math.min(Math.max(view.w * by, bulkOf() * 2.5), shown.width * 1.6);
    const real = w / view.w;
    view = { x: x - (x - view.x) * real, y: y - (y - view.y) * real, w, h: view.h * real };
    apply();
  }
  /** Where in the picture a point of the screen is. */
  function at(event) {
    const box = surface.getBoundingClientRect();
    const scale = Math.max(view.w / box.width, view.h / box.height); // the viewBox is fitted and centred
    return {
      x: view.x + view.w / 2 + (event.clientX - box.left - box.width / 2) * scale,
      y: view.y + view.h / 2 + (event.clientY - box.top - box.height / 2) * scale,
      scale,
    };
  }

  // --- pointer ---

  const held = new Map();
  let dragged = 0;
  const markOf = (event) => {
    const key = event.target?.closest?.("[data-mark]")?.getAttribute("data-mark");
    return key === undefined || key === null ? undefined : shown.marks.find((mark) => mark.key === key);
  };
  const placeOf = (event) => markOf(event)?.at || event.target?.getAttribute?.("data-place") || nearest(at(event));
  function nearest({ x, y }) {
    let best = null;
    let least = (bulkOf() / 2) ** 2;
    for (const spot of shown.spots) {
      const d = (spot.x - x) ** 2 + (spot.y - y) ** 2;
      if (d < least) [best, least] = [spot.name, d];
    }
    return best;
  }
  surface.addEventListener("pointerdown", (event) => {
    held.set(event.pointerId, event);
    dragged = 0;
  });
  surface.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return hover(event);
    const others = [...held.values()].filter((other) => other.pointerId !== event.pointerId);
    if (others.length) {
      const gap = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      const middle = at({ clientX: (event.clientX + others[0].clientX) / 2, clientY: (event.clientY + others[0].clientY) / 2 });
      zoom(gap(before, others[0]) / gap(event, others[0]), middle.x, middle.y);
      dragged = DRAGGED + 1;
    } else {
      const { scale } = at(event);
      dragged += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
      if (dragged > DRAGGED) {
        if (!surface.hasPointerCapture(event.pointerId)) surface.setPointerCapture(event.pointerId);
        view.x -= (event.clientX - before.clientX) * scale;
        view.y -= (event.clientY - before.clientY) * scale;
        tip.hidden = true;
        apply();
      }
    }
    held.set(event.pointerId, event);
    return undefined;
  });
  for (const name of ["pointerup", "pointercancel"]) surface.addEventListener(name, (event) => held.delete(event.pointerId));
  surface.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });
  surface.addEventListener("click", (event) => {
    if (dragged > DRAGGED) return;
    const mark = markOf(event);
    const name = mark ? mark.at : placeOf(event);
    if (!name) return;
    put(name);
    onTarget(pointed(shown, name, mark));
  });
  surface.addEventListener(
    "wheel",
    (event) => {
      // the page scrolls as ever unless one means the picture
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== surface) return;
      event.preventDefault();
      const point = at(event);
      zoom(event.deltaY < 0 ? 1 / 1.15 : 1.15, point.x, point.y);
    },
    { passive: false },
  );

  function hover(event) {
    // a finger hovers nowhere, whatever a browser makes of it: what it taps is told by the card
    if (event.pointerType === "touch" || matchMedia("(hover: none)").matches) return;
    const name = placeOf(event);
    tip.hidden = !name;
    if (!name) return;
    replace(tip, [...tipOf(shown, spotOf(name)), ...hints(name)].map((line, n) => el(n ? "p" : "b", {}, line)));
    const box = frame.getBoundingClientRect();
    const x = event.clientX - box.left;
    tip.style.setProperty("--x", `${Math.min(x + 14, box.width - tip.offsetWidth - 6)}px`);
    const y = event.clientY - box.top;
    // in a narrow frame it would cover what lies round the place: it stands at the edge that is further off
    if (box.width < NARROW) return void tip.style.setProperty("--y", `${y > box.height / 2 ? 6 : box.height - tip.offsetHeight - 6}px`);
    tip.style.setProperty("--y", `${y + tip.offsetHeight + 24 > box.height ? y - tip.offsetHeight - 10 : y + 18}px`);
  }

  // --- keyboard ---

  const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  surface.addEventListener("keydown", (event) => {
    if (WAYS[event.key]) {
      event.preventDefault();
      walk(...WAYS[event.key]);
    } else if ((event.key === "Enter" || event.key === " ") && cursor) {
      event.preventDefault();
      onTarget(whole(shown, cursor));
    } else if (event.key === "+" || event.key === "=") zoom(1 / STEP);
    else if (event.key === "-") zoom(STEP);
    else if (event.key === "Home") home();
  });
  surface.addEventListener("focus", () => {
    if (!cursor) put(shown.focus || shown.spots[0]?.name, true);
  });

  function walk(dx, dy) {
    const from = spotOf(cursor) || shown.spots[0];
    let best = null;
    let least = Infinity;
    for (const spot of shown.spots) {
      const x = spot.x - from.x;
      const y = spot.y - from.y;
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead <= 0.01 || aside > ahead * 1.8) continue;
      const d = ahead + aside * 1.2;
      if (d < least) [best, least] = [spot, d];
    }
    if (!best) return;
    put(best.name, true);
    const { x, y, w, h } = view;
    const outside = best.x < x + w * 0.08 || best.x > x + w * 0.92 || best.y < y + h * 0.08 || best.y > y + h * 0.92;
    if (outside) centre(best.name);
  }
  const crowded = (name) => isHeap((shown.marks || []).filter((mark) => mark.at === name));
  function put(name, aloud) {
    const spread = name !== cursor && [name, cursor].some((one) => one && crowded(one));
    cursor = name;
    drawCursor();
    if (drawn && spread) replace(layer.marks, drawMarks());
    const spot = name && spotOf(name);
    if (aloud && spot) say([...tipOf(shown, spot), ...hints(name)].join(". "));
  }
  function drawCursor() {
    const spot = cursor && spotOf(cursor);
    const mark = surface.querySelector(".cursor");
    if (!mark) return;
    const points = spot ? shown.shapes[spot.shape || Object.keys(shown.shapes)[0]] : [];
    mark.setAttribute("points", points.map(([x, y]) => `${spot.x + x},${spot.y + y}`).join(" "));
  }

  new ResizeObserver(() => {
    const before = room;
    measure();
    if (view && (room.width !== before.width || room.height !== before.height)) apply();
  }).observe(frame);
  slim?.addEventListener("change", () => {
    shown = data = inRoom();
    fit();
    if (!drawn) return;
    draw();
    home();
  });
  addEventListener("beforeprint", () => drawn && drawLabels(true));

  return {
    node,
    below,
    key: data.key,
    title: data.title,
    spot: (name) => data.spots.find((spot) => spot.name === name),
    data: laid,
    /** Put the cursor on a place and bring it to the middle. */
    look(name) {
      put(name);
      centre(name);
    },
    /** Light up places an order could name. */
    aim(places) {
      targets = places;
      drawTargets();
    },
    /** Where the plan leads: `[{place, text}]`. */
    lead(steps) {
      track = steps;
      drawTrack();
    },
    /** Show another turn's picture (null: this turn's). */
    show(other) {
      if (shown === (other || data)) return;
      shown = other || data;
      if (drawn) draw();
    },
    /** Look at what matters now; the first time it is drawn. It stands in the page by then, so that it can be measured. */
    home() {
      measure();
      home();
    },
  };
}
