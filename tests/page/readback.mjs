// Reads lines back as the page does, in Node: JSON lines of [plan, [[section, line], …]] in; out, those it reads otherwise.
import { createInterface } from "node:readline";
import { complete, homesOf, read, settled } from "../../magika_gm/reports/page/js/forms.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [plan, lines] = JSON.parse(row);
  settled(plan);
  const wrong = [];
  for (const [section, line] of lines) {
    const found = read(plan, line.toLowerCase(), section);
    if (found?.line !== line || (found.form.section || "") !== section || !homesOf(plan, line).includes(section)) wrong.push([section, line, found?.line]);
    // typed word by word each beginning is completed (but for a number), and the last letter too
    const words = line.split(" ");
    const first = found?.form.typed ? 3 : 1; // what is not listed is completed once six letters stand there
    for (let n = first; n < words.length; n += 1) if (!/^\d+$/.test(words[n]) && !complete(plan, words.slice(0, n).join(" "), 1).length) wrong.push(["begun", line, n]);
    if (!/\d$/.test(line) && !complete(plan, line.slice(0, -1), 99).some((offer) => offer.text.trim() === line)) wrong.push(["ended", line, line.length]);
  }
  console.log(JSON.stringify(wrong));
}
