// Earlier turns out of turn files, in Node: JSON lines of [page data, turn file's text] in; what the page makes of it out.
import { createInterface } from "node:readline";
import { pastOfTurnFile } from "../../magika_gm/reports/page/js/turnfile.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [data, text] = JSON.parse(row);
  console.log(JSON.stringify(pastOfTurnFile(text, data)));
}
