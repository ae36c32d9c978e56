// Typed lines as the office would read them: what it would not understand, and the lines that were perhaps meant.

import { reader } from "./lines.js";

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Where words that were said stand in a text, as `[from, to]`, whatever space is between them. */
function placesOf(text, said) {
  const words = said.split(/\s+/).filter(Boolean).map(escaped);
  if (!words.length) return [];
  const wanted = new RegExp(`(?<![\\p{L}\\p{N}])${words.join("\\s*")}(?![\\p{L}\\p{N}])`, "giu");
  return [...text.matchAll(wanted)].map((found) => [found.index, found.index + found[0].length]);
}

/** What a line becomes with an offered spelling: put where the word was that is not understood, behind the line where
 * one is missing, or the offer itself where it is a line. */
function mended(read, typed, heard, offered) {
  const ways = placesOf(typed, heard.said).map(([from, to]) => typed.slice(0, from) + offered + typed.slice(to));
  if (!heard.said) ways.push(`${typed} ${offered}`);
  ways.push(offered);
  return ways.find((way) => read(way).line) || ways.find((way) => way !== offered && read(way).reason !== heard.reason) || "";
}

const IN_CAPITALS = /^[A-Z]{2,}(?:[ -][A-Z]+)*$/;

/** The words lines can hold: what stands in capitals in the rows, what a word is one of, and terms. */
export function wordsOf({ parts, known }) {
  const found = new Set();
  const take = (value) => {
    if (typeof value === "string") return void (IN_CAPITALS.test(value) && found.add(value));
    if (Array.isArray(value)) value.forEach(take);
    else if (value && typeof value === "object") Object.entries(value).forEach(([name, one]) => (take(name), name === "example" || take(one)));
  };
  for (const part of parts) {
    take(part);
    for (const words of [part.among, part.also]) if (Array.isArray(words)) words.forEach((word) => found.add(word));
    if (part.terms) known[part.terms].names.forEach((name) => found.add(name.toUpperCase()));
  }
  for (const { names } of Object.values(known)) take(names);
  return [...found].filter((word) => /[A-Za-z]{2}/.test(word));
}

/**
 * A judge of typed lines by the office's rows (JSON, looked into when a line is to be judged). Of a line that is understood it tells `{line}`, as the office writes it;
 * of another `{reason, near}`: of each spelling near it `{text, line}`, the line with that in its place, "" where there
 * is no telling. Its `words` are those lines can hold, its `names` those of a kind. What it cannot judge itself comes to null: nothing is said then, and nothing is barred.
 */
export function makeJudge(rows) {
  let told = null;
  let read = null;
  const office = () => (told ||= JSON.parse(rows));
  const judge = (typed) => {
    try {
      read ||= reader(office());
      const text = typed.split(new RegExp(`${told.cutter.space}+`, "gu")).filter(Boolean).join(" "); // the office's spaces: no byte order mark
      const heard = read(text);
      if (!heard.reason) return { line: heard.line };
      return { reason: heard.reason, near: heard.near.map((offered) => ({ text: offered, line: mended(read, text, heard, offered) })) };
    } catch {
      return null;
    }
  };
  judge.names = (kind) => office().known[kind]?.names || [];
  judge.words = () => wordsOf(office());
  return judge;
}
