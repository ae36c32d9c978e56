// What the page a list is made on says, in Node: JSON lines of [page, [list, …], text] in; out, of each list its faults,
// its block, that read back; and what is read of the text.
import { createInterface } from "node:readline";
import { blockOf, faultsOf, readBlock } from "../../magika_gm/reports/page/js/bounds.js";

for await (const row of createInterface({ input: process.stdin })) {
  const [page, lists, text] = JSON.parse(row);
  const told = lists.map((list) => {
    const block = blockOf(page, list);
    return { faults: faultsOf(page, list), block, back: readBlock(page, block) };
  });
  console.log(JSON.stringify([told, readBlock(page, text)]));
}
