// What clicks come to in every open choice of a page, as the page itself decides it: a page as JSON on each line in; out,
// of every form with nothing chosen yet, then with its first choice made, what each click that names anything comes to:
// [form, target, place, things, [slot, option] of what it enters or null, the options it names].
import { createInterface } from "node:readline";
import { hitsOf, listed, meant, pointed, thingsOf, whole, withOption } from "../../magika_gm/reports/page/js/aim.js";
import { optionsOf, settled, slotsOf } from "../../magika_gm/reports/page/js/forms.js";

function* targetsOf(page) {
  for (const picture of page.pictures || []) {
    for (const mark of picture.marks || []) yield [`mark ${thingsOf(mark)}`, pointed(picture, mark.at, mark)];
    for (const spot of picture.spots) {
      yield [`spot ${spot.name}`, pointed(picture, spot.name)];
      yield [`cursor ${spot.name}`, whole(picture, spot.name)];
    }
  }
  for (const block of page.blocks || []) if (block.is === "things") for (const thing of block.things) yield [`row ${thing.key}`, listed(thing)];
}

for await (const row of createInterface({ input: process.stdin })) {
  const page = JSON.parse(row);
  settled(page.plan);
  const targets = [...targetsOf(page)];
  const found = [];
  for (const form of page.plan.forms || []) {
    const slots = slotsOf(form).filter((slot) => !slot.extra);
    const [first] = slots;
    const some = first ? optionsOf(page.plan, first) : [];
    const states = [{}, ...(some.length && slots.length > 1 ? [{ [first.name]: withOption(first, undefined, some[some.length - 1]) }] : [])];
    for (const values of states) {
      for (const [said, target] of targets) {
        const hits = hitsOf(page.plan, slots, values, target);
        const sure = meant(target, hits);
        if (hits.length) found.push([form.key, said, target.place, target.things, sure && [sure.slot.name, sure.option.text], hits.map((hit) => hit.option.text)]);
      }
    }
  }
  console.log(JSON.stringify(found));
}
