// Lines that are tried on an analysis board: a tree of steps with notes, kept in the browser and written into addresses.

/** @typedef {{lines: string[][], notes: Record<string, string>}} Kept */

/** How many steps two lines begin with alike. @param {readonly string[]} one @param {readonly string[]} other */
export function shared(one, other) {
  const differs = one.findIndex((step, number) => step !== other[number]);
  return differs < 0 ? one.length : differs;
}

const LONGEST_NOTE = 1000; // as its field takes

export class Tree {
  constructor() {
    /** @type {Map<string, Tree>} */
    this.children = new Map();
    this.note = "";
  }

  /**
   * The place after a line, which is added where it is new.
   * @param {readonly string[]} line
   * @returns {Tree}
   */
  at([step, ...rest]) {
    if (step === undefined) return this;
    const child = this.children.get(step) ?? new Tree();
    this.children.set(step, child);
    return child.at(rest);
  }

  /** The place after a line that is there. @param {readonly string[]} line @returns {Tree | undefined} */
  known([step, ...rest]) {
    return step === undefined ? this : this.children.get(step)?.known(rest);
  }

  /**
   * Take notes over from an address, for lines that are there and have no note yet.
   * @param {URLSearchParams} notes by lines
   */
  takeNotes(notes) {
    for (const [line, note] of notes) {
      const place = this.known(line ? line.split(";") : []);
      if (place && !place.note) place.note = note.slice(0, LONGEST_NOTE);
    }
  }

  /** Forget a line from its last step on. @param {readonly string[]} line */
  remove(line) {
    this.at(line.slice(0, -1)).children.delete(line.at(-1) ?? "");
  }

  /**
   * All lines to their ends, in the order in which they were added.
   * @returns {string[][]}
   */
  lines() {
    return [...this.children].flatMap(([step, child]) => (child.children.size ? child.lines().map((line) => [step, ...line]) : [[step]]));
  }

  /**
   * The notes by their lines, with semicolons between the steps.
   * @param {readonly string[]} line that leads here
   * @returns {Record<string, string>}
   */
  notes(line = []) {
    const own = this.note ? { [line.join(";")]: this.note } : {};
    return [...this.children].reduce((found, [step, child]) => ({ ...found, ...child.notes([...line, step]) }), own);
  }

  /** @param {Storage} storage @param {string} key */
  static load(storage, key) {
    const tree = new Tree();
    try {
      const { lines, notes } = /** @type {Kept} */ (JSON.parse(storage.getItem(key) ?? '{"lines": [], "notes": {}}'));
      for (const line of lines) tree.at(line.map(String));
      for (const [line, note] of Object.entries(notes)) tree.at(line ? line.split(";") : []).note = String(note);
    } catch {
      storage.removeItem(key);
    }
    return tree;
  }

  /** @param {Storage} storage @param {string} key */
  keep(storage, key) {
    const kept = { lines: this.lines(), notes: this.notes() };
    if (kept.lines.length || this.note) storage.setItem(key, JSON.stringify(kept));
    else storage.removeItem(key);
  }

  /** The lines as in an address: each begins with the number of steps that it shares with the one before it. */
  texts() {
    const lines = this.lines();
    return lines.map((line, number) => {
      const alike = number ? shared(lines[number - 1], line) : 0;
      return [...(alike ? [alike] : []), ...line.slice(alike)].join(";");
    });
  }
}
