// What is not sent survives a reload, the way back and a new sign-in, for as long as the game stands at the same ply.

/**
 * @typedef {import("./choices.js").Pick} Pick
 * @typedef {{after: string[], picks: Pick[], candidate: number, text: string, nonce: string}} Unsent
 */
// candidate: which of the steps that are left is shown; text: a move that was sent and has not arrived, or was typed; nonce: its mark, while nothing has answered

export class Memory {
  /**
   * @param {Storage} storage
   * @param {string} game
   * @param {number | string} ply
   */
  constructor(storage, game, ply) {
    this.storage = storage;
    this.game = `seeds:${game}:`;
    this.ply = String(ply);
  }

  /**
   * What was kept for a ply; nothing for what cannot be read.
   * @returns {Unsent}
   */
  load(ply = this.ply) {
    const nothing = { after: [], picks: [], candidate: 0, text: "", nonce: "" };
    try {
      const { after, picks, candidate, text, nonce } = { ...nothing, ...JSON.parse(this.storage.getItem(this.game + ply) ?? "{}") };
      const isWhole = Array.isArray(after) && Array.isArray(picks);
      return isWhole ? { after: after.map(String), picks, candidate: Number(candidate) || 0, text: String(text), nonce: String(nonce) } : nothing;
    } catch {
      return nothing;
    }
  }

  /** @param {Partial<Unsent>} unsent */
  keep(unsent, ply = this.ply) {
    const all = { ...this.load(ply), ...unsent };
    if (all.after.length || all.picks.length || all.text) this.storage.setItem(this.game + ply, JSON.stringify(all));
    else this.forget(ply);
  }

  forget(ply = this.ply) {
    this.storage.removeItem(this.game + ply);
  }

  /** The plies for which something is kept. @returns {string[]} */
  get plies() {
    return Object.keys(this.storage).filter((key) => key.startsWith(this.game)).map((key) => key.slice(this.game.length));
  }

  /** A move that was sent, of which nobody knows whether it has arrived. */
  waiting() {
    const found = this.plies.map((ply) => ({ ...this.load(ply), ply }));
    return found.find(({ nonce }) => nonce);
  }

  /**
   * Forget what was kept for other plies of the game.
   * @returns {string[]} the steps that are gone
   */
  forgetOthers() {
    const others = this.plies.filter((ply) => ply !== this.ply);
    const steps = others.flatMap((ply) => this.load(ply).after);
    others.forEach((ply) => this.forget(ply));
    return steps;
  }
}
