// Judges typed lines as the page does, in Node: JSON lines of [rows, [line, …]] in; out, what is told of each.
import { createInterface } from "node:readline";
import { makeJudge } from "../../magika_gm/reports/page/js/judging.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [rows, lines] = JSON.parse(row);
  const judge = makeJudge(JSON.stringify(rows));
  console.log(JSON.stringify(lines.map((line) => judge(line))));
}
