// Completes what is typed as the page does, in Node: JSON lines of [plan, rows, [beginning, …]] in; out, the offers for each.
import { createInterface } from "node:readline";
import { complete, knowWords, read, settled } from "../../magika_gm/reports/page/js/forms.js";
import { makeJudge } from "../../magika_gm/reports/page/js/judging.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [plan, rows, lines] = JSON.parse(row);
  settled(plan);
  if (rows) knowWords(plan, makeJudge(JSON.stringify(rows)).words);
  console.log(JSON.stringify(lines.map((line) => ({ offers: complete(plan, line).map((offer) => offer.text), read: read(plan, line)?.line ?? null }))));
}
