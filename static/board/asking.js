// Asking the service what can be done in a game. What was asked is remembered, and what failed is asked again.

/** @typedef {import("./choices.js").Answer} Answer */

const ATTEMPTS = 4; // where others behind the same address ask at the same moment
const PAUSE = 700; // milliseconds

/** @param {string} address @param {number} attempts @returns {Promise<Answer>} */
async function asking(address, attempts) {
  const found = await fetch(address, { credentials: "same-origin" });
  if (found.ok) return found.json();
  if ((found.status !== 429 && found.status !== 503) || attempts === 1) throw new Error(`${found.status}`);
  await new Promise((resolve) => setTimeout(resolve, PAUSE * (0.5 + Math.random())));
  return asking(address, attempts - 1);
}

/**
 * @param {string} address
 * @returns {(query: Record<string, string>) => Promise<Answer>}
 */
export function asker(address) {
  /** @type {Map<string, Promise<Answer>>} */
  const asked = new Map();
  return (query) => {
    const key = String(new URLSearchParams(query));
    const known = asked.get(key);
    if (known) return known;
    const answer = asking(`${address}?${key}`, ATTEMPTS);
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return answer;
  };
}
