// The triangle's geometry (ARENA-1 to ARENA-4), as in rules/arena.py.

export const ROWS = 26;
export const SPACES = (ROWS * (ROWS + 1)) / 2;
export const GOAL = 0;
export const SEA = (25 * 26) / 2;
export const DIRECTIONS = ["NE", "E", "SE", "SW", "W", "NW"];
export const NORTHWARD = ["NE", "NW"];
export const SOUTHWARD = ["SE", "SW"];
const STEP = { NE: [-1, 0], E: [0, 1], SE: [1, 1], SW: [1, 0], W: [0, -1], NW: [-1, -1], N: [-2, -1], S: [2, 1] };

export const ROW = [];
const NUMBER = [];
export const NAME = [];
for (let row = 0; row < ROWS; row += 1) {
  for (let number = 1; number <= row + 1; number += 1) {
    ROW.push(row);
    NUMBER.push(number);
    NAME.push(`${"abcdefghijklmnopqrstuvwxyz"[row]}${number}`);
  }
}

export const spaceAt = (row, number) => (row >= 0 && row < ROWS && number >= 1 && number <= row + 1 ? (row * (row + 1)) / 2 + number - 1 : -1);

export const neighbour = (way, space) => spaceAt(ROW[space] + STEP[way][0], NUMBER[space] + STEP[way][1]);

/** The space so many steps away in a line, or -1. */
export function along(space, way, steps) {
  let here = space;
  for (let n = 0; n < steps; n += 1) {
    here = neighbour(way, here);
    if (here < 0) return -1;
  }
  return here;
}

export function distance(one, other) {
  const dr = ROW[one] - ROW[other];
  const dn = NUMBER[one] - NUMBER[other];
  return Math.max(Math.abs(dr), Math.abs(dn), Math.abs(dr - dn));
}

export function within(space, rings) {
  const found = [];
  for (let other = 0; other < SPACES; other += 1) if (distance(space, other) <= rings) found.push(other);
  return found;
}
