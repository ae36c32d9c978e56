// What a list for the sign-up form comes to, by the page's data alone: its counts, its faults, its lines.

const NO_END = 9999;
const filled = (words, known) => words.replace(/\{(\w+)\}/g, (whole, key) => (key in known ? known[key] : whole));

/** How many of it there may be at most. */
export const mostOf = (bound) => bound.most ?? NO_END;

function fault(bound, n, name) {
  const most = mostOf(bound);
  return n >= (bound.least ?? 0) && n <= most ? "" : filled(bound.words, { n, most, over: n - most, name });
}

/** What a list counts to a bound; `list` is how many of each ware, by its place. */
export const countOf = (page, code, list) => page.wares.reduce((sum, ware, at) => sum + (ware.weighs[code] || 0) * (list[at] || 0), 0);

/** Everything wrong with a list, as the office would say it. */
export function faultsOf(page, list) {
  const whole = page.bounds.map((bound) => fault(bound, countOf(page, bound.code, list), ""));
  return [...whole, ...page.wares.map((ware, at) => (list[at] ? fault(ware.bound, list[at], ware.name) : ""))].filter(Boolean);
}

/** The block of the form. */
export function blockOf(page, list) {
  const lines = page.wares.flatMap((ware, at) => (list[at] ? [filled(ware.line, { n: list[at] })] : []));
  return [page.block, ...lines, `END ${page.block}`].join("\n");
}

const folded = (line) => line.split(/\s+/).filter(Boolean).join(" ").toLowerCase();

/** A block read back: the list, and the lines that name nothing of the page. */
export function readBlock(page, text) {
  const known = new Map(page.wares.map((ware, at) => [folded(filled(ware.line, { n: "" })), at]));
  const list = {};
  const strange = [];
  let read = 0;
  text.split("\n").forEach((row, at) => {
    const line = row.split(";")[0].trim();
    if (!line || [page.block, `END ${page.block}`].includes(line.toUpperCase())) return;
    const [, word = "", rest] = /^(START\b:?|ITEMS?\b|SPELLS?\b)?(.*)$/i.exec(line);
    const parts = rest.split(",").map((part) => /^\s*(?:(\d{1,3})\s*[xX*]?\s+)?(.*)$/.exec(part));
    const found = parts.map(([, n, name]) => [known.get(folded(`${word.replace(/s?:?$/i, "")} ${name}`)) ?? known.get(folded(`${word.replace(":", "")} ${name}`)), Number(n ?? 1)]);
    if (found.some(([ware]) => ware === undefined)) strange.push([at + 1, line]);
    else found.forEach(([ware, n]) => (list[ware] = (list[ware] || 0) + n));
    read += found.every(([ware]) => ware !== undefined);
  });
  return { list, strange, read };
}
