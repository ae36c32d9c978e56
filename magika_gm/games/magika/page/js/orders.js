// Orders as the page writes them (docs/orders.md, canonical forms), taken apart.

const MOST = 3;

function thing(text) {
  const word = text.trim();
  if (/ CLOAK$/.test(word)) return { kind: "cloak", name: word.slice(0, -6).toLowerCase() };
  if (/^S\d+$/.test(word)) return { kind: "scroll", name: word };
  return word === word.toUpperCase() && word.length > 2 ? { kind: "artifact", name: word.toLowerCase() } : { kind: "scroll", name: word };
}

/** Letter of a mage: EBON is M. */
const mage = (text) => (text === "EBON" ? "M" : text);

function handed(text) {
  const order = { things: [], endurance: 0, arcania: 0 };
  for (const part of text.split(/\s*,\s*/).filter(Boolean)) {
    const points = /^(\d+) (ENDURANCE|ARCANIA)$/.exec(part);
    if (points) order[points[2].toLowerCase()] = Number(points[1]);
    else order.things.push(thing(part));
  }
  return order;
}

/** What stands behind a scroll, as its spell understands it. */
export function parameter(kind, text) {
  if (!kind) return { text: "", value: 0 };
  if (kind === "mage") return { text: mage(text), value: 0 };
  if (kind === "colour" || kind === "artifact") return { text: text.toLowerCase(), value: 0 };
  if (kind === "terrain") return { text: text.toUpperCase(), value: 0 };
  if (kind === "shift") return { text, value: Number(text) };
  if (kind === "direction") {
    const [way, steps] = text.split(" ");
    return { text: way, value: steps ? Math.min(Number(steps), MOST) : 1 };
  }
  return { text, value: 0 };
}

/** `{is, …}` of a line; a Rest where it is empty. */
export function orderOf(line) {
  const [verb, ...rest] = line.trim().split(" ");
  const said = rest.join(" ");
  const give = /^(.*) TO (\S+)$/.exec(said);
  const demand = /^(\S+) FROM (\S+)$/.exec(said);
  switch (verb) {
    case "MOVE":
      return { is: "Move", way: said };
    case "SEARCH":
      return { is: "Search" };
    case "MEDITATE":
      return { is: "Meditate" };
    case "CAST": {
      const major = /X$/.test(rest[0]) && rest[0] !== "SrchX";
      return { is: "Cast", scroll: major ? rest[0].slice(0, -1) : rest[0], major, parameter: rest.slice(1).join(" ") };
    }
    case "DROP":
      return { is: "Drop", ...handed(said) };
    case "GIVE":
      return give ? { is: "Give", ...handed(give[1]), to: mage(give[2]) } : { is: "Rest" };
    case "DEMAND":
      return demand ? { is: "Demand", artifact: demand[1].toLowerCase(), holder: mage(demand[2]) } : { is: "Rest" };
    case "DON":
      return { is: "Don", colour: said.toLowerCase() };
    default:
      return { is: "Rest" };
  }
}
