// An earlier turn out of its turn file: what the game says of where its figures, land and marks stand there.

const dig = (root, path) => path.split("/").reduce((at, name) => (typeof at === "string" ? at[Number(name)] : at === null || typeof at !== "object" || !Object.hasOwn(at, name) ? undefined : at[name]), root);
const said = (value) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
// a text with the fields it names in it; "" if one of them says nothing
function filled(text, entry, key) {
  const parts = [...text.matchAll(/\{([^}]*)\}/g)].map((hit) => [hit[0], hit[1] ? said(dig(entry, hit[1])) : key]);
  return parts.some(([, value]) => value === "") ? "" : parts.reduce((so, [hole, value]) => so.replace(hole, () => value), text);
}

/** `{why}` a file is no earlier turn of this page's (`foreign`, `seat`, `late`); or `{past}`, without pictures where it tells none. */
export function pastOfTurnFile(text, data) {
  const { earlier, pictures = [], facts = [] } = data.page;
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    return { why: "foreign" };
  }
  if (!earlier || file === null || typeof file !== "object" || file.format !== earlier.format || !Number.isInteger(file.turn) || file.turn < 0) return { why: "foreign" };
  const { seat, game, turn } = data.envelope;
  if (said(dig(file, earlier.game)) !== game) return { why: "foreign" };
  if (said(dig(file, earlier.seat)) !== seat) return { why: "seat" };
  if (file.turn >= turn) return { why: "late" };
  const figure = (fact) => earlier.facts?.[fact.key] && said(dig(file, earlier.facts[fact.key].replaceAll("{seat}", seat)));
  const now = pictures.find((picture) => picture.key === earlier.picture);
  return {
    past: {
      turn: file.turn,
      lead: [],
      facts: facts.filter(figure).map((fact) => ({ key: fact.key, label: fact.label, value: figure(fact) })),
      pictures: now ? [pictureOf(file, earlier, now, seat)] : [],
    },
  };
}

function pictureOf(file, earlier, now, seat) {
  const tones = { ...earlier.tones, ...now.tones };
  const here = (earlier.here || []).map((path) => said(dig(file, path)));
  const spots = now.spots.map(({ name, x, y, shape, label, label_at, sign_at, mark_at }) => {
    const path = (template) => template.replace("{place}", name).replace("{row}", String(name.charCodeAt(0) - 97)).replace("{column}", String(Number(name.slice(1)) - 1));
    const told = (earlier.land || []).map((template) => said(dig(file, path(template)))).flatMap((tone) => [tone, tone.toLowerCase()]);
    if (here[0] === name) told.push(here[1]);
    const tone = told.find((one) => Object.hasOwn(tones, one)) || earlier.blank || "";
    const turn = earlier.seen && tone ? Number(said(dig(file, path(earlier.seen))) || file.turn) : -1;
    return { name, x, y, shape, label_at, sign_at, mark_at, tone, turn, label: label?.split(" ")[0], unknown: !tone, faint: turn >= 0 && turn < file.turn };
  });
  const there = new Set(spots.map((spot) => spot.name));
  const marks = (earlier.marks || []).flatMap((kind) => {
    const found = kind.each ? dig(file, kind.each) : [file];
    return Object.entries(found && typeof found === "object" ? found : {}).map(([key, entry]) => {
      const of = (template) => filled(template, entry, key);
      const whose = of(kind.side);
      const side = whose === seat ? "own" : whose && "foe";
      const shape = kind.shape && side !== "own" ? kind.shape : "disc";
      // what flies stands over its place
      return { key: of(kind.key), at: of(kind.at).replace("^", ""), text: of(kind.text), label: of(kind.label), side, shape, faint: !side };
    });
  });
  return { ...now, tones, spots, marks: marks.filter((mark) => mark.key && there.has(mark.at)), ways: [], text: "" };
}
