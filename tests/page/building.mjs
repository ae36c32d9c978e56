// What the page a list is made on says, in Node: JSON of {page, lists, text} in; of each
// list its faults, its block, that read back; then what is read of the text.
import { readFileSync } from "node:fs";
import { blockOf, faultsOf, readBlock } from "../../magika_gm/reports/page/js/bounds.js";

const { page, lists, text } = JSON.parse(readFileSync(0, "utf8"));
for (const list of lists) {
  const block = blockOf(page, list);
  console.log(JSON.stringify({ faults: faultsOf(page, list), block, back: readBlock(page, block) }));
}
if (text) console.log(JSON.stringify(readBlock(page, text)));
