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

/** How many typing slips lie between two words, or more than are allowed. */
function slips(one, other, allowed) {
  if (Math.abs(one.length - other.length) > allowed) return allowed + 1;
  let before = [];
  let row = [...other.keys(), other.length];
  for (let i = 1; i <= one.length; i++) {
    const last = row;
    row = [i];
    for (let j = 1; j <= other.length; j++) {
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
    }
    before = last;
    if (Math.min(...row) > allowed) return allowed + 1;
  }
  return row.at(-1);
}

/** Up to three names a typing slip away from a word. */
export function nearest(word, names) {
  const wanted = [...word.toUpperCase()].slice(0, 24);
  if (wanted.length < 2) return [];
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const spelled = new Map();
  for (const name of names) spelled.set(name.toUpperCase().replaceAll("-", " "), name);
  const scored = [];
  for (const [spelling, name] of spelled) {
    const away = spelling.startsWith(wanted.join("")) ? 1 : slips(wanted, [...spelling], allowed);
    if (away <= allowed) scored.push([away, name]);
  }
  scored.sort(([a], [b]) => a - b);
  return [...new Set(scored.map(([, name]) => name))].slice(0, 3);
}

const near = (said, names, bySlips) => (bySlips ? nearest(said, names) : alike(said, names));

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

  get left() {
    return this.words.slice(this.at, -1).join(" ");
  }

  run(start, end) {
    return new Words(this.words.slice(start, end));
  }

  takes(word) {
    const there = this.capitals[this.at] === word;
    if (there) this.at += 1;
    return there;
  }
}

/** What of a part is not said where it is nothing. */
const UNSAID = {
  ...{ says: "", nothing: "", wanted: "", none: "", word: "", all: "", drop: "", without: "", hollow: "" },
  ...{ also: [], stops: [], until: [], after: {}, fixed: {}, letters: [], begins: [], offers: [], steps: [] },
  near: { words: [] },
};

/** A reader of a game's lines, from what the office says of them (engine/lines, Lines.as_data). */
export function reader(rows) {
  const { least, known, cutter } = rows;
  const parts = rows.parts.map((part) => ({ ...UNSAID, ...part }));
  const token = new RegExp(cutter.word, "gu");
  const space = new RegExp(`${cutter.space}+`, "gu");

  const isWord = (said, word, cut) => said === word || (cut && [...said].length >= least && word.startsWith(said));
  const spaced = (name) => folded(name).replaceAll("’", "'").split(space).filter(Boolean).join(" ");
  const folds = { spaced, packed: (name) => spaced(name).replaceAll(" ", ""), hyphened: (name) => folded(name).replaceAll("-", " ") };

  function unfolded(text) {
    if (!cutter.dropped && !cutter.spaces) return text;
    const said = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKC");
    return Array.from(said, (letter) => (cutter.dropped.includes(letter) ? "" : cutter.spaces.includes(letter) ? " " : letter)).join("");
  }

  function offers(offered, said) {
    if (offered.always) return offered.words;
    const letters = [...said];
    if (offered.board && letters.length === 2 && /\p{L}/u.test(letters[0]) && /[0-9]/.test(letters[1])) {
      const [columns, most] = offered.board;
      const column = folded(letters[0]);
      const last = columns.at(-1);
      const inside = column < columns[0] ? columns[0] : column > last ? last : column;
      return [`${inside}${Math.min(Math.max(Number(letters[1]), 1), most)}`];
    }
    return near(said, offered.words, offered.slips);
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
    One: (part, words, at) => oneOf(part, words.capitals[at]) !== undefined,
    Coded: (part, words, at) => pattern(part).test(words.words[at]),
    Called: (part, words, at) => words.capitals[at] !== "",
    Alone: (part, words, at) => words.words.length - 1 - at === part.said && fits(parts[part.part], words, at),
    Unlike: (part, words, at) => fits(parts[part.part], words, at),
    Joined: () => true,
    Numbered: (part, words, at) => pattern(part).test(words.words[at]),
    Name: (part, words, at) => !["", ",", ...part.stops].includes(words.capitals[at]),
    End: (part, words, at) => words.capitals[at] === part.word && at === words.words.length - 1 - (part.word ? 1 : 0),
    Listed: (part, words, at) => fits(parts[part.part], words, at),
    After: (part, words, at) => words.capitals[at] === part.word,
    Refuse: (part, words, at) => part.begins.every((number, n) => fits(parts[number], words, at + n)),
    OneOf: (part, words, at) => part.parts.some((number) => fits(parts[number], words, at)),
    Row: (part, words, at) => steps(part).slice(0, part.head).every(([, inner], n) => at + n < words.words.length && fits(inner, words, at + n)),
  };
  fitting.Keyed = fitting.OneOf;
  fitting.Headed = fitting.Row;
  const fits = (part, words, at) => fitting[part.is](part, words, at);

  const capitalsOf = (texts) => texts.map((text) => [text.toUpperCase(), text]);

  /** How the word of a part that is one of some is written, if it is one. */
  function oneOf(part, said) {
    const words = new Map([...capitalsOf(part.among), ...Object.entries(part.also).map(([text, meant]) => [text.toUpperCase(), meant])]);
    if (words.has(said) || !part.begun || !said) return words.get(said);
    const begun = part.among.filter((text) => text.toUpperCase().startsWith(said));
    return begun.length === 1 ? begun[0] : undefined;
  }

  function namesLike(finding, said, names) {
    for (const [how, fold] of finding.ways) {
      const wanted = folds[fold](said);
      const words = wanted.split(space).filter(Boolean);
      const like = {
        is: (name) => name === wanted,
        begins: (name) => name.startsWith(wanted),
        words: (name) => {
          const there = name.split(space).filter(Boolean);
          return words.length <= there.length && words.every((word, n) => there[n].startsWith(word));
        },
      }[how];
      const found = names.filter((name) => like(folds[fold](name)));
      if (found.length) return how === "is" ? found.slice(0, 1) : found;
    }
    return [];
  }

  const nearNames = (finding, said, names) => near(said, [...names, ...finding.offers], finding.slips);

  function named(part, said) {
    const { kind } = part;
    const finding = parts[part.finding];
    if (!said) throw new Unread(finding.missing, said, [], { kind });
    const { names } = known[part.of];
    const found = namesLike(finding, said, names);
    if (found.length === 1) return found[0];
    if (found.length) {
      const told = found.slice(0, finding.most);
      throw new Unread(finding.several, said, told, { either: either(told), ors: told.join(" or ") });
    }
    throw new Unread(finding.none, said, nearNames(finding, said, names), { kind });
  }

  function whole(part, run, row) {
    const value = read(part, run, row);
    if (!run.done) throw new Unread("{left} is too much", run.said, [], { left: run.left });
    return value;
  }

  function runsOf(words, by) {
    const found = [];
    const last = words.words.length - 1;
    let start = words.at;
    for (let at = words.at; at < last; at++) {
      if (words.capitals[at] !== by) continue;
      found.push(words.run(start, at));
      start = at + 1;
    }
    found.push(words.run(start, last));
    words.at = last;
    return found;
  }

  function listed(part, words, row) {
    const found = [read(parts[part.part], words, row)];
    while (words.takes(part.by)) found.push(read(parts[part.part], words, row));
    return found;
  }

  function findOneByOne(row, words, found, skip) {
    for (const [name, part] of steps(row).slice(skip)) {
      const value = read(part, words, found);
      if (name) found[name] = value;
    }
  }

  /** The fields of a row that is cut into runs by its heads (engine/lines/runs.py, Headed). */
  function findInRuns(row, words, found) {
    const { heads } = row;
    const own = new Set(row.steps.map(([name]) => name));
    const texts = (places) => new Words(places.map((at) => words.words[at]));
    const say = (name, run) => {
      if (!name) return;
      const value = whole(parts[row.named[name]], run, found);
      if (own.has(name)) found[name] = value;
    };
    let left = [];
    for (let at = words.at; at < words.words.length - 1; at++) left.push(at);
    words.at = words.words.length - 1;
    const picked = left.findIndex((at) => words.capitals[at] === heads.pick[1]);
    say(heads.pick[0], texts(picked < 0 ? [] : left.splice(picked, 2)));
    const tails = left.filter((at) => words.capitals[at] === heads.tail[1]);
    if (tails.length > 1) throw new Unread(heads.twice_tail, heads.tail[1]);
    const tail = tails.length ? left.slice(left.indexOf(tails[0])) : [];
    left = left.slice(0, left.length - tail.length);
    say(heads.tail[0], texts(tail));
    const runs = { [heads.first]: [] };
    let name = heads.first;
    for (const at of left) {
      if (Object.hasOwn(heads.words, words.capitals[at])) {
        name = heads.words[words.capitals[at]];
        if (name in runs) throw new Unread(heads.twice, words.words[at], [], { head: words.capitals[at] });
        runs[name] = [];
      }
      runs[name].push(at);
    }
    for (const one of row.reads) say(one, texts(runs[one] || []));
  }

  function fieldsOf(row, words, skip = 0) {
    const found = {};
    const first = words.said;
    try {
      (row.is === "Headed" ? findInRuns : findOneByOne)(row, words, found, skip);
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

  function treeOf(part) {
    if (part.tree) return part.tree;
    part.tree = {};
    for (const row of part.parts.map((number) => parts[number])) {
      const path = [];
      for (const [, step] of steps(row)) {
        if (step.is !== "Word") break;
        path.push(...step.words);
      }
      let node = part.tree;
      for (const word of path.slice(0, -1)) node = node[word] ||= {};
      node[path.at(-1)] = { row };
    }
    return part.tree;
  }

  function key(words, node, says) {
    const capitals = words.capitals[words.at];
    if (Object.hasOwn(node, capitals)) return capitals;
    const begun = Object.keys(node).filter((word) => word.startsWith(capitals));
    if (begun.length === 1) return begun[0];
    if (begun.length) throw new Unread("{said} could be {ors}", words.said, begun, { ors: begun.join(" or ") });
    throw new Unread(says, words.said, nearest(words.said, Object.keys(node)));
  }

  const namesOf = (row) => [...row.steps.map(([name]) => name).filter(Boolean), ...Object.keys(row.fixed)];
  const means = (row, value) => Object.entries(row.fixed).every(([name, fixed]) => same(value[name], fixed));

  const reading = {
    Word(part, words) {
      if (!wordFits(part, words, words.at)) throw new Unread(part.says, words.said, offers(part.near, words.said), { wanted: part.words.join(" ") });
      words.at += part.words.length;
    },
    One(part, words) {
      const found = oneOf(part, words.capitals[words.at]);
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
      const good = /^[0-9]+$/.test(said) && said.length <= part.digits && Number(said) >= part.least && Number(said) <= part.most;
      if (!good) throw refused(part, said);
      words.at += 1;
      return String(Number(said));
    },
    Coded(part, words) {
      const found = pattern(part).exec(words.said);
      if (!found) throw refused(part, words.said);
      words.at += 1;
      const folding = { upper: (text) => text.toUpperCase(), lower: (text) => text.toLowerCase() };
      let code = part.written.replace(/\{(\d)(?::(upper|lower))?\}/g, (_, group, how) => (how ? folding[how](found[group]) : found[group]));
      const added = part.after[words.capitals[words.at]] || "";
      if (added && !code.endsWith(added)) {
        words.at += 1;
        code += added;
      }
      while (part.without && part.without.includes(code.at(-1))) code = code.slice(0, -1);
      return code;
    },
    Called(part, words) {
      const { kind } = part;
      const finding = parts[part.finding];
      const { names } = known[part.of];
      if (words.done) throw new Unread(finding.missing, "", [], { kind });
      for (let end = Math.min(words.words.length - 1, words.at + part.most); end > words.at; end--) {
        const found = namesLike(finding, words.words.slice(words.at, end).join(" "), names);
        if (found.length !== 1) continue;
        words.at = end;
        return found[0];
      }
      throw new Unread(finding.none, words.said, nearNames(finding, words.said, names), { kind });
    },
    Name(part, words) {
      const start = words.at;
      while (!words.done && words.said !== "," && !part.stops.includes(words.capitals[words.at])) words.at += 1;
      const said = words.words.slice(start, words.at).join(" ");
      const also = part.also.find((text) => text.toUpperCase() === said.toUpperCase());
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
      if (part.none && !found.length) throw new Unread(part.none, words.said);
      return found;
    },
    After(part, words, row) {
      if (words.takes(part.word) && !(part.filled && words.done)) return read(parts[part.part], words, row);
      if (part.wanted) throw new Unread(part.nothing && words.done ? part.nothing : part.wanted, words.said);
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
    By(part, words, row) {
      const facts = known[part.of].facts[row[part.name]];
      return read(parts[facts ? part.parts[String(facts[part.fact])] : part.other], words, row);
    },
    Alone: (part, words, row) => read(parts[part.part], words, row),
    Joined(part, words, row) {
      const said = words.left;
      let value;
      try {
        value = read(parts[part.part], new Words([words.words.join("")]), row);
      } catch (unread) {
        if (unread instanceof Unread) unread.known.left = said;
        throw unread;
      }
      words.at = words.words.length - 1;
      const halves = value.split(part.pair);
      return halves.sort((one, other) => (one[0] === other[0] ? Number(one.slice(1)) - Number(other.slice(1)) : one < other ? -1 : 1)).join(part.pair);
    },
    Many(part, words, row) {
      const found = [read(parts[part.part], words, row)];
      while (!words.done) found.push(read(parts[part.part], words, row));
      return found;
    },
    Unlike(part, words, row) {
      const said = words.said;
      const value = whole(parts[part.part], words, row);
      if (part.letters.some((letters) => value.startsWith(letters) && /^[0-9]+$/.test(value.slice(letters.length)))) throw new Unread(part.says, said, [], { value });
      return value;
    },
    Apart(part, words, row) {
      const found = runsOf(words, part.by).map((run) => whole(parts[part.part], run, row));
      if (part.hollow && found.some((one) => !one.length)) throw new Unread(part.hollow, "");
      return found;
    },
    Ended(part, words, row) {
      const runs = runsOf(words, part.by);
      const named = runs.map((run) => {
        const said = run.capitals.filter((word) => part.ends.includes(word));
        if (said.length > 1 || (said.length && run.capitals.at(-2) !== said[0])) throw new Unread(part.says, run.said);
        return said;
      });
      const last = named.at(-1)[0] || part.ends[0];
      return runs.map((run, n) => whole(parts[part.part], named[n].length ? run : new Words([...run.words.slice(0, -1), last]), row));
    },
    Aside(part, words, row) {
      row[part.name] = part.empty;
      return runsOf(words, part.by).map((run) => {
        const [own, ...asides] = runsOf(run, part.word);
        if (asides.length) {
          const value = whole(parts[part.about], asides.at(-1), row);
          if (asides.length > 1 || ![part.empty, value].includes(row[part.name])) throw new Unread(part.says, run.said);
          row[part.name] = value;
        }
        return whole(parts[part.part], own, row);
      });
    },
    Said: (part, words, row) => row[part.name],
    Keyed(part, words) {
      let node = treeOf(part);
      const path = [];
      while (!node.row) {
        const [nothing, says] = part.levels[path.join(" ")];
        if (words.done) throw new Unread(nothing, "");
        path.push(key(words, node, says));
        node = node[path.at(-1)];
        words.at += 1;
      }
      return { kind: node.row.kind, ...fieldsOf(node.row, words, path.length) };
    },
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
    return part.is === "Row" || part.is === "Headed" ? [part] : part.is === "OneOf" || part.is === "Keyed" ? part.parts.flatMap((number) => rowsOf(parts[number])) : [];
  }

  const asItIs = (part, value) => value;
  const inner = (part, value) => write(parts[part.part], value);
  const apart = (part, value) => value.map((one) => write(parts[part.part], one)).join(` ${part.by} `);
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
    Coded: asItIs,
    Called: asItIs,
    Alone: inner,
    Joined: asItIs,
    Many: (part, value) => value.map((one) => write(parts[part.part], one)).join(" "),
    Unlike: inner,
    Apart: apart,
    Ended: apart,
    Aside: apart,
    Said: (part, value) => (value === part.empty ? "" : `${part.word} ${inner(part, value)}`),
    OneOf: (part, value) => (typeof value === "string" ? value : write(rowsOf(part).find((row) => row.kind === value.kind && means(row, value)), value)),
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
  writing.Keyed = writing.OneOf;
  writing.Headed = writing.Row;
  const write = (part, value) => writing[part.is](part, value);

  /** What a typed line says, as the office would write it, or its fault: why it cannot be read, and spellings near it. */
  return function judge(text) {
    if ([...text].length > rows.longest) return { reason: rows.too_long, near: [] };
    const words = new Words([...unfolded(text.split(cutter.comment)[0]).matchAll(token)].map((found) => found[1].replace(space, "")));
    try {
      const line = parts[rows.line];
      const order = read(line, words, {});
      if (!words.done) throw new Unread(rows.too_many, words.said, [], { left: words.left });
      return { line: write(line, order) };
    } catch (unread) {
      if (unread instanceof Unread) return { reason: unread.reason, near: unread.near };
      throw unread;
    }
  };
}
