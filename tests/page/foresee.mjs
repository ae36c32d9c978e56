// Runs a game's own part of the page in Node: JSON lines of [script, lines] in, one JSON line of what it foresees out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

(0, eval)(readFileSync(process.argv[2], "utf8"));
for await (const row of createInterface({ input: process.stdin })) {
  const [script, plans] = JSON.parse(row);
  console.log(JSON.stringify(plans.map((lines) => globalThis.gameOfThePage.foresee(script, lines))));
}
