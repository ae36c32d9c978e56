// Judges typed lines as the page would, in Node: JSON of [rows, [line, …]] in; out, what is made of each, a line each.
import { readFileSync } from "node:fs";
import { reader } from "../../magika_gm/reports/page/js/lines.js";

const [rows, lines] = JSON.parse(readFileSync(0, "utf8"));
const judge = reader(rows);
for (const line of lines) {
  const { line: read, reason, near } = judge(line);
  console.log(JSON.stringify(reason ? { reason, near } : { line: read }));
}
