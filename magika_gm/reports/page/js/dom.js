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
