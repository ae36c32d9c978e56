// A plan as the page judges it, in Node: JSON lines of [plan, rows, [[line, or line and part of the sheet, …], …]] in; out, of
// each sheet what is said of each kind, and the keys of the forms that could not be given beside those lines. A game's own program
// is named behind; what it reckons with stands fourth.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { settled } from "../../magika_gm/reports/page/js/forms.js";
import { makeJudge } from "../../magika_gm/reports/page/js/judging.js";
import { makePlan } from "../../magika_gm/reports/page/js/plan.js";

if (process.argv[2]) (0, eval)(readFileSync(process.argv[2], "utf8"));
for await (const row of createInterface({ input: process.stdin })) {
  const [data, rows, sheets, script] = JSON.parse(row);
  settled(data);
  const judge = makeJudge(JSON.stringify(rows));
  const told = sheets.map((lines) => {
    const plan = makePlan(data, (script && globalThis.gameOfThePage) || {}, script || null);
    plan.judgeBy(judge);
    lines.forEach((line, at) => plan.write(at, ...[line].flat()));
    const { errors, unclear, refused, untold, warnings } = plan.judge();
    const gone = data.forms.filter((form) => !plan.left(form, lines.length)).map((form) => form.key);
    const kept = data.forms.filter((form) => plan.left(form, 0)).map((form) => form.key);
    return { errors, unclear, refused, untold, warnings, gone, kept };
  });
  console.log(JSON.stringify(told));
}
