// The dice of a forecast: rolls at their middle, and where the rules roll for something else, the same keyed hash the
// office's forecast uses (seed "forecast": it is no game's, and tells nothing).

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const turned = (v, n) => ((v >> n) | (v << (64n - n))) & MASK;

function mix(v, a, b, c, d, x, y) {
  v[a] = (v[a] + v[b] + x) & MASK;
  v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & MASK;
  v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 63n);
}

function compress(h, block, count, last) {
  const m = Array.from({ length: 16 }, (_, i) => {
    let word = 0n;
    for (let k = 7; k >= 0; k -= 1) word = (word << 8n) | BigInt(block[8 * i + k] || 0);
    return word;
  });
  const v = [...h, ...IV];
  v[12] ^= BigInt(count);
  if (last) v[14] ^= MASK;
  for (let round = 0; round < 12; round += 1) {
    const s = SIGMA[round % 10];
    mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
    mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
    mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
    mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
    mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
    mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
    mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
    mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
  }
  for (let i = 0; i < 8; i += 1) h[i] ^= v[i] ^ v[i + 8];
}

/** BLAKE2b with a key, eight bytes, as a number read big end first. Texts are short: one block. */
export function keyed(key, text) {
  const bytes = new TextEncoder().encode(text);
  const secret = new TextEncoder().encode(key);
  const h = [...IV];
  h[0] ^= 0x01010000n ^ (BigInt(secret.length) << 8n) ^ 8n;
  compress(h, secret, 128, false);
  compress(h, bytes, 128 + bytes.length, true);
  let value = 0n;
  for (let k = 0; k < 8; k += 1) value = (value << 8n) | ((h[0] >> BigInt(8 * k)) & 255n);
  return value;
}

const MIDDLE = { "cast.success": 50, "cast.gain": 50, "cast.bonus": 50, "search.find": 101, "search.cost": 40, resist: 50, "ebon.drop": 50, "chaos.drop": 50 };

/** The dice of a turn. */
export function diceOf(turn) {
  const counts = new Map();
  const dice = { phase: 0 };
  const raw = (name, subject) => {
    const key = `${dice.phase}|${name}|${subject}`;
    const count = counts.get(key) || 0;
    counts.set(key, count + 1);
    return () => keyed("forecast", `${turn}|${key}|${count}`);
  };
  dice.between = (name, subject, low, high) => {
    const roll = raw(name, subject);
    return name in MIDDLE ? MIDDLE[name] : low + Number(roll() % BigInt(high - low + 1));
  };
  dice.d100 = (name, subject) => dice.between(name, subject, 1, 100);
  dice.choice = (name, subject, candidates) => Number(raw(name, subject)() % BigInt(candidates.length));
  return dice;
}
