// A plan as the page judges it, in Node: JSON lines of [plan, rows, [[line, or line and part of the sheet, …], …]] in; out, of
// each sheet what is said of each kind, the keys of the forms that could not be given beside those lines, in which parts
// each line may stand, what is open to each form that goes somewhere, where its lines stand on the sheet, and its order
// lines as they are sent. A game's own program is named behind; what it reckons with stands fourth.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { homesOf, openTo, settled, slotsOf } from "../../magika_gm/reports/page/js/forms.js";
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
    if (!plan.numbered) while (plan.lines.length) plan.remove(0); // what stands already is none of these
    lines.forEach((line, at) => plan.write(at, ...[line].flat()));
    const { errors, unclear, refused, untold, warnings, spent } = plan.judge();
    const gone = data.forms.filter((form) => !plan.left(form, lines.length)).map((form) => form.key);
    const kept = data.forms.filter((form) => plan.left(form, 0)).map((form) => form.key);
    const homes = plan.lines.map((line) => line && homesOf(data, line));
    const open = Object.fromEntries(data.forms.filter((form) => form.goes).map((form) => [form.key, slotsOf(form).flatMap((slot) => (slot.name === "to" ? openTo(data, slot).map((option) => option.text) : []))]));
    const sheet = plan.sheet({ game: "x", turn: 0, seat_word: "SEAT", seat_text: "A" }, "").trimEnd().split("\n").slice(2, -1);
    return { errors, unclear, refused, untold, warnings, gone, kept, homes, open, spent, places: plan.places, sheet };
  });
  console.log(JSON.stringify(told));
}
