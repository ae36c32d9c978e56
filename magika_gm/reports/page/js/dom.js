// Elements made by hand: every text goes in as text, so that nothing a player wrote is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "props") Object.assign(node, value);
    else if (name === "vars") for (const [key, said] of Object.entries(value)) node.style.setProperty(key, said);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** An HTML element: `el("p", { class: "lead" }, "text", el("b", {}, "bold"))`. */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Take everything out of a node and put these in. */
export function replace(node, ...children) {
  node.replaceChildren();
  return fill(node, {}, children);
}

/** Whether a drawing `[key, wide, high]` is in this page: what an earlier page drew may not be. */
export const isDrawn = (art) => Boolean(art && document.getElementById(art[0]));

/** A drawing, its middle at a point; "" where the page has none. */
export function drawn(art, x, y, scale = 1) {
  if (!isDrawn(art)) return "";
  const [key, wide, high] = art;
  const at = [x - (wide * scale) / 2, y - (high * scale) / 2].map((v) => +v.toFixed(2));
  return svg("use", { href: `#${key}`, transform: `translate(${at})${scale === 1 ? "" : ` scale(${+scale.toFixed(3)})`}` });
}

/** A drawing by itself, as large as its place lets it be. */
export function drawing(art, name) {
  if (!isDrawn(art)) return null;
  const [, wide, high] = art;
  return svg("svg", { viewBox: `0 0 ${wide} ${high}`, class: name, "aria-hidden": "true" }, drawn(art, wide / 2, high / 2));
}

let count = 0;
/** An identifier no other element has. */
export function unique(stem) {
  count += 1;
  return `${stem}-${count}`;
}

let live = null;
/** The region that screen readers read aloud when it changes. */
export function announcer() {
  live = el("div", { class: "aloud", role: "status", "aria-live": "polite" });
  return live;
}

/** Say something to those who listen. */
export function say(text) {
  if (live) live.textContent = text;
}

/** A list of figures: in a narrow window it is one line that is pushed, by keys too. */
export function figureList(...rows) {
  const list = el("dl", { class: "facts" }, ...rows);
  const narrow = matchMedia("(max-width: 560px)");
  const reach = () => (narrow.matches ? list.setAttribute("tabindex", "0") : list.removeAttribute("tabindex"));
  narrow.addEventListener("change", reach);
  reach();
  return list;
}
