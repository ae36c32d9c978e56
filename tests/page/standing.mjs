// What a new plan begins with and becomes, in Node: JSON lines of [plan, [change, …]] in, a change being a line and its part to
// be added, or "-" for the first line that stands to be taken away; out, the sheet, whether it is empty, what is told of it.
import { createInterface } from "node:readline";
import { settled } from "../../magika_gm/reports/page/js/forms.js";
import { makePlan } from "../../magika_gm/reports/page/js/plan.js";

const ENVELOPE = { game: "x", turn: 1, seat_word: "PLAYER", seat_text: "A" };
for await (const row of createInterface({ input: process.stdin })) {
  const [data, changes] = JSON.parse(row);
  const plan = makePlan(settled(data), {}, null);
  for (const [line, home] of changes) {
    if (line === "-") plan.remove(0);
    else plan.write(plan.lines.length, line, home);
  }
  const { errors, unclear, refused, untold, warnings } = plan.judge();
  console.log(JSON.stringify({ sheet: plan.sheet(ENVELOPE, ""), empty: plan.empty, told: [...errors, ...unclear, ...refused, ...untold, ...warnings] }));
}
