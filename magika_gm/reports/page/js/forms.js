// Lines of orders and the forms they are made by: reading what was typed, writing what was chosen, completing.

const squeeze = (text) => text.trim().replace(/\s+/g, " ").replace(/ ,/g, ",");

/** A plan's data made ready: shared slots put in their places, slots that are like another given its options. */
export function settled(plan) {
  for (const form of plan.forms || []) {
    form.parts = form.parts.flatMap((part) => (part.slots ? plan.extras[part.slots].map((slot) => ({ ...slot, extra: true })) : [part]));
    for (const slot of slotsOf(form)) {
      if (slot.extra) slot.optional = true;
      const other = slot.like && slotsOf(form).find((one) => one.name === slot.like);
      if (other) Object.assign(slot, { options: optionsOf(plan, other), enters: other.enters, treads: other.treads });
    }
  }
  return plan;
}

/** The options of a slot, its own or a list of the plan's. */
export function optionsOf(plan, slot) {
  return slot.options || (slot.list && plan.lists && plan.lists[slot.list]) || [];
}

/** The place that bars an option by the land it is as the plan stands (`plan.now`), or "". */
export function barredAt(plan, slot, option) {
  const land = plan.now || plan.land;
  const places = slot.enters && land ? (slot.treads ? option.text.split(" ") : [option.ends]) : [];
  return places.find((place) => land[place] && !slot.enters.includes(land[place])) || "";
}

/** The options of a slot that can be chosen as the plan stands. */
export const openTo = (plan, slot) => optionsOf(plan, slot).filter((option) => !barredAt(plan, slot, option));

/** What kind of slot it is; a choice of one where nothing is said. */
export const kindOf = (slot) => slot.kind || "one";

/** The slots of a form, in order. */
export const slotsOf = (form) => form.parts.filter((part) => typeof part !== "string");

const leastOf = (slot) => slot.least ?? 1;
const mostOf = (slot) => slot.most ?? 99;

/** Whether a value (a text; a list of texts for MANY) may stand in a slot. */
export function fits(plan, slot, value) {
  const kind = kindOf(slot);
  if (value === undefined || value === "" || (kind === "many" && !value.length)) return Boolean(slot.optional);
  if (kind === "one") return optionsOf(plan, slot).some((option) => option.text === value);
  if (kind === "many") {
    const there = new Set(optionsOf(plan, slot).map((option) => option.text));
    const count = value.length;
    return count >= leastOf(slot) && count <= mostOf(slot) && new Set(value).size === count && value.every((v) => there.has(v));
  }
  if (kind === "number") return /^\d{1,6}$/.test(value) && Number(value) >= leastOf(slot) && Number(value) <= mostOf(slot);
  return new RegExp(`^(?:${slot.pattern || ".+"})$`).test(value);
}

/** Whether a slot has a value. */
export const filled = (value) => value !== undefined && value.length > 0;

/** The line a form and its slots' values make, or null while something is missing. */
export function lineOf(plan, form, values) {
  const said = [];
  for (const part of form.parts) {
    if (typeof part === "string") {
      said.push(part);
      continue;
    }
    const value = values[part.name];
    if (!fits(plan, part, value)) return null;
    if (!filled(value)) continue;
    if ((part.needs && !part.needs.split(" ").some((name) => filled(values[name]))) || (part.bars && filled(values[part.bars]))) return null;
    const text = Array.isArray(value) ? value.join(part.joined || ", ") : value;
    said.push([part.before, text, part.after].filter(Boolean).join(" "));
  }
  return squeeze(said.join(" "));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const loosely = (text) => escaped(squeeze(text)).replace(/ /g, "\\s+");
const alternatives = new WeakMap();

/** All spellings of a slot's options as one expression, the longest first. */
function spellings(plan, slot) {
  const options = optionsOf(plan, slot);
  if (!alternatives.has(options)) {
    const said = options.flatMap((option) => [option.text, option.label].filter(Boolean).map(loosely));
    said.sort((a, b) => b.length - a.length);
    alternatives.set(options, said.length ? `(?:${said.join("|")})` : "(?!)");
  }
  return alternatives.get(options);
}

/** What stands between several of a slot's options. */
function between(slot) {
  const word = (slot.joined || ",").trim();
  if (word === ",") return "(?:\\s*,\\s*|\\s+and\\s+)";
  return word ? `\\s+${escaped(word)}\\s+` : "\\s+";
}

function bodyOf(plan, slot) {
  const kind = kindOf(slot);
  if (kind === "number") return "\\d+";
  if (kind === "text") return slot.pattern || ".+";
  const one = spellings(plan, slot);
  return kind === "one" ? one : `${one}(?:${between(slot)}${one})*`;
}

/** A regular expression that takes a form's line apart. */
function patternOf(plan, form) {
  let source = "^";
  let first = true; // as long as nothing need stand before
  for (const part of form.parts) {
    if (typeof part === "string") {
      source += (first ? "" : "\\s+") + loosely(part);
      first = false;
      continue;
    }
    const gap = part.before === "," ? "\\s*" : "\\s+";
    const before = part.before ? `${loosely(part.before)}\\s+` : "";
    const after = part.after ? `\\s+${loosely(part.after)}` : "";
    const said = `${before}(?<${nameOf(part)}>${bodyOf(plan, part)})${after}`;
    if (first) source += part.optional ? `(?:${said}\\s+)?` : said;
    else source += part.optional ? `(?:${gap}${said})?` : gap + said;
    first &&= Boolean(part.optional);
  }
  return new RegExp(`${source}$`, "i");
}

const nameOf = (slot) => `s_${slot.name.replace(/\W/g, "_")}`;
const patterns = new WeakMap();

/** What a text stands for in a slot (its canonical spelling), or undefined. */
function meant(plan, slot, text) {
  const kind = kindOf(slot);
  if (kind === "number" || kind === "text") return fits(plan, slot, text) ? text : undefined;
  const find = (said) => {
    const wanted = squeeze(said).toUpperCase();
    const options = optionsOf(plan, slot);
    const exact = options.find((option) => option.text.toUpperCase() === wanted);
    return (exact || options.find((option) => (option.label || "").toUpperCase() === wanted))?.text;
  };
  if (kind === "one") return find(text);
  const next = new RegExp(`(${spellings(plan, slot)})(?:${between(slot)}|$)`, "iy");
  const found = [];
  while (next.lastIndex < text.length) {
    const hit = next.exec(text);
    if (!hit) return undefined;
    found.push(find(hit[1]));
  }
  return found;
}

/**
 * `{form, values, line}` of a typed text, or null if no form makes it. Where forms of several sections do, that of
 * `home`, if it is among them; only that one, if `strict`.
 */
export function read(plan, text, home, strict = false) {
  const said = squeeze(text.replace(/;.*$/, ""));
  if (!said) return null;
  const upper = said.toUpperCase();
  let other = null;
  for (const form of plan.forms || []) {
    const here = home === undefined || (form.section || "") === home;
    if (!here && (strict || other)) continue;
    // most forms are told apart by their fixed words; only what may fit is tried
    const fixed = form.parts.find((part) => typeof part === "string");
    if (fixed && !(fixed === form.parts[0] ? upper.startsWith(fixed.toUpperCase()) : upper.includes(fixed.toUpperCase()))) continue;
    const found = readAs(plan, form, said);
    if (found && here) return found;
    other ||= found;
  }
  return other;
}

function readAs(plan, form, said) {
  if (!patterns.has(form)) patterns.set(form, patternOf(plan, form));
  const found = patterns.get(form).exec(said);
  if (!found) return null;
  const values = {};
  for (const slot of slotsOf(form)) {
    const given = found.groups?.[nameOf(slot)];
    if (given === undefined) continue;
    values[slot.name] = meant(plan, slot, given);
    if (values[slot.name] === undefined) return null;
  }
  const line = lineOf(plan, form, values);
  return line === null ? null : { form, values, line };
}

/** The keys of the sections a line may stand in; a line that no form makes may stand in any that has words of its own. */
export function homesOf(plan, line) {
  const sections = plan.sections || [];
  const known = sections.filter((section) => read(plan, line, section.key, true));
  if (known.length) return known.map((section) => section.key);
  const words = line.toUpperCase().split(" ").slice(0, 2); // LATE MOUNT, M1 CAST
  const likely = words.map((word) => (plan.forms || []).find((form) => form.verb === word)?.section).find(Boolean) || sections[0]?.key || "";
  const barred = ({ opens }) => (plan.verdicts || []).some((one) => one.mark === "error" && one.opens === opens && words.some((word) => one.lines.includes(word)));
  return [...new Set([likely, ...sections.filter((section) => section.opens && !barred(section)).map((section) => section.key)])];
}

/** Lines, at most `most`, that what was typed could become: whole orders, or beginnings that end in a blank. */
export function complete(plan, typed, most = 9) {
  const said = squeeze(typed).toUpperCase();
  const found = new Map();
  for (const form of plan.forms || []) {
    if (found.size >= most) break;
    if (form.typed && said.length < 6) continue;
    continued(plan, form, said, (text, note) => {
      const line = squeeze(text);
      if (found.size >= most || found.has(line)) return;
      const whole = Boolean(readAs(plan, form, line));
      found.set(line, { text: whole ? line : `${line} `, note: note || form.note || (slotsOf(form).length ? form.label : ""), whole });
    });
  }
  if (!found.size && plan.free_lines) for (const text of worded(plan, typed, most)) found.set(text, { text: `${text} `, note: "", whole: false });
  return [...found.values()];
}

const TAIL = 3; // words a name may have that is completed
const vocabularies = new WeakMap();

const wordsOf = new WeakMap();

/** Tell of the words lines of a plan can hold beside those of its forms; `words` gives them, when they are wanted. */
export function knowWords(plan, words) {
  wordsOf.set(plan, words);
  vocabularies.delete(plan);
}

/** Words and names lines can hold: of the forms, of what they choose from, of the orders in force, of the office's rows. */
function vocabularyOf(plan) {
  if (!vocabularies.has(plan)) {
    const said = new Map();
    const put = (text) => text && said.set(text.toUpperCase(), text);
    const wordsIn = (text) => (text || "").split(/[\s,]+/).forEach((word) => /[A-Za-z]{2}/.test(word) && put(word));
    const standing = plan.standing || [];
    const words = wordsOf.get(plan)?.() || [];
    words.forEach(put);
    const first = new Set([...words, ...standing.map((line) => line.split(" ")[0])].map((word) => word.toUpperCase()));
    standing.forEach(wordsIn);
    for (const form of plan.forms || []) {
      for (const part of form.parts) {
        if (typeof part !== "string") continue;
        wordsIn(part);
        put(part.replace(/^(?:[A-Z]{2,}\s+)+/, "")); // a name behind its verb
      }
      for (const slot of slotsOf(form)) {
        [slot.before, slot.after].forEach(wordsIn);
        for (const option of optionsOf(plan, slot)) (put(option.text), wordsIn(option.text));
      }
    }
    vocabularies.set(plan, { said: [...said].sort((a, b) => (a[0] < b[0] ? -1 : 1)), first });
  }
  return vocabularies.get(plan);
}

/** What no form makes, with its last word or name completed out of all that are known; its first out of the words alone. */
function worded(plan, typed, most) {
  const { said, first } = vocabularyOf(plan);
  const text = typed.trimStart().replace(/\s+/g, " ");
  const words = text.split(" ");
  const found = new Set();
  for (let n = Math.max(0, words.length - TAIL); n < words.length; n += 1) {
    const head = words.slice(0, n).join(" ");
    // a word may stand behind a comma or a bracket without a blank
    const [, glued, begun] = /^(.*[,(])?(.*)$/.exec(words.slice(n).join(" "));
    if (!begun.trim()) continue;
    for (const [upper, word] of said) {
      if (found.size >= most) return found;
      if (upper.startsWith(begun.toUpperCase()) && upper.length > begun.length && (head || glued || first.has(upper))) found.add([head, (glued || "") + word].filter(Boolean).join(" "));
    }
  }
  return found;
}

/** `put(text, note)` all that a form could go on with after what was typed, a word or an option further. */
function continued(plan, form, said, put) {
  const { parts } = form;
  // what is left of `rest` once `words` are taken off its beginning; undefined if it begins otherwise
  const without = (rest, words) => {
    const wanted = words.toUpperCase();
    if (!rest.startsWith(wanted) || !/^(?:[\s,]|$)/.test(rest.slice(wanted.length))) return undefined;
    return rest.slice(wanted.length).trimStart();
  };
  const offers = (rest, words) => words.toUpperCase().startsWith(rest) && words.length > rest.length;
  function walk(n, built, rest) {
    const part = parts[n];
    if (part === undefined) return void (rest || put(built, ""));
    if (typeof part === "string") {
      const left = without(rest, part);
      if (left !== undefined) walk(n + 1, `${built} ${part}`, left);
      else if (offers(rest, part)) put(`${built} ${part}`, "");
      return;
    }
    const lead = part.before ? `${part.before} ` : "";
    const kind = kindOf(part);
    // nothing typed yet of what may be left out: it is named, its options wait
    if (!rest && part.optional) {
      walk(n + 1, built, rest);
      if (lead) put(`${built} ${lead}`, part.label);
      return;
    }
    if (kind === "number" || kind === "text") {
      const left = lead ? without(rest, part.before) : rest;
      const given = left === undefined ? null : (kind === "number" ? /^\d+/ : /^\S+/).exec(left);
      if (given) closed(n, part, `${built} ${lead}${given[0]}`, left.slice(given[0].length).trimStart());
      else if (lead && offers(rest, part.before)) put(`${built} ${lead}`, part.label);
    } else options(n, part, `${built} ${lead}`, lead, rest, 1);
    if (part.optional) walk(n + 1, built, rest);
  }
  // the words behind a slot, then what follows it
  function closed(n, part, built, rest) {
    const left = part.after ? without(rest, part.after) : rest;
    if (left !== undefined) walk(n + 1, part.after ? `${built} ${part.after}` : built, left);
    else if (offers(rest, part.after)) put(`${built} ${part.after}`, "");
  }
  function options(n, part, built, lead, rest, count) {
    const joined = part.joined || ", ";
    for (const option of optionsOf(plan, part)) {
      const text = `${built}${option.text}`;
      for (const spelled of [option.text, option.label].filter(Boolean)) {
        const left = without(rest, lead + spelled);
        if (left === undefined) {
          if (offers(rest, lead + spelled)) put(`${text}${part.after ? ` ${part.after}` : ""}`, [option.label !== option.text && option.label, option.note].filter(Boolean).join(", "));
          else continue;
        } else {
          closed(n, part, text, left);
          const more = joined.trim() ? without(left, joined.trim()) : left;
          if (kindOf(part) === "many" && left && more !== undefined && count < 9) options(n, part, text + joined, "", more, count + 1);
        }
        break;
      }
    }
  }
  walk(0, "", said);
}

/** Lines near what was typed but not understood. */
export function near(plan, typed, most = 3) {
  const words = squeeze(typed).split(" ");
  for (let n = words.length; n > 0; n -= 1) {
    const offers = complete(plan, words.slice(0, n).join(" "), most);
    if (offers.length) return offers.map((offer) => offer.text.trim());
  }
  return (plan.forms || []).slice(0, most).map((form) => form.verb);
}
