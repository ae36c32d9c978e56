// What the page foretells of fights, in Node: JSON lines of [plan, [line, …]] in; out, the texts.
import { createInterface } from "node:readline";
import { settled } from "../../magika_gm/reports/page/js/forms.js";
import { makePlan } from "../../magika_gm/reports/page/js/plan.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [data, lines] = JSON.parse(row);
  const plan = makePlan(settled(data), {}, null);
  if (!plan.numbered) while (plan.lines.length) plan.remove(0); // what stands already is none of these
  lines.forEach((line, at) => plan.write(at, line));
  console.log(JSON.stringify(plan.judge().fights.map((fight) => fight.text)));
}
