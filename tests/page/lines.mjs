// Reads typed lines as the page would, in Node: JSON lines of [rows, [line, …]] in; out, what is made of each.
import { createInterface } from "node:readline";
import { reader } from "../../magika_gm/reports/page/js/lines.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [rows, lines] = JSON.parse(row);
  const read = reader(rows);
  const told = lines.map((line) => {
    const { line: meant, reason, near } = read(line);
    return reason ? { reason, near } : { line: meant };
  });
  console.log(JSON.stringify(told));
}
