// Reads order lines by a game's rows, as the office does (engine/lines): what a line says, or why it says nothing.

/** A word as Python quotes it. */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  let said = "";
  for (const letter of text) {
    const code = letter.codePointAt(0);
    if (letter === mark || letter === "\\") said += `\\${letter}`;
    else if ("\t\n\r".includes(letter)) said += { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[letter];
    else if (letter !== " " && /[\p{C}\p{Z}]/u.test(letter)) {
      const [sign, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
      said += `\\${sign}${code.toString(16).padStart(digits, "0")}`;
    } else said += letter;
  }
  return mark + said + mark;
}

const folded = (text) => Array.from(text, (letter) => (letter === "ı" ? letter : letter.toUpperCase().toLowerCase())).join("");

/** How many letters two texts have in common, in runs as long as can be. */
function inCommon(one, other) {
  const places = new Map();
  other.forEach((letter, at) => places.set(letter, [...(places.get(letter) || []), at]));
  if (other.length >= 200) {
    const most = Math.floor(other.length / 100) + 1;
    for (const [letter, at] of places) if (at.length > most) places.delete(letter);
  }
  const longest = (from, to, start, end) => {
    let [i, j, size] = [from, start, 0];
    let before = new Map();
    for (let at = from; at < to; at++) {
      const now = new Map();
      for (const place of places.get(one[at]) || []) {
        if (place < start || place >= end) continue;
        const run = (before.get(place - 1) || 0) + 1;
        now.set(place, run);
        if (run > size) [i, j, size] = [at - run + 1, place - run + 1, run];
      }
      before = now;
    }
    while (i > from && j > start && one[i - 1] === other[j - 1]) [i, j, size] = [i - 1, j - 1, size + 1];
    while (i + size < to && j + size < end && one[i + size] === other[j + size]) size += 1;
    return [i, j, size];
  };
  const count = (from, to, start, end) => {
    const [i, j, size] = longest(from, to, start, end);
    return size && size + count(from, i, start, j) + count(i + size, to, j + size, end);
  };
  return count(0, one.length, 0, other.length);
}

/** The two of some names that are most alike to a word. */
export function alike(word, names) {
  const wanted = [...folded(word)];
  const found = new Map();
  for (const name of names) found.set(folded(name), name);
  const scored = [];
  for (const name of found.keys()) {
    const letters = [...name];
    const all = letters.length + wanted.length;
    const score = all ? (2 * inCommon(letters, wanted)) / all : 1;
    if (score >= 0.6) scored.push([score, name]);
  }
  scored.sort(([a, x], [b, y]) => b - a || (x < y ? 1 : -1));
  return scored.slice(0, 2).map(([, name]) => found.get(name));
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const either = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join(""));

/** Why a line cannot be read: a text with places for what the rows around it know. */
class Unread extends Error {
  constructor(says, said, near = [], known = {}) {
    super(says);
    Object.assign(this, { says, near });
    this.known = { ...known, said, SAID: said.toUpperCase(), found: said ? quoted(said) : "nothing" };
  }

  get reason() {
    return this.says.replace(/\{([\w.]+)(!r)?\}/g, (_, path, asQuoted) => {
      const value = path.split(".").reduce((found, name) => found[name], this.known);
      return asQuoted ? quoted(value) : String(value);
    });
  }
}

class Words {
  constructor(words) {
    this.words = [...words, ""];
    this.capitals = this.words.map((word) => word.toUpperCase());
    this.at = 0;
  }

  get done() {
    return this.at >= this.words.length - 1;
  }

  get said() {
    return this.words[this.at];
  }

  takes(word) {
    const there = this.capitals[this.at] === word;
    if (there) this.at += 1;
    return there;
  }
}

/** A reader of a game's lines, from what the office says of them (engine/lines, Lines.as_data). */
export function reader(rows) {
  const { parts, least, known } = rows;
  const token = new RegExp(rows.word, "gu");
  const space = new RegExp(`${rows.space}+`, "gu");

  const isWord = (said, word, cut) => said === word || (cut && [...said].length >= least && word.startsWith(said));
  const spaced = (name) => folded(name).replaceAll("’", "'").split(space).filter(Boolean).join(" ");
  const packed = (name) => spaced(name).replaceAll(" ", "");

  function offers(near, said) {
    if (near.always) return near.words;
    const letters = [...said];
    if (near.board && letters.length === 2 && /\p{L}/u.test(letters[0]) && /[0-9]/.test(letters[1])) {
      const [columns, most] = near.board;
      const column = folded(letters[0]);
      const last = columns.at(-1);
      const inside = column < columns[0] ? columns[0] : column > last ? last : column;
      return [`${inside}${Math.min(Math.max(Number(letters[1]), 1), most)}`];
    }
    return alike(said, near.words);
  }

  function refused(part, said) {
    if (part.nothing && part.blank.includes(said)) return new Unread(part.nothing, said);
    return new Unread(part.says, said, offers(part.near, said));
  }

  const wordFits = (part, words, at) => part.words.every((word, n) => at + n < words.words.length && isWord(words.capitals[at + n], word, part.cut));
  const pattern = (part) => (part.match ||= new RegExp(`^(?:${part.pattern})$`, "u"));
  const steps = (row) => row.steps.map(([name, number]) => [name, parts[number]]);

  const fitting = {
    Word: wordFits,
    One: (part, words, at) => part.among.some((text) => text.toUpperCase() === words.capitals[at]),
    Numbered: (part, words, at) => pattern(part).test(words.words[at]),
    Name: (part, words, at) => !["", ",", ...part.stops].includes(words.capitals[at]),
    End: (part, words, at) => words.capitals[at] === part.word && at === words.words.length - 1 - (part.word ? 1 : 0),
    Listed: (part, words, at) => fits(parts[part.part], words, at),
    After: (part, words, at) => words.capitals[at] === part.word,
    Refuse: (part, words, at) => part.begins.every((number, n) => fits(parts[number], words, at + n)),
    OneOf: (part, words, at) => part.parts.some((number) => fits(parts[number], words, at)),
    Row: (part, words, at) => steps(part).slice(0, part.head).every(([, inner], n) => at + n < words.words.length && fits(inner, words, at + n)),
  };
  const fits = (part, words, at) => fitting[part.is](part, words, at);

  function named(part, said) {
    if (!said) throw new Unread("a {kind} is wanted, but none is named", said, [], { kind: part.kind });
    const { names } = known[part.of];
    for (const fold of [spaced, packed]) {
      const wanted = fold(said);
      const exact = names.find((name) => fold(name) === wanted);
      if (exact !== undefined) return exact;
      const begun = names.filter((name) => fold(name).startsWith(wanted));
      if (begun.length === 1) return begun[0];
      if (begun.length) throw new Unread("{said!r} could be {either}", said, begun, { either: either(begun) });
    }
    throw new Unread("there is no {kind} called {said!r}", said, alike(said, names), { kind: part.kind });
  }

  function listed(part, words, row) {
    const found = [read(parts[part.part], words, row)];
    while (words.takes(part.by)) found.push(read(parts[part.part], words, row));
    return found;
  }

  function fieldsOf(row, words) {
    const found = {};
    const first = words.said;
    try {
      for (const [name, part] of steps(row)) {
        const value = read(part, words, found);
        if (name) found[name] = value;
      }
    } catch (unread) {
      if (!(unread instanceof Unread)) throw unread;
      for (const [name, part] of steps(row)) {
        if (name in found && !(name in unread.known)) unread.known[name] = isRecord(found[name]) ? found[name] : write(part, found[name]);
      }
      unread.known.first ??= first;
      throw unread;
    }
    return { ...found, ...row.fixed };
  }

  const namesOf = (row) => [...row.steps.map(([name]) => name).filter(Boolean), ...Object.keys(row.fixed)];
  const means = (row, value) => Object.entries(row.fixed).every(([name, fixed]) => same(value[name], fixed));

  const reading = {
    Word(part, words) {
      if (!wordFits(part, words, words.at)) throw new Unread(part.says, words.said, offers(part.near, words.said), { wanted: part.words.join(" ") });
      words.at += part.words.length;
    },
    One(part, words) {
      const found = part.among.find((text) => text.toUpperCase() === words.capitals[words.at]);
      if (found === undefined) throw refused(part, words.said);
      words.at += 1;
      return found;
    },
    Numbered(part, words) {
      const found = pattern(part).exec(words.said);
      if (!found) throw refused(part, words.said);
      words.at += 1;
      return part.written.replace("{}", String(Number(found[1])));
    },
    Number(part, words) {
      const said = words.said;
      if (!/^[0-9]+$/.test(said) || said.length > part.digits || Number(said) < part.least) throw refused(part, said);
      words.at += 1;
      return String(Number(said));
    },
    Name(part, words) {
      const start = words.at;
      while (!words.done && words.said !== "," && !part.stops.includes(words.capitals[words.at])) words.at += 1;
      const said = words.words.slice(start, words.at).join(" ");
      const also = part.also.find((text) => text === said.toUpperCase());
      if (also !== undefined) return also;
      return named(part, part.drop && folded(said).startsWith(folded(part.drop)) ? said.slice(part.drop.length) : said);
    },
    End(part, words) {
      words.at += part.word ? 1 : 0;
    },
    Listed: listed,
    Several(part, words, row) {
      const found = [];
      while (!words.done && !part.until.includes(words.capitals[words.at])) found.push(read(parts[part.part], words, row));
      if (!found.length) throw new Unread(part.none, words.said);
      return found;
    },
    After(part, words, row) {
      if (words.takes(part.word)) return read(parts[part.part], words, row);
      if (part.wanted) throw new Unread(part.wanted, words.said);
      return part.empty;
    },
    Without(part, words) {
      if (part.says && ["", words.capitals[words.at]].includes(part.word)) throw new Unread(part.says, words.said);
      return part.empty;
    },
    Maybe(part, words, row) {
      if ((part.all && words.takes(part.all)) || words.done || part.stops.includes(words.capitals[words.at])) return part.empty;
      return read(parts[part.part], words, row);
    },
    Perhaps: (part, words, row) => (fits(parts[part.part], words, words.at) ? read(parts[part.part], words, row) : null),
    By: (part, words, row) => read(parts[part.parts[String(known[part.of].facts[row[part.name]][part.fact])]], words, row),
    Only(part, words, row) {
      const value = part.path.split(".").reduce((found, name) => found[name], row);
      if (!part.among.includes(value)) throw new Unread(part.says, words.said);
    },
    Refuse(part, words) {
      const said = words.words[Math.min(words.at + part.past, words.words.length - 1)];
      throw new Unread(part.says, said, offers(part.near, said), { first: words.said });
    },
    OneOf(part, words, row) {
      const all = part.parts.map((number) => parts[number]);
      const firstWord = (inner) => inner.is === "Row" && inner.steps.length && parts[inner.steps[0][1]].is === "Word" && parts[inner.steps[0][1]].words[0];
      const inFull = all.find((inner) => firstWord(inner) === words.capitals[words.at] && fits(inner, words, words.at));
      return read(inFull || all.find((inner) => fits(inner, words, words.at)) || all.at(-1), words, row);
    },
    Row: (part, words) => ({ kind: part.kind, ...fieldsOf(part, words) }),
    AnyOrder(part, words, row) {
      const all = part.rows.map((number) => parts[number]);
      for (;;) {
        const found = all.find((inner) => fits(inner, words, words.at));
        if (!found) return;
        if (namesOf(found).some((name) => name in row)) throw new Unread(part.twice, words.said);
        Object.assign(row, fieldsOf(found, words));
      }
    },
  };
  const read = (part, words, row) => reading[part.is](part, words, row);

  function rowsOf(part) {
    return part.is === "Row" ? [part] : part.is === "OneOf" ? part.parts.flatMap((number) => rowsOf(parts[number])) : [];
  }

  const asItIs = (part, value) => value;
  const inner = (part, value) => write(parts[part.part], value);
  const writing = {
    Word: (part) => part.words.join(" "),
    One: asItIs,
    Numbered: asItIs,
    Number: asItIs,
    Name: asItIs,
    End: (part) => part.word,
    Listed: (part, value) => value.map((one) => write(parts[part.part], one)).join(part.by === "," ? ", " : ` ${part.by} `),
    Several: (part, value) => value.map((one) => write(parts[part.part], one)).join(" "),
    After: (part, value) => (same(value, part.empty) ? "" : `${part.word} ${inner(part, value)}`),
    Without: () => "",
    Maybe: (part, value) => (same(value, part.empty) ? part.all : inner(part, value)),
    Perhaps: (part, value) => (value === null ? "" : inner(part, value)),
    By: (part, value) => write(parts[part.writes], value),
    Only: () => "",
    OneOf: (part, value) => write(rowsOf(part).find((row) => row.kind === value.kind && means(row, value)), value),
    Row: (part, value) => steps(part).map(([name, step]) => write(step, name ? value[name] : value)).filter(Boolean).join(" "),
    AnyOrder(part, value) {
      const texts = [];
      const done = new Set();
      for (const row of part.rows.map((number) => parts[number])) {
        const names = namesOf(row);
        const left = names.some((name) => name in value && String(value[name]) !== String(part.defaults[name]));
        if (!left || names.some((name) => done.has(name)) || !means(row, value)) continue;
        names.forEach((name) => done.add(name));
        texts.push(write(row, value));
      }
      return texts.join(" ");
    },
  };
  const write = (part, value) => writing[part.is](part, value);

  /** What a typed line says, as the office would write it, or its fault: why it cannot be read, and spellings near it. */
  return function judge(text) {
    if ([...text].length > rows.longest) return { reason: `the line is longer than ${rows.longest} characters`, near: [] };
    const cut = text.split(rows.comment)[0];
    const words = new Words([...cut.matchAll(token)].map((found) => found[1].replace(space, "")));
    try {
      const line = parts[rows.line];
      const order = read(line, words, {});
      if (!words.done) throw new Unread("{said!r} is one word too many", words.said);
      return { line: write(line, order) };
    } catch (unread) {
      if (unread instanceof Unread) return { reason: unread.reason, near: unread.near };
      throw unread;
    }
  };
}
