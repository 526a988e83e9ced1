// Asking the service what can be done in a game. What was asked is remembered, and what failed is asked again.

/** @typedef {import("./choices.js").Answer} Answer */

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
    const answer = fetch(`${address}?${key}`, { credentials: "same-origin" }).then((found) => {
      if (!found.ok) throw new Error(`${found.status}`);
      return found.json();
    });
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return answer;
  };
}
