// Lines of orders and the forms they are made by: reading what was typed, writing what was chosen, completing.

const squeeze = (text) => text.trim().replace(/\s+/g, " ");

/** The options of a slot, its own or a list of the plan's. */
export function optionsOf(plan, slot) {
  return slot.options || (slot.list && plan.lists && plan.lists[slot.list]) || [];
}

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
    const empty = value === undefined || value === "" || (Array.isArray(value) && !value.length);
    if (empty) continue;
    const text = Array.isArray(value) ? value.join(part.joined || ", ") : value;
    said.push([part.before, text, part.after].filter(Boolean).join(" "));
  }
  return squeeze(said.join(" "));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const loosely = (text) => escaped(squeeze(text)).replace(/ /g, "\\s+");

/** A regular expression that takes a form's line apart; slots of options are looked up afterwards. */
function patternOf(form) {
  let source = "^";
  let first = true;
  for (const part of form.parts) {
    const gap = first ? "" : "\\s+";
    first = false;
    if (typeof part === "string") {
      source += gap + loosely(part);
      continue;
    }
    const before = part.before ? `${loosely(part.before)}\\s+` : "";
    const after = part.after ? `\\s+${loosely(part.after)}` : "";
    const body = kindOf(part) === "number" ? "\\d+" : kindOf(part) === "text" ? part.pattern || ".+" : ".+?";
    const inner = `${gap}${before}(?<${nameOf(part)}>${body})${after}`;
    source += part.optional ? `(?:${inner})?` : inner;
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
  const parts = text.split(/\s*,\s*|\s+and\s+/i).filter(Boolean).map(find);
  return parts.includes(undefined) ? undefined : parts;
}

/** `{form, values, line}` of a typed text, or null if no form makes it. */
export function read(plan, text) {
  const said = squeeze(text.replace(/;.*$/, ""));
  if (!said) return null;
  for (const form of plan.forms || []) {
    // most forms are told apart by their first words; only what begins alike is tried
    const head = typeof form.parts[0] === "string" ? form.parts[0].split(" ")[0].toUpperCase() : "";
    if (head && !said.toUpperCase().startsWith(head)) continue;
    if (!patterns.has(form)) patterns.set(form, patternOf(form));
    const found = patterns.get(form).exec(said);
    if (!found) continue;
    const values = {};
    let whole = true;
    for (const slot of slotsOf(form)) {
      const given = found.groups?.[nameOf(slot)];
      if (given === undefined) continue;
      const value = meant(plan, slot, given);
      if (value === undefined) {
        whole = false;
        break;
      }
      values[slot.name] = value;
    }
    const line = whole ? lineOf(plan, form, values) : null;
    if (line !== null) return { form, values, line };
  }
  return null;
}

/** Lines, at most `most`, that what was typed could become: whole orders, or beginnings that end in a blank. */
export function complete(plan, typed, most = 9) {
  const said = squeeze(typed).toUpperCase();
  const found = new Map();
  const put = (text, note, whole) => {
    if (!found.has(text)) found.set(text, { text, note, whole });
  };
  for (const form of plan.forms || []) {
    if (found.size >= most) break;
    if (form.typed && said.length < 6) continue;
    const first = typeof form.parts[0] === "string" ? form.parts[0] : "";
    const slots = slotsOf(form);
    if (!slots.length) {
      if (first.toUpperCase().startsWith(said)) put(first, form.note || form.label, true);
      continue;
    }
    if (first.toUpperCase().startsWith(said) && said.length <= first.length && first.toUpperCase() !== said) {
      put(`${first} `, form.note || form.label, false);
      continue;
    }
    if (!said.startsWith(first.toUpperCase())) continue;
    const slot = slots[0];
    if (kindOf(slot) !== "one" && kindOf(slot) !== "many") continue;
    const begun = squeeze(typed).slice(first.length).trim().toUpperCase();
    const lead = slot.before ? `${slot.before} ` : "";
    for (const option of optionsOf(plan, slot)) {
      if (found.size >= most) break;
      const label = (option.label || "").toUpperCase();
      if (!(lead + option.text).toUpperCase().startsWith(begun) && !label.startsWith(begun)) continue;
      const next = slots[1];
      const line = `${first} ${lead}${option.text}${slot.after ? ` ${slot.after}` : ""}`;
      const note = [option.label && option.label !== option.text ? option.label : "", option.note].filter(Boolean).join(", ");
      if (next && !next.optional) put(`${line}${next.before ? ` ${next.before}` : ""} `, note, false);
      else put(line, note || form.note, true);
    }
    if (slots.length > 1) continueWithSecond(plan, form, typed, put);
  }
  return [...found.values()].slice(0, most);
}

/** `GIVE CROWN TO ` is followed by whom it may go to. */
function continueWithSecond(plan, form, typed, put) {
  const slot = slotsOf(form)[1];
  if (!slot.before || kindOf(slot) !== "one") return;
  const upper = typed.toUpperCase();
  const at = upper.lastIndexOf(` ${slot.before} `);
  if (at < 0) return;
  const head = squeeze(typed.slice(0, at)) + ` ${slot.before} `;
  const begun = upper.slice(at + slot.before.length + 2).trim();
  for (const option of optionsOf(plan, slot)) {
    if (!option.text.toUpperCase().startsWith(begun) && !(option.label || "").toUpperCase().startsWith(begun)) continue;
    const whole = read(plan, head + option.text);
    if (whole) put(whole.line, option.label || "", true);
  }
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
