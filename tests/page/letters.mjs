// A plan with messages, in Node: JSON lines of [plan, [message, …]] in; out, what is wrong and the sheet.
import { createInterface } from "node:readline";
import { settled } from "../../magika_gm/reports/page/js/forms.js";
import { makePlan } from "../../magika_gm/reports/page/js/plan.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [data, letters] = JSON.parse(row);
  const plan = makePlan(settled(data), {}, null);
  letters.forEach((change, at) => (plan.addLetter(), plan.changeLetter(at, change)));
  console.log(JSON.stringify({ errors: plan.judge().errors, sheet: plan.sheet({ game: "x", turn: 0, seat_word: "SEAT", seat_text: "1" }, "") }));
}
