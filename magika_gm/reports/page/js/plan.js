// The plan: its lines and messages, what is wrong with them, and the way back. Nothing here touches the screen.

import { barredAt, homesOf, knowWords, optionsOf, read, slotsOf } from "./forms.js";
import { T } from "./texts.js";

const MOST_UNDO = 200;

/** A plan in the making. `game` is the game's own program (may be empty), `data` the page's plan. */
export function makePlan(data, game, script) {
  const numbered = data.numbered || 0;
  const begun = (data.sections || []).flatMap((section) => (section.stands || []).map((line) => ({ line, home: section.key })));
  const blank = () => ({
    lines: numbered ? Array.from({ length: numbered }, (_, n) => (data.start || [])[n] || "") : [...(data.start || []), ...begun.map((one) => one.line)],
    homes: [...(data.start || []).map(() => undefined), ...begun.map((one) => one.home)], // the section each line was put into, where one was chosen
    letters: [],
  });
  let now = blank();
  let past = [];
  let future = [];
  let office = null; // how the office reads a line (judging.js), once that is known
  let placed = {}; // where lines stand on the sheet, found out once
  const listeners = [];

  function changed() {
    data.now = landOf(data, now);
    for (const listener of listeners) listener();
  }

  /** Every change goes through here, so that it can be taken back. */
  function set(next, joins) {
    // typing in a message is one step back, not one for each letter
    if (!(joins && past.length && past[past.length - 1].joins === joins)) past.push({ state: now, joins });
    if (past.length > MOST_UNDO) past.shift();
    future = [];
    now = next;
    changed();
  }

  const plan = {
    data,
    numbered,
    get lines() {
      return now.lines;
    },
    get letters() {
      return now.letters;
    },
    /** Whether anything was written at all. */
    get empty() {
      return !now.letters.length && now.lines.join("\n") === blank().lines.join("\n");
    },
    onChange: (listener) => listeners.push(listener),
    /** From now on lines are judged as the office reads them. */
    judgeBy(judgeLine) {
      office = judgeLine;
      knowWords(data, judgeLine.words);
    },
    /** What the office makes of a line: `{line}` or `{reason, near}`; null where the page cannot tell. */
    heard: (line) => (office ? office(line) : null),
    /** All names of a kind that lines may name. */
    names: (kind) => office?.names(kind) || [],
    /** The section a line stands in. */
    home: (at) => homeOf(data, now, at),
    /** Write a line; into the section `home`, if one is named. */
    write(at, line, home) {
      const lines = [...now.lines];
      const homes = [...now.homes];
      const n = Math.min(at, lines.length);
      lines[n] = line;
      homes[n] = home;
      set({ ...now, lines, homes });
    },
    settle(at, home) {
      const homes = [...now.homes];
      homes[at] = home;
      set({ ...now, homes });
    },
    remove(at) {
      const lines = [...now.lines];
      const homes = [...now.homes];
      if (numbered) lines[at] = "";
      else [lines, homes].forEach((list) => list.splice(at, 1));
      set({ ...now, lines, homes });
    },
    move(at, by) {
      const lines = [...now.lines];
      const homes = Array.from(lines, (_, n) => now.homes[n]);
      const to = plan.places[plan.places.findIndex((place) => place.at === at) + by]?.at;
      if (to === undefined || (!numbered && plan.home(to) !== plan.home(at))) return;
      for (const list of [lines, homes]) [list[at], list[to]] = [list[to], list[at]];
      set({ ...now, lines, homes });
    },
    /** The lines as they stand on the sheet: of each which one it is (`at`) and its number there, of parts that are opened in that part. */
    get places() {
      if (placed.now !== now) placed = { now, places: placesOf(data, now) };
      return placed.places;
    },
    addLetter() {
      const to = data.letters.to.length === 1 ? data.letters.to[0].text : null;
      set({ ...now, letters: [...now.letters, { to, anonymous: false, text: "" }] });
    },
    changeLetter(at, change) {
      const letters = now.letters.map((letter, n) => (n === at ? { ...letter, ...change } : letter));
      set({ ...now, letters }, "text" in change ? `letter ${at}` : "");
    },
    removeLetter(at) {
      set({ ...now, letters: now.letters.filter((_, n) => n !== at) });
    },
    clear: () => set(blank()),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    undo() {
      if (!past.length) return;
      future.push(now);
      now = past.pop().state;
      changed();
    },
    redo() {
      if (!future.length) return;
      past.push({ state: now, joins: "" });
      now = future.pop();
      changed();
    },
    /** Take in a draft kept earlier; what no longer fits the forms is left out. */
    restore(kept) {
      if (!kept || !Array.isArray(kept.lines) || !Array.isArray(kept.letters)) return false;
      const fine = (line) => (typeof line === "string" && (line === "" || data.free_lines || read(data, line)) ? line : "");
      let lines = kept.lines.map(fine);
      const said = Array.isArray(kept.homes) ? kept.homes : [];
      const homes = numbered ? [] : said.filter((_, n) => lines[n]).map((home) => (typeof home === "string" ? home : undefined));
      lines = numbered ? Array.from({ length: numbered }, (_, n) => lines[n] || "") : lines.filter(Boolean);
      const letters = kept.letters
        .filter((l) => l && typeof l.text === "string")
        .map((l) => ({ to: typeof l.to === "string" ? l.to : null, anonymous: Boolean(l.anonymous), text: l.text }));
      now = { lines, homes, letters: data.letters ? letters : [] };
      past = [];
      future = [];
      changed();
      return !plan.empty;
    },
    kept: () => ({ lines: now.lines, homes: Array.from(now.homes, (home) => home ?? null), letters: now.letters }),
    /** Whether an order could still be given beside the lines that stand in other places: what it uses and costs is not used up. */
    left: (form, at) => {
      const beside = chosenBeside(data, now, at);
      const used = beside.flatMap((one) => one.uses || []);
      const left = (key) => amountOf(data, key) - beside.reduce((sum, one) => sum + (one.cost?.[key] || 0), 0);
      const waits = (key) => purseOf(data, key)?.waits;
      const paid = Object.entries(form.cost || {}).every(([key, cost]) => waits(key) || cost <= left(key));
      return paid && (form.uses || []).every((token) => used.filter((one) => one === token).length < mostOf(data, token));
    },
    /** `{spent, errors, unclear, refused, untold, fights, warnings, rows, heads, text}`: all that can be said of the plan now. */
    judge: () => judge(data, now, game, script, plan),
    sheet: (envelope, password) => sheetOf(data, now, envelope, password),
  };
  return plan;
}

/** The lines in the order of the sheet, with the numbers the office gives them: a block counts its bounds, a part that is only opened begins anew. */
function placesOf(data, now) {
  const sections = (data.sections || []).length ? data.sections : [{}];
  const homes = now.lines.map((_, at) => (sections.length > 1 ? homeOf(data, now, at) : sections[0].key));
  let number = 0;
  return sections.flatMap((section) => {
    const mine = [...homes.keys()].filter((at) => homes[at] === section.key);
    if (!mine.length && section.closes && section.stands) number += (section.none || []).length;
    if (!mine.length) return [];
    if (section.opens) number = section.closes ? number + 1 : 0;
    const placed = mine.map((at) => ({ at, number: (number += 1), part: section.opens && !section.closes ? section.label : "" }));
    if (section.closes) number += 1;
    return placed;
  });
}

/** The section a line stands in: where it was put, if it may stand there. */
function homeOf(data, now, at) {
  if (inForce(data, now, at)) return now.homes[at];
  const homes = homesOf(data, now.lines[at]);
  return homes.includes(now.homes[at]) ? now.homes[at] : homes[0];
}

/** Who of those meant behind a "…" stands in a line: words like `A#`, names like `<card>`, or what is written there. */
function standingIn(line, inner, names) {
  if (inner.includes("#")) return line.match(new RegExp(`(?<= )${inner.replace("#", "\\d+")}(?= )`, "g")) || [];
  if (inner[0] !== "<") return line.includes(` ${inner.toUpperCase()} `) ? [inner.split(" ").pop()] : [];
  const found = [];
  let left = line;
  for (const name of [...names(inner.slice(1, -1))].sort((one, other) => other.length - one.length)) {
    if (!left.includes(` ${name.toUpperCase()} `)) continue;
    left = left.replace(` ${name.toUpperCase()} `, "  ");
    found.push(name);
  }
  return found;
}

/** Whether a line stands already, where it is. */
const inForce = (data, now, at) => (data.sections || []).some((section) => section.key === now.homes[at] && section.stands?.includes(now.lines[at]));

/** By place, what land it is once the lines are carried out. */
function landOf(data, now) {
  if (!data.land) return undefined;
  const land = { ...data.land };
  now.lines.forEach((line, at) => {
    const found = line && read(data, line, now.homes[at]);
    const chosen = found ? optionsChosen(data, found) : [];
    const [to, at_] = [chosen.find((one) => one.lays), chosen.find((one) => one.place)];
    if (to && at_) land[at_.place] = to.lays;
  });
  return land;
}

/** What is chosen in a line that was read, `{slot, option}` of each, in the order in which they are named. */
const choicesOf = (data, found) => slotsOf(found.form).flatMap((slot) => [found.values[slot.name]].flat().flatMap((text) => {
  const option = text === undefined ? undefined : optionsOf(data, slot).find((one) => one.text === text);
  return option ? [{ slot, option }] : [];
}));

/** What the land bars of a line that was read, in words; "" if nothing. */
function barredBy(data, found) {
  const hit = choicesOf(data, found).find(({ slot, option }) => !slot.extra && barredAt(data, slot, option));
  return hit ? (hit.slot.barred || "").replaceAll("{}", barredAt(data, hit.slot, hit.option)) : "";
}

/** Who goes by a line that was read, and where to: `[[key, place], ...]`, in the order in which they are named. */
function goingBy(data, found) {
  if (!found || barredBy(data, found)) return [];
  const chosen = choicesOf(data, found);
  const to = chosen.find(({ slot }) => slot.name === "to")?.option;
  return [found.form, ...chosen.map((one) => one.option)].flatMap((one) => {
    const place = to ? to.ends || to.place : one.ends;
    return place ? (one.goes || []).map((key) => [key, place]) : [];
  });
}

/** What is said of lines that begin as this one does, `{verdict, named}` (without words: nothing), or the form they would be of, `{form}`: the longest beginning counts. */
function alike(data, line, home, names) {
  const opens = (key) => (data.sections || []).find((section) => section.key === key)?.opens || "";
  const words = `${line.toUpperCase()} `;
  const all = ` ${words.replaceAll(",", " ")}`;
  const here = (data.verdicts || []).filter((verdict) => (verdict.opens || "") === opens(home));
  const spared = new Set(here.flatMap((verdict) => (verdict.said ? [] : verdict.lines)));
  let best = { size: 0 };
  const take = (begins, what) => {
    const size = begins.length - (/[#<]/.test(begins) ? 0.5 : 0);
    const better = size > best.size || (size === best.size && best.verdict?.said === "");
    const [head, inner] = begins.split("…");
    if (inner && (!head || !better || !words.startsWith(head.toUpperCase()))) return;
    const who = inner && standingIn(all, inner, names).find((one) => !spared.has(`…${one}`) || !/[#<]/.test(inner));
    const place = begins.endsWith("@") && words.startsWith(head.slice(0, -1).toUpperCase()) && words.slice(head.length - 1).trim().replace("^", "");
    const fits = place ? Object.keys(data.land || {}).some((name) => name.toUpperCase() === place) : inner ? who : words.startsWith(`${head.toUpperCase()} `) || words.replace(/\d+/, "#").startsWith(`${head.toUpperCase()} `);
    if (better && fits) best = { size, named: inner ? who : begins.slice(begins.indexOf(" ") + 1), ...what };
  };
  for (const verdict of here) for (const begins of verdict.lines) take(begins, { verdict });
  for (const form of data.forms || []) {
    const fixed = form.parts.find((part) => typeof part === "string");
    if (fixed && opens(form.section) === opens(home)) take(fixed, { form });
  }
  return best;
}

/** What the lines of a plan but one choose: forms and options. */
function chosenBeside(data, now, but) {
  const found = now.lines.map((line, at) => line && at !== but && read(data, line, now.homes[at])).filter(Boolean);
  return found.flatMap((one) => [one.form, ...optionsChosen(data, one)]);
}

const purseOf = (data, key) => (data.purses || []).find((purse) => purse.key === key);
const amountOf = (data, key) => purseOf(data, key)?.amount ?? 0;

/** How often something may be used in a plan. */
const mostOf = (data, token) => (data.limits || []).find((limit) => limit.key === token)?.most ?? 1;

/** Errors, warnings, the forecast, and what the purses have left. */
function judge(data, now, game, script, plan) {
  const errors = [];
  const unclear = [];
  const untold = [];
  const refused = [];
  const warnings = [];
  const ILL = { error: refused, warning: warnings, idle: warnings };
  const spent = Object.fromEntries((data.purses || []).map((purse) => [purse.key, 0]));
  const used = new Map();
  const barred = [];
  now.lines.forEach((line, at) => {
    if (!line) return;
    const found = read(data, line, now.homes[at]);
    if (!found && inForce(data, now, at)) return;
    if (!found) {
      const heard = data.free_lines && plan.heard(line);
      if (heard?.reason) unclear.push({ line: at, text: `${heard.reason}.`, near: heard.near });
      else if (data.free_lines) weigh(at, heard?.line || line);
      else errors.push({ line: at, text: T.plan.fault });
      return;
    }
    pay(at, found.form, [found.form, ...optionsChosen(data, found)]);
    if (!inForce(data, now, at)) doubt(at, found);
  });
  /** Of a line a form makes: what the acknowledgement doubts; what second choices and conditions that do not hold now come to, it alone tells. */
  function doubt(at, found) {
    const filled = slotsOf(found.form).filter((slot) => found.values[slot.name] !== undefined);
    const barred = barredBy(data, found);
    if (barred) return void warnings.push({ line: at, text: barred, beside: true });
    const others = now.lines.map((line, n) => line && n !== at && { line, read: read(data, line, now.homes[n]) }).filter(Boolean);
    const by = [found.form, ...optionsChosen(data, found)].flatMap((one) => one.by || []);
    const sent = others.flatMap((one) => goingBy(data, one.read)).filter(([key]) => by.includes(key));
    const away = sent.length || others.some((one) => !one.read && one.line.split(" ").some((word) => by.includes(word)));
    const there = sent.length && choicesOf(data, found).some(({ option }) => option.after === sent[0][1]);
    const chosen = (slot) => chosenIn(data, found, slot);
    const holds = (slot) => (slot.holds ? Number(found.values[slot.name]) <= amountOf(data, slot.holds) : chosen(slot).some((one) => one.holds));
    if (data.free_lines && ((away && !there) || filled.some((slot) => slot.extra && !holds(slot)))) return void untold.push({ line: at, text: T.plan.free(found.line) });
    const doubts = filled.map(chosen).filter((some) => some.length && some.every((one) => one.doubt));
    const said = !there && (found.form.doubt || doubts[0]?.[0].doubt);
    if (said) warnings.push({ line: at, text: said, beside: true });
  }
  /** Of a line no form makes: what the acknowledgement says of lines that begin so; else what the form takes that begins so. */
  function weigh(at, line) {
    const { form, verdict, named } = alike(data, line, homeOf(data, now, at), plan.names);
    const stirred = (verdict?.unless || []).some((key) => now.lines.some((other, n) => other && n !== at && homeOf(data, now, n) === key));
    if (verdict?.said && !stirred) (ILL[verdict.mark || "warning"] || untold).push({ line: at, text: `${line}: ${verdict.said.replaceAll("{}", named)}` });
    else untold.push({ line: at, text: T.plan.free([line, form?.note].filter(Boolean).join("; ")) });
    if (form) pay(at, form, [form]);
  }
  function pay(at, form, chosen) {
    for (const [key, amount] of chosen.flatMap((c) => Object.entries(c.cost || {}))) {
      const purse = purseOf(data, key);
      if (!purse) continue;
      spent[key] += amount;
      if (spent[key] > purse.amount && !purse.waits) warnings.push({ line: at, text: T.plan.over(purse.label, spent[key], purse.amount), rule: purse.rule });
    }
    const over = new Set();
    for (const token of chosen.flatMap((c) => c.uses || [])) {
      const limit = (data.limits || []).find((l) => l.key === token);
      const most = mostOf(data, token);
      const count = (used.get(token) || 0) + 1;
      used.set(token, count);
      if (limit?.bars) barred.push({ line: at, text: limit.said, rule: limit.rule, bars: limit.bars });
      if (count <= most || over.has(token) || data.numbered) continue; // of what it foresees, a game's own program tells what is too much
      over.add(token);
      (limit?.lasts ? untold : warnings).push({ line: at, text: limit?.said || T.plan.twice(limit?.label || form.label, most), rule: limit?.rule });
    }
  }
  warnings.push(...barred.filter((fault) => used.has(fault.bars)));
  if (data.most_lines && now.lines.length > data.most_lines) errors.push({ line: data.most_lines, text: T.plan.many(data.most_lines) });
  const foreseen = game.foresee ? game.foresee(script, now.lines) : {};
  return {
    spent,
    errors: [...errors, ...(foreseen.errors || []), ...letterFaults(data.letters, now.letters)],
    unclear,
    untold,
    fights: fightsOf(data, now),
    refused,
    warnings: [...warnings, ...(foreseen.warnings || [])],
    rows: foreseen.rows || [],
    heads: foreseen.heads || [],
    text: foreseen.text || "",
  };
}

/** What is told of lines and fights, by the plan's outlook: who goes is moved, then what stands in each place is added or looked up. */
function fightsOf(data, now) {
  const ahead = data.outlook;
  if (!ahead) return [];
  const at = new Map(Object.entries(ahead.at || {}));
  const rows = [];
  let besides = false; // whether there are lines of which it knows nothing
  const gone = new Set(); // who goes by two lines goes by the first: what the second comes to, the answer tells
  now.lines.forEach((line, n) => {
    const found = line && read(data, line, now.homes[n]);
    if (!line || [found?.form.verb || line.split(" ")[0], homeOf(data, now, n)].some((word) => (ahead.quiet || []).includes(word))) return;
    const filled = found ? slotsOf(found.form).filter((slot) => found.values[slot.name] !== undefined) : [];
    const said = found ? [found.form, ...choicesOf(data, found).map((one) => one.option)] : [];
    const more = filled.some((slot) => slot.extra);
    besides ||= more || !said.some((one) => one.told || (one.goes || []).some((key) => key in (ahead.at || {}))) || Boolean(barredBy(data, found));
    if (!more) rows.push(...said.filter((one) => one.told).map((one) => ({ text: `${line}: ${one.told}` })));
    for (const [key, place] of goingBy(data, found)) {
      if (gone.has(key)) besides = true;
      else if (at.delete(key)) gone.add(key) && at.set(key, place);
    }
  });
  const there = new Map();
  for (const [key, place] of at) there.set(place, [...(there.get(place) || []), key]);
  for (const [place, who] of there) {
    const [mine, theirs] = [who.reduce((sum, key) => sum + (ahead.powers?.[key] || 0), 0), ahead.against?.[place]];
    const [came, sorted] = [who, [...who].sort()].map((all) => ahead.outcomes?.[[place, ...all].join(" ")]);
    const said = theirs === undefined ? came || sorted : ahead.said[mine > theirs ? 0 : mine === theirs ? 1 : 2];
    const stings = [who.reduce((sum, key) => sum + (ahead.stings?.[key] || 0), 0), ahead.stings?.[place] || 0];
    const stung = theirs === undefined ? [] : [theirs - mine, mine - theirs].map((short, n) => (short >= 0 && short < stings[n] ? ahead.stung[n] : ""));
    if (said) rows.push({ text: said.replace("{place}", place).replace("{mine}", mine).replace("{theirs}", theirs) + stung.join("") });
  }
  return besides && rows.length ? [...rows, { text: T.plan.besides }] : rows;
}

function optionsChosen(data, found) {
  return slotsOf(found.form).flatMap((slot) => {
    const value = found.values[slot.name];
    if (slot.cost) return value ? [{ cost: Object.fromEntries(Object.entries(slot.cost).map(([key, each]) => [key, each * Number(value)])) }] : [];
    return chosenIn(data, found, slot);
  });
}

/** What is chosen in a slot of a line that was read, in the order of its options. */
const chosenIn = (data, found, slot) => optionsOf(data, slot).filter((option) => [found.values[slot.name]].flat().includes(option.text));

// Lines within a message that the office would take for the sheet's own: an end, a header, a signature.
const RESERVED = [
  /^\W*END\b\W*(?:OF\b|THE\b|\W)*(?:MESSAGE|MSG|GAME|ORDERS?|SHEET|TURN|ORDER\W+SHEET)?\W*$/i,
  /\b(?:MESSAGE|MSG)\b.*\bTO\b/i,
  /^\W{0,4}GAME\b/i,
  /^\W{0,4}GAME\d/i,
  /^\s*--[ \t\u00a0]*$/,
  /^\s*_{10,}\s*$/,
  /##-/,
  /^\W{0,2}(?:From|Von|De|Da|Van|Från|Od)\s?:/i,
  /Original Message|Ursprüngliche Nachricht|Message d.origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht/i,
];

/** A message's lines as the office counts them: without blanks at the ends. */
export function rowsOf(text) {
  // what Python takes for the end of a line, the office would too
  const rows = text.replace(/[\v\f\x1c-\x1e\x85\u2028\u2029]/g, " ").split(/\r\n|\r|\n/).map((row) => row.trimEnd());
  while (rows.length && !rows[0]) rows.shift();
  while (rows.length && !rows[rows.length - 1]) rows.pop();
  return rows;
}

/** Characters as the office counts them: line ends are none. */
export const signsOf = (rows) => rows.reduce((sum, row) => sum + [...row].length, 0);

function letterFaults(rule, letters) {
  const faults = [];
  letters.forEach((letter, n) => {
    const rows = rowsOf(letter.text);
    const reserved = rows.find((row) => RESERVED.some((pattern) => pattern.test(row)));
    const same = (other) => other.to === letter.to && other.anonymous === letter.anonymous;
    let why = "";
    if (!rows.length) return; // it is not sent
    if (letter.to === null) why = T.letters.nobody;
    else if (rows.length > rule.lines) why = T.letters.lines(rows.length, rule.lines);
    else if (signsOf(rows) > rule.characters) why = T.letters.long(signsOf(rows), rule.characters);
    else if (!rule.several && letters.slice(0, n).some((other) => same(other) && rowsOf(other.text).length)) why = T.letters.twice;
    else if (reserved) why = T.letters.reserved(reserved);
    if (why) faults.push({ letter: n, text: T.letters.fault(n + 1, why), rule: rule.rule });
  });
  return faults;
}

/** The sheet as text, as `check-orders` reads it. */
function sheetOf(data, now, envelope, password) {
  const rows = [`GAME ${envelope.game} TURN ${envelope.turn + 1}`, `${envelope.seat_word} ${envelope.seat_text}`];
  if (password) rows.push(`PASSWORD${/^[:=]/.test(password) ? ":" : ""} ${password}`);
  if (data.numbered) now.lines.forEach((line, n) => line && rows.push(`${n + 1} ${line}`));
  else rows.push(...inSections(data, now));
  for (const letter of now.letters.filter((one) => rowsOf(one.text).length)) {
    const to = letter.to ? ` TO ${letter.to}` : "";
    rows.push(`MESSAGE${to}${letter.anonymous ? " ANONYMOUS" : ""}`, ...rowsOf(letter.text), "END MESSAGE");
  }
  return [...rows, "END", ""].join("\n");
}

function inSections(data, now) {
  const sections = data.sections || [];
  if (!sections.length) return now.lines;
  const homes = now.lines.map((_, at) => homeOf(data, now, at));
  return sections.flatMap((section) => {
    const mine = now.lines.filter((_, at) => homes[at] === section.key);
    return mine.length ? [section.opens, ...mine, section.closes].filter(Boolean) : section.stands ? section.none || [] : [];
  });
}
