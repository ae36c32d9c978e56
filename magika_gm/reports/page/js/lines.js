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

/** Up to three names a typing slip away from a word, as a fold has them; of an object, what its names stand for. */
export function nearest(word, names, fold = folded) {
  const wanted = [...fold(word).toUpperCase()].slice(0, 24);
  if (wanted.length < 2) return [];
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const spelled = new Map();
  for (const [name, offered] of Array.isArray(names) ? names.map((one) => [one, one]) : Object.entries(names)) spelled.set(fold(name), offered);
  const scored = [];
  for (const [text, name] of spelled) {
    const spelling = text.toUpperCase();
    const away = spelling.startsWith(wanted.join("")) ? 1 : slips(wanted, [...spelling], allowed);
    if (away <= allowed) scored.push([away, name]);
  }
  scored.sort(([a], [b]) => a - b);
  return [...new Set(scored.map(([, name]) => name))].slice(0, 3);
}

const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isMany = (value) => value !== null && typeof value === "object";

/** Whether two values are the same; a number is so to its digits. */
function same(one, other) {
  if (!isMany(one) || !isMany(other)) return one === other || (one !== null && other !== null && !isMany(one) && !isMany(other) && String(one) === String(other));
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]));
}
const either = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join(""));

/** Why a line cannot be read: a text with places for what the rows around it know. */
class Unread extends Error {
  constructor(says, said, near = [], known = {}, lines = []) {
    super(says);
    Object.assign(this, { says, near, lines, sure: false });
    this.known = { ...known, said, SAID: said.toUpperCase(), found: said ? quoted(said) : "nothing" };
  }

  filled(text) {
    const said = text.replace(/\{([\w.]+)(!r)?\}/g, (_, path, asQuoted) => {
      const value = path.split(".").reduce((found, name) => found[name], this.known);
      return asQuoted ? quoted(value) : String(value);
    });
    return said.trimEnd();
  }

  get reason() {
    return this.filled(this.says);
  }

  get offers() {
    return [...this.near, ...this.lines.map((line) => this.filled(line))];
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
  ...{ more: "", twice: "", other: "", passed: [], field: "", of: "", one: "", both: "", apart: "" },
  ...{ names: [], marks: {}, rather: {}, mistaken: [], leads: [], numbers: null },
  ...{ also: [], stops: [], until: [], after: {}, fixed: {}, letters: [], begins: [], offers: [], steps: [] },
  near: { words: [] },
};

/** A reader of a game's lines, from what the office says of them (engine/lines, Lines.as_data). */
export function reader(rows) {
  const { least, known, cutter } = rows;
  const parts = rows.parts.map((part) => ({ ...UNSAID, ...part }));
  const space = new RegExp(`${cutter.space}+`, "gu");
  const split = (text) => text.split(space).filter(Boolean);

  const isWord = (said, word, cut) => said === word || (cut && [...said].length >= least && word.startsWith(said));
  const spaced = (name) => folded(name).replaceAll("’", "'").split(space).filter(Boolean).join(" ");
  const folds = {
    case: folded,
    spaced,
    unquoted: (name) => spaced(name.replace(/^["“”]+|["“”]+$/g, "")),
    packed: (name) => spaced(name).replaceAll(" ", ""),
    hyphened: (name) => folded(name).replaceAll("-", " "),
    key: (name) => name.toUpperCase().replace(/[^A-Z0-9]+/g, ""),
    spelled: (name) => split(name.toUpperCase()).join(""),
    worded: (name) => split(name.toUpperCase().replaceAll("'", "").replaceAll("-", " ")).join(" "),
  };

  /** The words of a text, as a cutter has them. */
  function cut(cutter, text) {
    const { dropped, spaces, turned, comment } = cutter;
    const turns = Object.keys(turned).length > 0;
    const fold = (said) =>
      Array.from(said, (letter) => (dropped.includes(letter) ? "" : spaces.includes(letter) ? " " : Object.hasOwn(turned, letter) ? turned[letter] : letter)).join("");
    const uncommented = (said) => (comment ? said.split(comment)[0] : said);
    const replaced = (said, patterns) => patterns.reduce((done, [pattern, by]) => done.replace(new RegExp(pattern, "gu"), by.replace(/\\(\d)/g, "$$$1")), said);
    text = replaced(text, cutter.first);
    let said = turns ? text : uncommented(text);
    if (dropped || spaces || turns) {
      if (!/^[\x00-\x7f]*$/.test(said)) said = (turns ? fold(said) : said).normalize("NFKC");
      said = fold(said);
    }
    if (turns) said = uncommented(said);
    if (cutter.upper) said = split(said.toUpperCase()).join(" ");
    said = replaced(said, cutter.instead);
    const found = [...said.matchAll(new RegExp(cutter.word, "gu"))].map((one) => one[1]);
    return cutter.spaced ? found : found.map((word) => word.replace(space, ""));
  }

  function offers(offered, said) {
    const all = Array.isArray(offered.words) ? offered.words : Object.keys(offered.words);
    if (offered.always) return all;
    const letters = [...said];
    if (offered.board && letters.length === 2 && /\p{L}/u.test(letters[0]) && /[0-9]/.test(letters[1])) {
      const [columns, most] = offered.board;
      const column = folded(letters[0]);
      const last = columns.at(-1);
      const inside = column < columns[0] ? columns[0] : column > last ? last : column;
      return [`${inside}${Math.min(Math.max(Number(letters[1]), 1), most)}`];
    }
    const found = nearest(said, offered.words);
    const { ending } = offered;
    if (ending && !found.length && said.toUpperCase().endsWith(ending)) return nearest(said.slice(0, -ending.length), offered.words).map((name) => name + ending);
    return offered.rather && !found.length ? all : found;
  }

  /** A word of some, in full or, cut, by its first letters. */
  const isHead = (words, at, word) => isWord(words.capitals[at], word, true);

  /** The longest name of a vocabulary written out from a place on, one in quotation marks as one word, and its words. */
  function longest(words, at, of, fold = "spaced", quotes = '"“') {
    const said = words.words.slice(0, -1);
    const names = known[of].whole?.[fold] || wholeOf(known[of], fold);
    if (at >= said.length) return null;
    if (quotes.includes(said[at][0])) {
      const name = names.get(folds[fold](said[at].slice(1, -1)));
      return name === undefined ? null : [name, 1];
    }
    for (let length = Math.min(known[of].most, said.length - at); length > 0; length--) {
      const name = names.get(folds[fold](said.slice(at, at + length).join(" ")));
      if (name !== undefined) return [name, length];
    }
    return null;
  }

  function wholeOf(vocabulary, fold) {
    vocabulary.whole ||= {};
    vocabulary.whole[fold] = new Map([...vocabulary.names].reverse().map((name) => [folds[fold](name), name]));
    vocabulary.most = Math.max(1, ...vocabulary.names.map((name) => split(name).length));
    return vocabulary.whole[fold];
  }

  /** The words up to one of some, or to the end; names of a vocabulary are passed over whole. */
  function until(words, stops, of) {
    const start = words.at;
    while (!words.done) {
      const found = of ? longest(words, words.at, of) : null;
      if (!found && stops.includes(words.capitals[words.at])) break;
      words.at += found ? found[1] : 1;
    }
    return words.run(start, words.at);
  }

  const writtenOf = (of, name) => (Object.hasOwn(known[of].written || {}, name) ? known[of].written[name] : name);

  /** The term that begins at a place, and how many words it takes. */
  function termAt(part, words, at) {
    const found = longest(words, at, part.terms, "case", "");
    if (found) return [writtenOf(part.terms, found[0]), found[1]];
    const figure = parts[part.figure];
    if (fits(figure, words, at)) return [read(figure, words.run(at, at + 1), {}), 1];
    const begins = folded(words.words[at]);
    if (!part.least || [...begins].length < part.least) return null;
    const meant = [...new Set(known[part.terms].names.filter((name) => folded(name).startsWith(begins)).map((name) => writtenOf(part.terms, name)))];
    return meant.length === 1 ? [meant[0], 1] : null;
  }

  const SIGNS = { ">=": ">=", "=>": ">=", "≥": ">=", "<=": "<=", "=<": "<=", "≤": "<=", "==": "=", "=": "=", "<": "<", ">": ">" };

  /** What stands before and after the first sign of comparison there is. */
  function parted(said) {
    for (const sign of Object.keys(SIGNS)) {
      const at = said.indexOf(sign);
      if (at >= 0) return [said.slice(0, at), sign, said.slice(at + sign.length)];
    }
    return [said, "", ""];
  }

  const isFigure = (part, figure) => /^-?[0-9]+$/.test(figure) && figure.length <= part.digits;

  /** A word that may come first, terms and one word among them, if that is all (engine/lines/spoken.py, Qualified). */
  function qualified(row, words, at) {
    const [[, first], [, terms], [, one]] = steps(row);
    const last = words.words.length - 1;
    const whose = fits(first, words, at) ? read(first, words.run(at, at + 1), {}) : "";
    if (whose) at += 1;
    const found = [];
    const ranks = [];
    while (at < last) {
      const got = termAt(terms, words, at);
      if (got) {
        found.push(got[0]);
        at += got[1];
        continue;
      }
      if (ranks.length || !fits(one, words, at)) return null;
      ranks.push(read(one, words.run(at, at + 1), {}));
      at += 1;
    }
    return ranks.length ? [whose, found, ranks[0]] : null;
  }

  const meantOf = (part, words, at) => namesLike(parts[part.finding], words.words.slice(at, -1).join(" "), known[part.of].names);

  /** The rest of a line, cut at words, without what is empty. */
  function itemsOf(words, by) {
    const found = [];
    const last = words.words.length - 1;
    let start = words.at;
    for (let at = start; at <= last; at++) {
      if (at < last && !by.includes(words.capitals[at])) continue;
      if (at > start) found.push(words.run(start, at));
      start = at + 1;
    }
    words.at = last;
    return found;
  }

  function refused(part, said) {
    if (part.nothing && part.blank.includes(said)) return new Unread(part.nothing, said, part.near.rather ? offers(part.near, said) : []);
    return new Unread(part.says, said, offers(part.near, said));
  }

  const wordFits = (part, words, at) => part.words.every((word, n) => at + n < words.words.length && isWord(words.capitals[at + n], word, part.cut));
  const pattern = (part) => (part.match ||= new RegExp(`^(?:${part.pattern})$`, "u"));
  const steps = (row) => row.steps.map(([name, number]) => [name, parts[number]]);

  const fitting = {
    Word: wordFits,
    One: (part, words, at) => oneOf(part, words, at) !== null,
    Coded: (part, words, at) => codeAt(part, words, at)[0] !== null,
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
    Row(part, words, at) {
      for (const [, inner] of steps(part).slice(0, part.head)) {
        if (at >= words.words.length || !fits(inner, words, at)) return false;
        at += inner.is === "Word" ? inner.words.length : 1;
      }
      return true;
    },
  };
  Object.assign(fitting, {
    Bare: (part, words, at) => fits(parts[part.part], bared(part, words, at), 0),
    Mistaken: (part, words, at) => fits(parts[part.part], words, at),
    Marked: (part, words, at) => fits(parts[part.part], words, at) || unmarked(part, words, at) !== null,
    Spoken(part, words, at) {
      const last = words.words.length - 1;
      if (at >= last) return false;
      if (part.quoted && '"“'.includes(words.words[at][0])) return true;
      const found = longest(words, at, part.of);
      return found !== null && (!part.whole || at + found[1] === last);
    },
    Meant: (part, words, at) => meantOf(part, words, at).length === 1,
    Rest: () => true,
    Guard: (part, words, at) => fits(parts[part.part], words, at),
    Qualified: (part, words, at) => qualified(part, words, at) !== null,
    Comparison(part, words, at) {
      const [what, sign, figure] = parted(words.capitals[at]);
      return sign !== "" && Object.hasOwn(part.things, what) && isFigure(part, figure);
    },
    Terms(part, words, at) {
      const last = words.words.length - 1;
      if (at >= last || (part.of && longest(words, at, part.of))) return false;
      while (at < last) {
        const found = termAt(part, words, at);
        if (!found) return false;
        at += found[1];
      }
      return true;
    },
  });
  Object.assign(fitting, { Keyed: fitting.OneOf, Headed: fitting.Row, Each: fitting.Row, Tailed: fitting.Row });
  Object.assign(fitting, { Named: fitting.Called, Spread: fitting.Coded, Range: fitting.Coded });
  const fits = (part, words, at) => fitting[part.is](part, words, at);

  const capitalsOf = (texts) => texts.map((text) => [text.toUpperCase(), text]);

  /** How what is said of some is written, and in how many words it is said; null if none is. */
  function oneOf(part, words, at) {
    part.texts ||= new Map([...capitalsOf(part.among), ...Object.entries(part.also).map(([text, meant]) => [text.toUpperCase(), meant])]);
    part.lengths ||= [...new Set([...part.texts.keys()].map((text) => split(text).length || 1))].sort((one, other) => other - one);
    const says = (said, word) => said === word || (part.plural && said === `${word}S`) || (part.begun && [...said].length >= part.least && word.startsWith(said));
    for (const length of part.lengths) {
      const said = words.capitals.slice(at, at + length);
      const text = said.join(" ");
      if (part.texts.has(text)) return [part.texts.get(text), length];
      if (!(part.begun || part.plural) || said.length < length) continue;
      const like = (one) => one.length === length && one.every((word, n) => says(said[n], word));
      const meant = new Set([...part.texts].filter(([one]) => like(split(one))).map(([, written]) => written));
      if (meant.size === 1) return [[...meant][0], length];
    }
    return null;
  }

  /** The code at a place, and how many words it is. */
  function codeAt(part, words, at) {
    const many = part.apart && words.words[at] === part.apart ? 2 : 1;
    return [pattern(part).exec(words.words.slice(at, at + many).join("")), many];
  }

  function namesLike(finding, said, names) {
    for (const [how, fold] of finding.ways) {
      const wanted = folds[fold](said);
      const words = split(wanted);
      const begins = (name) => name.startsWith(wanted);
      const like = {
        is: (name) => name === wanted,
        begins,
        alone: begins,
        words: (name) => words.length <= split(name).length && words.every((word, n) => split(name)[n].startsWith(word)),
        letters(name) {
          if ([...wanted].length < 2 || name[0] !== wanted[0]) return false;
          let at = 0;
          for (const letter of name) if (letter === wanted[at]) at += 1;
          return at === wanted.length;
        },
        has: (name) => split(name).some((word) => word.startsWith(folds[finding.by](said))),
        along(name) {
          const left = split(name);
          return words.every((word) => {
            while (left.length && !left[0].startsWith(word)) left.shift();
            return [...word].length >= least && left.shift() !== undefined;
          });
        },
      }[how];
      if (how !== "is" && [...folds[finding.by](said)].length < finding.least) return [];
      const found = names.filter((name) => like(folds[fold](name)));
      if (found.length && (how !== "alone" || found.length === 1)) return how === "is" ? found.slice(0, 1) : found;
    }
    return [];
  }

  const nearNames = (finding, said, names) => nearest(said, [...names, ...finding.offers], folds[finding.by]);

  function named(part, said, names = known[part.of].names) {
    const { kind } = part;
    const finding = parts[part.finding];
    if (!said || !folds[finding.ways[0][1]](said)) throw new Unread(finding.missing, said, [], { kind });
    const { refused = {}, near } = (part.of && known[part.of]) || {};
    if (Object.hasOwn(refused, said)) throw new Unread(refused[said][0], said, refused[said][1]);
    const found = namesLike(finding, said, names);
    if (found.length === 1) return found[0];
    if (found.length) {
      const told = found.slice(0, finding.most);
      const near = (finding.sorted ? [...told].sort() : told).slice(0, finding.offered);
      throw new Unread(finding.several, said, near, { either: either(told), ors: told.join(" or "), count: found.length });
    }
    const offered = near && { ...near, ...Object.fromEntries(finding.offers.map((one) => [one, one])) };
    throw new Unread(finding.none, said, near ? nearest(said, offered, folds[finding.by]) : nearNames(finding, said, names), { kind });
  }

  function whole(part, run, row) {
    const value = read(part, run, row);
    if (!run.done) throw new Unread("{left} is too much", run.said, [], { left: run.left });
    return value;
  }

  function runsOf(words, by, cutToo = false) {
    const found = [];
    const last = words.words.length - 1;
    let start = words.at;
    for (let at = words.at; at < last; at++) {
      if (!isWord(words.capitals[at], by, cutToo)) continue;
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
    let twice = null;
    for (const at of left) {
      const head = headOf(heads, words.capitals[at]);
      if (head) {
        name = heads.words[head];
        if (name in runs) {
          twice = new Unread(heads.twice, words.words[at], [], { head });
          break;
        }
        runs[name] = [];
      }
      runs[name].push(head && head !== words.capitals[at] && head.startsWith(words.capitals[at]) ? head : words.words[at]);
    }
    if (twice && !heads.early) throw twice;
    for (const one of row.reads) {
      say(one, new Words(runs[heads.shares[one] || one] || []));
      if (twice && one === heads.first) throw twice;
    }
  }

  function headOf(heads, capitals) {
    if (Object.hasOwn(heads.words, capitals) || !heads.cut) return Object.hasOwn(heads.words, capitals) ? capitals : "";
    const said = Object.keys(heads.words).find((word) => isWord(capitals, word, true));
    return said || (Object.entries(heads.like).find(([like]) => new RegExp(`^(?:${like})$`, "u").test(capitals)) || ["", ""])[1];
  }

  /** The fields of a row that is cut at words in their order, the last first (engine/lines/loose.py, Tailed). */
  function findInTails(row, words, found) {
    const runs = {};
    const start = words.at;
    let end = words.words.length - 1;
    words.at = end;
    for (const [name, word] of [...row.tails].reverse()) {
      let at = start;
      while (at < end && !isHead(words, at, word)) at += 1;
      if (at >= end) continue;
      runs[name] = [word, ...words.words.slice(at + 1, end)];
      end = at;
    }
    row.tails.forEach(([name, , wanted, always], n) => {
      const must = always || row.tails.slice(n + 1).some(([later]) => later in runs);
      if (wanted && must && !(name in runs)) throw new Unread(wanted, "");
    });
    runs[row.first] = words.words.slice(start, end);
    const own = new Set(row.steps.map(([name]) => name));
    for (const name of row.reads) {
      const value = whole(parts[row.named[name]], new Words(runs[name] || []), found);
      if (own.has(name)) found[name] = value;
    }
  }

  /** The two ends of a range in one word (engine/lines/loose.py, Range). */
  function findEnds(row, words, found) {
    const [, low, high, of] = pattern(row).exec(words.said);
    if (low > high) throw new Unread(row.says, words.said, [`${high}-${low}${of}`]);
    words.at += 1;
    steps(row).forEach(([name, part], n) => {
      found[name] = read(part, new Words([[low, high][n] + of]), found);
    });
  }

  function findQualified(row, words, found) {
    qualified(row, words, words.at).forEach((value, n) => {
      found[steps(row)[n][0]] = value;
    });
    words.at = words.words.length - 1;
  }

  const finding = { Headed: findInRuns, Tailed: findInTails, Range: findEnds, Qualified: findQualified };

  function fieldsOf(row, words, skip = 0, given = {}) {
    const found = { ...given };
    const first = words.said;
    try {
      (finding[row.is] || findOneByOne)(row, words, found, skip);
    } catch (unread) {
      if (!(unread instanceof Unread)) throw unread;
      for (const [name, part] of steps(row)) {
        if (name in found && !(name in unread.known)) unread.known[name] = isRecord(found[name]) ? found[name] : write(part, found[name]);
      }
      for (const [name, value] of Object.entries(found)) if (!(name in unread.known)) unread.known[name] = value;
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

  /** The words from a place on without those a part passes over. */
  const bared = (part, words, at) => new Words(words.words.slice(at, -1).filter((_, n) => !part.without.includes(words.capitals[at + n])));

  /** The words from a place on without the mark a part may bear, if there is such a thing then. */
  function unmarked(part, words, at) {
    const run = words.run(at, words.words.length - 1);
    const n = run.capitals.slice(0, 2).findIndex((said) => said.endsWith(part.mark));
    if (n < 0) return null;
    for (const list of [run.words, run.capitals]) list[n] = list[n].slice(0, -part.mark.length);
    return fits(parts[part.part], run, 0) ? run : null;
  }

  /** Which verb a line begins with (engine/lines/spoken.py, Led). */
  function verbOf(part, words) {
    const said = words.capitals[words.at];
    if (Object.hasOwn(part.also, said)) return part.also[said];
    const meant = namesLike(parts[part.finding], said, part.verbs);
    const rather = Object.entries(part.rather).find(([verb, number]) => meant.length > 1 && meant.includes(verb) && fits(parts[number], words, words.at + 1));
    if (rather) return rather[0];
    if (!meant.length) for (const one of part.mistaken.map((number) => parts[number])) if (fits(one, words, words.at)) read(one, words, {});
    return named(part, words.said, part.verbs);
  }

  const FOLLOWS = ["Word", "End", "Guard"];
  const hasMore = (row) => row.steps.length > 1 && FOLLOWS.includes(steps(row)[1][1].is);

  /** Whether the words that must follow a row's first one come. */
  function goesOn(row, run) {
    let { at } = run;
    for (const [, part] of steps(row).slice(1)) {
      if (!FOLLOWS.includes(part.is)) break;
      if (!fits(part, run, at)) return false;
      at += part.is === "Word" ? part.words.length : 0;
    }
    return true;
  }

  const namesOf = (row) => [...row.steps.map(([name]) => name).filter(Boolean), ...Object.keys(row.fixed)];
  const means = (row, value) => Object.entries(row.fixed).every(([name, fixed]) => same(value[name], fixed));

  const reading = {
    Word(part, words) {
      if (!wordFits(part, words, words.at)) throw new Unread(part.says, words.said, offers(part.near, words.said), { wanted: part.words.join(" ") });
      words.at += part.words.length;
    },
    One(part, words) {
      const found = oneOf(part, words, words.at);
      if (!found) throw refused(part, words.said);
      words.at += found[1];
      return found[0];
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
      const [found, many] = codeAt(part, words, words.at);
      if (!found) throw refused(part, words.said);
      words.at += many;
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
      if (part.says && !words.done) throw new Unread(part.says, words.said, [], { left: words.left });
    },
    Listed: listed,
    Several(part, words, row) {
      const found = [];
      while ((part.some && !found.length) || !(words.done || part.until.includes(words.capitals[words.at]))) {
        const passes = part.passed.includes(words.capitals[words.at]) && (found.length || part.before);
        if (passes) words.at += 1;
        else found.push(...[read(parts[part.part], words, row)].flat());
      }
      if (part.none && !found.length) throw new Unread(part.none, words.said);
      return found;
    },
    After(part, words, row) {
      if (words.takes(part.word) && !(part.filled && words.done)) {
        if (part.more) words.takes(part.more);
        return read(parts[part.part], words, row);
      }
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
    Perhaps: (part, words, row) => (fits(parts[part.part], words, words.at) ? read(parts[part.part], words, row) : (part.empty ?? null)),
    By(part, words, row) {
      if (!part.of) return read(parts[part.parts[String(row[part.name])]], words, row);
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
    Unlike(part, words, row) {
      const said = words.said;
      const value = whole(parts[part.part], words, row);
      if (part.letters.some((letters) => value.startsWith(letters) && /^[0-9]+$/.test(value.slice(letters.length)))) throw new Unread(part.says, said, [], { value });
      return value;
    },
    Apart(part, words, row) {
      const { said } = words;
      const runs = runsOf(words, part.by, part.cut);
      if (part.most && runs.length > part.most) throw new Unread(part.says, said);
      const found = runs.map((run) => whole(parts[part.part], run, row));
      if (part.hollow && found.some((one) => !one.length)) throw new Unread(part.hollow, "");
      return part.sole ? found[0] : found;
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
      return { record: node.row.kind, ...fieldsOf(node.row, words, path.length) };
    },
    Only(part, words, row) {
      const value = part.path.split(".").reduce((found, name) => found[name], row);
      if (part.numbers ? Number(value) < part.numbers[0] || Number(value) > part.numbers[1] : !part.among.includes(value)) throw new Unread(part.says, words.said);
    },
    Refuse(part, words) {
      const said = words.words[Math.min(words.at + part.past, words.words.length - 1)];
      throw new Unread(part.says, said, offers(part.near, said), { first: words.said, left: words.left });
    },
    OneOf(part, words, row) {
      const all = part.parts.map((number) => parts[number]);
      const firstWord = (inner) => inner.is === "Row" && inner.steps.length && parts[inner.steps[0][1]].is === "Word" && parts[inner.steps[0][1]].words[0];
      const inFull = all.find((inner) => firstWord(inner) === words.capitals[words.at] && fits(inner, words, words.at));
      return read(inFull || all.find((inner) => fits(inner, words, words.at)) || all.at(-1), words, row);
    },
    Row: (part, words) => ({ record: part.kind, ...fieldsOf(part, words) }),
    AnyOrder(part, words, row) {
      const all = part.rows.map((number) => parts[number]);
      const start = words.at;
      for (;;) {
        const found = all.find((inner) => fits(inner, words, words.at));
        if (!found) break;
        if (part.twice && namesOf(found).some((name) => name in row)) throw new Unread(part.twice, words.said);
        Object.assign(row, fieldsOf(found, words));
      }
      if (part.other && !words.done) throw new Unread(part.other, words.said, offers(part.near, words.said));
      if (part.none && words.at === start) throw new Unread(part.none, words.said);
    },
    Named(part, words) {
      const start = words.at;
      const last = words.words.length - 1;
      words.at = part.alone ? Math.min(start + 1, last) : last;
      const said = words.words.slice(start, words.at).join(" ");
      if (part.also.includes(said)) return said;
      return writtenOf(part.of, named(part, said));
    },
    Strewn(part, words, row) {
      const items = itemsOf(words, part.by);
      if (!items.length) throw new Unread(part.none, "");
      return items.flatMap((item) => {
        const many = [...item.words.keys()].slice(0, -1);
        const singly = part.each !== undefined && many.length > 1 && many.every((at) => fits(parts[part.each], item, at));
        return (singly ? many.map((at) => item.run(at, at + 1)) : [item]).map((run) => whole(parts[part.part], run, row));
      });
    },
    Upto(part, words, row) {
      const last = words.words.length - 1;
      const one = Math.min(words.at + 1, last);
      const end = words.words.slice(0, last).indexOf(part.sign, words.at);
      const run = words.run(words.at, end >= 0 ? end : one);
      words.at = end >= 0 ? end + 1 : one;
      return whole(parts[part.part], run, row);
    },
    Skip(part, words) {
      words.at = words.words.length - 1;
      return [];
    },
    Hollow(part, words) {
      const left = words.capitals.slice(words.at, -1);
      if (!left.length) throw new Unread(part.nothing, "");
      if (left.includes(part.word) && left.slice(left.indexOf(part.word)).every((word) => word === part.word)) throw new Unread(part.says, words.said);
    },
    Flag(part, words, row) {
      if (words.done) return false;
      words.at += 1;
      if (!words.done) throw new Unread(part.says, words.said);
      if (part.field) row[part.field] = part.value;
      return part.value;
    },
    Times(part, words, row) {
      if (words.done) return part.field in row ? row[part.field] : part.empty;
      if (part.field in row) throw new Unread(part.says, words.said);
      const said = words.words.join("").slice(part.sign.length);
      words.at = words.words.length - 1;
      return read(parts[part.part], new Words(said ? [said] : []), row);
    },
    Signed(part, words, row) {
      if (words.takes(part.word)) return part.value ?? null;
      return words.takes(part.sign) ? read(parts[part.part], words, row) : part.empty;
    },
    Spread(part, words, row) {
      const [, letters, of] = pattern(part).exec(words.said);
      words.at += 1;
      return [...letters].map((letter) => read(parts[part.part], new Words([letter + of]), row));
    },
    Each(part, words) {
      const found = fieldsOf(part, words);
      const values = found[part.over];
      return Array.isArray(values) ? values.map((value) => ({ record: part.kind, ...found, [part.over]: value })) : { record: part.kind, ...found };
    },
    Among(part, words, row) {
      const taken = [];
      while (!words.done && words.said !== part.until && taken.reduce((sum, one) => sum + [...one].length - 1, 0) < part.most) {
        if (taken.length && !pattern(part).test(words.said)) break;
        taken.push(words.said);
        words.at += 1;
      }
      const matches = taken.map((word) => pattern(part).exec(word)).filter(Boolean);
      const signs = matches.flatMap((found) => [...found[1]]).sort();
      const of = [...new Set(matches.map((found) => found[2]))];
      const name = matches.length === taken.length ? [...signs, ...of].join("") : "";
      const said = taken.join(" ");
      if (of.length !== 1 || !Object.hasOwn(part.sets, name)) throw new Unread(part.says, said, [], { taken: said || "nothing" });
      if (!signs.some((sign) => sign + of[0] === write(parts[part.part], row[part.about]))) throw new Unread(part.alone, said);
      return name;
    },
    Joint(part, words, row) {
      if (!words.takes(part.word)) return;
      if (words.done) throw new Unread(part.none, "");
      for (const item of itemsOf(words, part.by)) {
        const found = part.rows.map((number) => parts[number]).find((inner) => fits(inner, item, 0) && inner.steps.length === item.words.length - 1);
        if (!found) throw new Unread(part.other, item.said, [], { left: item.left });
        for (const [name, value] of Object.entries(fieldsOf(found, item))) {
          row[name] = name in row && Number(row[name]) > Number(value) ? row[name] : value;
        }
      }
    },
    Verbs(part, words) {
      const found = new RegExp(`^(?:${part.pattern})$`, "su").exec(words.said);
      if (!found) throw new Unread(part.missing, words.said);
      const verb = named(part, found[1], part.cutters.flatMap(([, verbs]) => verbs));
      const [cutter] = part.cutters.find(([, verbs]) => verbs.includes(verb));
      words.at = words.words.length - 1;
      const run = new Words(cut(cutter, found[2]));
      const rows = part.parts.map((number) => parts[number]).filter((row) => parts[row.steps[0][1]].words[0] === verb);
      const row = rows.find((one) => goesOn(one, run)) || rows.at(-1);
      const order = { record: row.kind, ...fieldsOf(row, run, 1) };
      if (!run.done) throw new Unread("{left} is too much", run.said, [], { left: run.left });
      return order;
    },
  };
  Object.assign(reading, {
    Bare(part, words, row) {
      const run = bared(part, words, words.at);
      words.at = words.words.length - 1;
      if (part.one && run.words.length !== 2) throw new Unread(part.one, run.left);
      const value = read(parts[part.part], run, row);
      if (!run.done) throw new Unread(part.more, run.said, [], { left: run.left });
      return value;
    },
    Passed(part, words) {
      while (part.words.includes(words.capitals[words.at])) words.at += 1;
    },
    First(part, words, row) {
      const start = words.at;
      const last = words.words.length - 1;
      words.at = last;
      const all = part.parts.map((number) => parts[number]);
      for (const one of all.slice(0, -1)) {
        try {
          return whole(one, words.run(start, last), row);
        } catch (unread) {
          if (!(unread instanceof Unread)) throw unread;
          if (unread.sure) throw Object.assign(unread, { sure: false });
        }
      }
      return whole(all.at(-1), words.run(start, last), row);
    },
    Mistaken(part, words, row) {
      const { said, left } = words;
      const value = inner(part, read(parts[part.part], words, row));
      throw Object.assign(new Unread(part.says, said, [], { left, value, rest: words.left }, [part.offer]), { sure: true });
    },
    Judged(part, words, row) {
      if (part.nothing && words.done) throw new Unread(part.nothing, "");
      try {
        return read(parts[part.part], words, row);
      } catch (unread) {
        if (unread instanceof Unread) unread.says = part.before + unread.says;
        throw unread;
      }
    },
    Text: (part, words, row) => inner(part, read(parts[part.part], words, row)),
    Marked(part, words, row) {
      const { marks } = part;
      let level = null;
      for (;;) {
        const said = words.capitals[words.at];
        if (!(part.passed.includes(said) || Object.hasOwn(marks, said)) || fits(part, words, words.at)) break;
        level = marks[said] ?? level;
        words.at += 1;
      }
      const { said } = words;
      const thing = parts[part.part];
      const run = fits(thing, words, words.at) ? null : unmarked(part, words, words.at);
      const value = read(thing, run || words, row);
      if (run) {
        words.at += run.at;
        if (part.none) throw new Unread(part.none, said, [write(thing, value)]);
      } else if (Object.hasOwn(marks, words.capitals[words.at])) {
        level ??= marks[words.capitals[words.at]];
        words.at += 1;
      }
      if (run && level === false) throw new Unread(part.both, said, [write(thing, value)]);
      const marked = run !== null || level === true;
      const text = write(thing, value) + (marked ? part.mark : "");
      part.names.forEach((name, n) => {
        row[name] = [value, marked, text][n];
      });
      return text;
    },
    Heap(part, words, row) {
      const [what, many] = part.of;
      const found = [];
      const said = {};
      while (!words.done) {
        if (part.passed.includes(words.capitals[words.at])) {
          words.at += 1;
          continue;
        }
        const value = read(parts[part.part], words, row);
        if (isRecord(value)) {
          const name = part.numbers[value[what]];
          if (name in said) throw new Unread(part.again, value[what]);
          said[name] = value[many];
        } else if (found.includes(value) && new RegExp(`^(?:${part.once})$`, "u").test(value)) throw new Unread(part.twice, words.words[words.at - 1]);
        else found.push(value);
      }
      if (!found.length && !Object.keys(said).length) throw new Unread(part.none, "");
      Object.assign(row, said, { [part.name]: found });
    },
    Spoken(part, words) {
      if (words.done && part.nothing) throw new Unread(part.nothing, "");
      const found = longest(words, words.at, part.of);
      if (found) {
        words.at += found[1];
        return found[0];
      }
      const said = until(words, [...part.stops, ","], part.of).words.slice(0, -1).join(" ");
      if (!said && part.blank) throw new Unread(part.blank, "");
      return named(part, said);
    },
    Meant(part, words) {
      const [name] = meantOf(part, words, words.at);
      words.at = words.words.length - 1;
      return name;
    },
    Rest(part, words) {
      const said = words.left;
      words.at = words.words.length - 1;
      return said;
    },
    Either(part, words, row) {
      const run = until(words, part.stops, part.of);
      const found = [];
      while (!run.done) {
        const item = until(run, [part.by, ","], part.of);
        if (item.words[0]) found.push(whole(parts[part.part], item, row));
        run.at = Math.min(run.at + 1, run.words.length - 1);
      }
      if (!found.length) throw new Unread(part.none, "");
      return found;
    },
    Terms(part, words, row) {
      if (part.all) row.all = words.takes(part.all);
      const run = until(words, part.until, part.of);
      const found = [];
      while (!run.done) {
        const got = termAt(part, run, run.at);
        if (!got) throw new Unread(part.says, run.said, [], { run: run.words.slice(0, -1).join(" ") });
        found.push(got[0]);
        run.at += got[1];
      }
      if (part.none && !found.length) throw new Unread(part.none, "");
      return found;
    },
    Comparison(part, words, row) {
      const { said } = words;
      words.at = Math.min(words.at + 1, words.words.length - 1);
      const [what, sign, figure] = parted(said);
      if (!sign) throw new Unread(part.none, said, [], { taken: said || "nothing" });
      const things = Object.keys(part.things);
      const begins = what.toUpperCase();
      let meant = things.filter((name) => name === begins);
      if (!meant.length && [...what].length >= part.least) meant = things.filter((name) => name.startsWith(begins));
      if (meant.length !== 1) throw new Unread(part.says, what, offers({ words: things, rather: true }, what));
      if (!isFigure(part, figure)) throw new Unread(part.number, figure, [], { taken: figure || "nothing" });
      let [compare, number] = [SIGNS[sign], Number(figure)];
      if (compare === "<" || compare === ">") [compare, number] = [`${compare}=`, number + (compare === ">" ? 1 : -1)];
      part.names.forEach((name, n) => {
        row[name] = [meant[0], compare, String(number)][n];
      });
    },
    Yes(part, words) {
      const word = parts[part.word];
      if (!fits(word, words, words.at)) return false;
      words.at += word.words.length;
      return true;
    },
    Instead: (part, words, row) => (words.takes(part.word) ? (part.value ?? null) : read(parts[part.part], words, row)),
    Must: (part, words, row) => read(parts[part.part], words, row),
    Guard: () => undefined,
    Needs(part, words, row) {
      const [unless, , text] = part.unless;
      if (unless && row[unless] === text) return;
      const says = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
      if (part.fields.some((name) => says(row[name])) !== Boolean(part.some)) throw new Unread(part.says, words.said);
    },
    Filed(part, words, row) {
      const files = Object.fromEntries(Object.values(part.heads).map((name) => [name, []]));
      let name = "";
      while (!words.done) {
        const said = words.capitals[words.at];
        if (Object.hasOwn(part.heads, said) || said === ",") {
          name = part.heads[said] || name;
          words.at += 1;
        } else if (!name) throw new Unread(part.lost, words.said);
        else if (part.nobody.includes(said)) {
          files[name].push(null);
          words.at += 1;
        } else files[name].push(read(parts[part.part], words, row));
      }
      if (!Object.values(files).some((file) => file.length)) throw new Unread(part.none, "");
      Object.assign(row, files);
    },
    Led(part, words) {
      const given = {};
      for (const [name, word, number, , , empty] of part.leads) given[name] = words.takes(word) ? read(parts[number], words, {}) : empty;
      const finding = parts[part.finding];
      const verb = verbOf(part, words);
      const all = part.parts.map((number) => parts[number]).filter((row) => parts[row.steps[0][1]].words[0] === verb);
      const capitals = words.capitals[words.at];
      if (!all.length) throw new Unread(finding.none, words.said, part.verbs.filter((one) => one.startsWith(capitals)));
      words.at += 1;
      for (const [name, , number, verbs, says, empty] of part.leads) {
        if (!same(given[name], empty) && !verbs.includes(verb)) throw new Unread(says, words.said, [], { lead: write(parts[number], given[name]), verb });
      }
      const rows = [...all.filter(hasMore), ...all.filter((row) => !hasMore(row))];
      const row = rows.find((one) => one === rows.at(-1) || goesOn(one, words));
      return { record: row.kind, ...fieldsOf(row, words, 1, given) };
    },
  });
  Object.assign(reading, { Qualified: reading.Row, Headed: reading.Row, Tailed: reading.Row, Range: reading.Row });
  const read = (part, words, row) => reading[part.is](part, words, row);

  function rowsOf(part) {
    if (["OneOf", "Keyed", "Verbs", "Led"].includes(part.is)) return part.parts.flatMap((number) => rowsOf(parts[number]));
    return writing[part.is] === writing.Row || part.is === "Range" ? [part] : [];
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
    Several: (part, value) => joined(value.map((one) => write(parts[part.part], one)), part.bare, part.by),
    After: (part, value) => (same(value, part.empty) && !part.shown ? "" : `${part.word} ${part.more && `${part.more} `}${inner(part, value)}`),
    Without: () => "",
    Maybe: (part, value) => (same(value, part.empty) ? part.all : inner(part, value)),
    Perhaps: (part, value) => (same(value, part.empty ?? null) ? "" : inner(part, value)),
    By: (part, value) => write(parts[part.writes], value),
    Only: () => "",
    Coded: asItIs,
    Called: asItIs,
    Alone: inner,
    Joined: asItIs,
    Unlike: inner,
    Apart: (part, value) => (part.sole ? inner(part, value) : apart(part, value)),
    Ended: apart,
    Aside: apart,
    Said: (part, value) => (value === part.empty ? "" : `${part.word} ${inner(part, value)}`),
    OneOf: (part, value) => (typeof value === "string" ? value : Array.isArray(value) ? several(part, value) : write(rowsOf(part).find((row) => row.kind === value.record && means(row, value)), value)),
    Row: (part, value) => steps(part).map(([name, step]) => write(step, name ? value[name] : value)).filter(Boolean).join(" "),
    AnyOrder: (part, value) => textsOf(part, value).join(" "),
    Joint(part, value) {
      const texts = textsOf(part, value);
      return texts.length ? `${part.word} ${texts.join(` ${part.by.at(-1)} `)}` : "";
    },
    Named: asItIs,
    Strewn: (part, value) => listing(parts[part.part], value),
    Upto: (part, value) => inner(part, value) + part.sign,
    Skip: () => "",
    Hollow: () => "",
    Flag: (part, value) => (same(value, part.value) && !part.field ? part.word : ""),
    Times: (part, value) => part.words[String(value)] ?? `${part.sign}${value}`,
    Signed(part, value) {
      if (same(value, part.value ?? null)) return part.word;
      return same(value, part.empty) ? "" : part.sign + inner(part, value);
    },
    Among: asItIs,
    Bare: inner,
    Passed: () => "",
    First: (part, value) => write(parts[part.parts[0]], value),
    Judged: inner,
    Text: asItIs,
    Marked: (part, value) => (typeof value === "string" ? value : write(parts[part.part], value[part.names[0]]) + (value[part.names[1]] ? part.mark : "")),
    Heap: (part, value) => [...value[part.name], ...Object.entries(part.numbers).filter(([, name]) => value[name]).map(([of, name]) => `${value[name]} ${of}`)].join(", "),
    Spoken: (part, value) => (part.quoted ? `"${value}"` : value),
    Meant: asItIs,
    Rest: asItIs,
    Either: apart,
    Terms: (part, value) => value.map((term) => (typeof term === "string" ? term : write(parts[part.figure], term))).join(" ") || part.all,
    Comparison: (part, value) => part.names.map((name) => value[name]).join(part.between || ""),
    Yes: (part, value) => (value ? write(parts[part.word]) : ""),
    Instead: (part, value) => (same(value, part.value ?? null) ? part.word : inner(part, value)),
    Must: (part) => parts[part.part].among[0],
    Guard: () => "",
    Needs: () => "",
    Filed(part, value) {
      const texts = [];
      for (const [head, name] of Object.entries(part.heads)) {
        const one = (pick) => (pick === null ? part.nobody[0] : write(parts[part.part], pick));
        if (value[name].length || !texts.length) texts.push(`${head} ${joined(value[name].map(one), true)}`);
      }
      return texts.join(" ");
    },
    Led(part, value) {
      const texts = [writing.OneOf(part, value)];
      for (const [name, word, number, verbs, , empty] of [...part.leads].reverse()) {
        const there = name in value && !same(value[name], empty) && verbs.length;
        if (there) texts.unshift(word, write(parts[number], value[name]));
      }
      return texts.join(" ");
    },
    Range(part, value) {
      const [low, high] = steps(part).map(([name, step]) => write(step, value[name]));
      return `${[...low].slice(0, -1).join("")}-${high}`;
    },
  };
  /** What of a part that is one of some writes several values at once, or else each of them. */
  function several(part, values) {
    const terms = part.parts.map((number) => parts[number]).find((inner) => inner.is === "Terms");
    return terms ? write(terms, values) : listing(part, values);
  }

  const joined = (texts, bare, by = ", ") => texts.join(bare && !texts.some((text) => text.includes(" ")) ? " " : by);
  const listing = (part, values) => values.map((value) => write(part, value)).join(", ");

  function textsOf(part, value) {
    const texts = [];
    const done = new Set();
    for (const row of part.rows.map((number) => parts[number])) {
      const names = namesOf(row);
      const left = names.some((name) => name in value && String(value[name]) !== String(part.defaults[name]));
      if (!left || names.some((name) => done.has(name)) || !means(row, value)) continue;
      names.forEach((name) => done.add(name));
      texts.push(write(row, value));
    }
    return texts;
  }

  Object.assign(writing, { Qualified: writing.Row, Keyed: writing.OneOf, Verbs: writing.OneOf, Headed: writing.Row, Each: writing.Row, Tailed: writing.Row });
  const write = (part, value) => writing[part.is](part, value);

  /** What a typed line says, as the office would write it, or its fault: why it cannot be read, what was said there, and
   * spellings near it. */
  return function judge(text) {
    const { length } = [...text];
    if (length > rows.longest) return { reason: rows.too_long.replace("{longest}", rows.longest).replace("{length}", length), near: [], said: text };
    const words = new Words(cut(cutter, text));
    if (rows.blank && words.done) return { line: rows.blank };
    try {
      const line = parts[rows.line];
      const order = read(line, words, {});
      if (!words.done) throw new Unread(rows.too_many, words.said, [], { left: words.left });
      return { line: write(line, order) };
    } catch (unread) {
      if (unread instanceof Unread) return { reason: unread.reason, near: unread.offers, said: unread.known.said };
      throw unread;
    }
  };
}
