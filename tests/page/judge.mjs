// Judges typed lines as the page does, in Node: JSON of [rows, [line, …]] in; out, what is told of each, a line each.
import { readFileSync } from "node:fs";
import { makeJudge } from "../../magika_gm/reports/page/js/judging.js";

const [rows, lines] = JSON.parse(readFileSync(0, "utf8"));
const judge = makeJudge(JSON.stringify(rows));
for (const line of lines) console.log(JSON.stringify(judge(line)));
