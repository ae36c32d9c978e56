// What a click means: of all that could be chosen, what names the very thing that was clicked. Nothing here touches the
// screen. A target is `{place, things, sharp}`: keys of what one pointed at, `sharp` where that was one mark, card or row
// of a list and not a place with whatever is there; `asks` where nothing is to be chosen unasked.

import { kindOf, lineOf, openTo, slotsOf } from "./forms.js";

/** The keys of what a mark stands for: a vehicle with its riders. */
export const thingsOf = (mark) => (mark.things?.length ? mark.things : [mark.key]);

/** The target of a click on a picture's place: on one of its marks, on the card the place is, or on the place. */
export function pointed(picture, place, mark) {
  const spot = picture.spots.find((one) => one.name === place);
  if (mark) return { place, things: thingsOf(mark), sharp: true };
  if (spot?.things?.length) return { place, things: spot.things, sharp: true };
  return whole(picture, place);
}

/** The whole of a place: itself, and all that stands there. */
export function whole(picture, place) {
  const spot = picture.spots.find((one) => one.name === place);
  const marks = (picture.marks || []).filter((mark) => mark.at === place);
  return { place, things: [...(spot?.things || []), ...marks.flatMap(thingsOf)], sharp: false };
}

/** The target of a click on a row of a list. */
export const listed = (thing) => ({ place: thing.place || "", things: [thing.key], sharp: true, row: true });

const among = (keys, target) => (keys || []).some((key) => target.things.includes(key));

/** Whether an option names what was clicked: one of its things; of options that name none, its place. */
export const names = (option, target) => (option.things?.length ? among(option.things, target) : Boolean(option.place) && option.place === target.place);

/** Whether a form is one of what was clicked: that one would act. */
const acts = (form, target) => among(form.things, target) || ((form.places || []).includes(target.place) && (!target.sharp || !form.things?.length));

/** The choices `{slot, option}` of a form that name what was clicked; slots that are filled come in where no other does. */
export function hitsOf(plan, slots, values, target) {
  const named = (slot) => openTo(plan, slot).flatMap((option) => (names(option, target) ? [{ slot, option }] : []));
  const open = slots.filter((slot) => kindOf(slot) === "many" || values[slot.name] === undefined).flatMap(named);
  return open.length ? open : slots.flatMap(named);
}

/** The one choice a click made, or null where it must be asked: several would do, or several things may be meant. */
export function meant(target, hits) {
  if (hits.length !== 1 || target.asks) return null;
  const [hit] = hits;
  const sure = hit.option.things?.length ? target.things.length === 1 : !target.row;
  return sure ? hit : null;
}

/** A slot's value with an option chosen; of several that may be chosen, one that is chosen already goes out. */
export function withOption(slot, value, option) {
  if (kindOf(slot) !== "many") return option.text;
  const chosen = value || [];
  return chosen.includes(option.text) ? chosen.filter((text) => text !== option.text) : [...chosen, option.text];
}

/** Orders about what was clicked: forms whose doer it is (`hits` empty), and forms in which it could be chosen. */
export function ordersOf(plan, target) {
  const found = [];
  for (const form of plan.forms || []) {
    if (form.typed) continue;
    if (acts(form, target)) found.push({ form, hits: [] });
    for (const slot of slotsOf(form)) {
      const hits = openTo(plan, slot).flatMap((option) => (names(option, target) ? [{ slot, option }] : []));
      if (hits.length) found.push({ form, hits });
    }
  }
  return found;
}

/** The values a hit fills in beside those there are, and the line they make (null where more is asked). */
export function filledBy(plan, form, { slot, option }, given = {}) {
  const values = { ...given, [slot.name]: withOption(slot, given[slot.name], option) };
  return { values, line: lineOf(plan, form, values) };
}
