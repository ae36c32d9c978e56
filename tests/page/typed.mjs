// Completes what is typed as the page does, in Node: JSON lines of [plan, [beginning, …]] in; out, the offers for each.
import { createInterface } from "node:readline";
import { complete, read, settled } from "../../magika_gm/reports/page/js/forms.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [plan, lines] = JSON.parse(row);
  settled(plan);
  console.log(JSON.stringify(lines.map((line) => ({ offers: complete(plan, line).map((offer) => offer.text), read: read(plan, line)?.line ?? null }))));
}
