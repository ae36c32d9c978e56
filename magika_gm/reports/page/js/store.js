// What the browser keeps for a page: drafts and earlier turns. Some browsers keep nothing for files; then nothing is lost
// but convenience.

const ROOT = "player-page";

/** A small store of values under the page's own name; `works` says whether anything is kept. */
export function storeOf(envelope) {
  const mine = `${ROOT}:${envelope.system}:${envelope.game}:${envelope.seat}:`;
  let works = true;
  try {
    localStorage.setItem(`${ROOT}:try`, "1");
    localStorage.removeItem(`${ROOT}:try`);
  } catch {
    works = false;
  }
  return {
    works,
    get(key) {
      try {
        return JSON.parse(localStorage.getItem(mine + key) || "null");
      } catch {
        return null;
      }
    },
    put(key, value) {
      try {
        localStorage.setItem(mine + key, JSON.stringify(value));
        return true;
      } catch {
        return false; // full, or forbidden
      }
    },
    drop(key) {
      try {
        localStorage.removeItem(mine + key);
      } catch {
        // as above
      }
    },
    keys(prefix) {
      try {
        return Object.keys(localStorage).filter((key) => key.startsWith(mine + prefix)).map((key) => key.slice(mine.length));
      } catch {
        return [];
      }
    },
  };
}
