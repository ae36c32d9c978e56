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

/**
 * A judge of typed lines by the office's rows (JSON, looked into when a line is to be judged). Of a line that is understood it tells `{line}`, as the office writes it;
 * of another `{reason, near}`: of each spelling near it `{text, line}`, the line with that in its place, "" where there
 * is no telling. What it cannot judge itself comes to null: nothing is said then, and nothing is barred.
 */
export function makeJudge(rows) {
  let read = null;
  return (typed) => {
    try {
      read ||= reader(JSON.parse(rows));
      const text = typed.trim().replace(/\s+/g, " ");
      const heard = read(text);
      if (!heard.reason) return { line: heard.line };
      return { reason: heard.reason, near: heard.near.map((offered) => ({ text: offered, line: mended(read, text, heard, offered) })) };
    } catch {
      return null;
    }
  };
}
