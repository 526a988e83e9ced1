// Unsent steps survive a reload, for as long as the tab is open and the game stands at the same ply.

/** @typedef {{after: string[], picks: import("./choices.js").Pick[]}} Unsent */

export class Memory {
  /**
   * @param {Storage} storage
   * @param {string} game
   * @param {number} ply
   */
  constructor(storage, game, ply) {
    this.storage = storage;
    this.game = `seeds:${game}:`;
    this.key = `${this.game}${ply}`;
  }

  /**
   * What was kept for this ply; nothing for what cannot be read.
   * @returns {Unsent}
   */
  load() {
    try {
      const { after, picks } = JSON.parse(this.storage.getItem(this.key) ?? "{}");
      return { after: Array.isArray(after) ? after.map(String) : [], picks: Array.isArray(picks) ? picks : [] };
    } catch {
      return { after: [], picks: [] };
    }
  }

  /** @param {Unsent} unsent */
  keep(unsent) {
    if (unsent.after.length || unsent.picks.length) this.storage.setItem(this.key, JSON.stringify(unsent));
    else this.storage.removeItem(this.key);
  }

  /**
   * Forget what was kept for other plies of the game.
   * @returns {string[]} the steps that are gone
   */
  forgetOthers() {
    const others = Object.keys(this.storage).filter((key) => key.startsWith(this.game) && key !== this.key);
    const steps = others.flatMap((key) => new Memory(this.storage, this.game.slice(6, -1), Number(key.slice(this.game.length))).load().after);
    others.forEach((key) => this.storage.removeItem(key));
    return steps;
  }
}
