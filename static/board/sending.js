// Sending a move: what does not arrive stays on the page and is sent again, with the same mark, which counts once.

const LONGEST = 20_000; // milliseconds that an answer is waited for
const PATIENCE = 3000; // until the page says that it waits
const SHORTEST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
const BUSY = 429;
const BROKEN = 500;

/**
 * @typedef {{ply: string, text: string, nonce: string}} Sent
 */

let last = /** @type {Promise<Response | null>} */ (Promise.resolve(null)); // also of the form before

export class Sending {
  /**
   * @param {HTMLFormElement} form @param {Memory} memory @param {HTMLElement} sign that something is not sent yet
   * @param {AbortSignal} signal that ends it, where another form has come
   * @param {(text: string) => void} takeUp called with a move of an earlier page that was not played
   */
  constructor(form, memory, sign, signal, takeUp) {
    this.form = form;
    this.action = form.getAttribute("action") ?? "";
    this.page = this.action.replace(/play\/.*$/, ""); // which this one need not be, if it says why a move was refused
    this.memory = memory;
    this.sign = sign;
    this.timer = 0; // runs until what waits is sent again
    this.waits = ""; // the text that waits
    this.takeUp = takeUp;
    this.next = () => this.again(); // what the timer does
    this.attempts = 0;
    this.isBusy = false;
    form.addEventListener("submit", (event) => {
      if (/** @type {HTMLButtonElement | null} */ (event.submitter)?.name !== "play") return;
      event.preventDefault();
      this.waits = this.written.text;
      void this.send();
    });
    for (const name of ["online", "focus"]) addEventListener(name, () => this.timer && this.next(), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.signal = signal;
  }

  /** @param {string} name @returns {HTMLInputElement} */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  /** What stands in the form. @returns {Sent} */
  get written() {
    return { ply: this.field("ply").value, text: this.field("text").value, nonce: this.field("nonce").value };
  }

  /**
   * A move of an earlier page that may not have arrived: one of this ply waits on, another one is asked about. The form is
   * filled in at once; what is still under way is waited for.
   */
  async resume() {
    const waiting = this.memory.waiting();
    const isOfNow = waiting?.ply === this.field("ply").value;
    if (waiting && isOfNow) this.field("nonce").value = waiting.nonce;
    this.waits = (waiting && isOfNow ? waiting : this.memory.load()).text;
    this.field("text").value = this.waits || this.field("text").value;
    await last;
    if (!waiting || this.signal.aborted || this.memory.waiting()?.nonce !== waiting.nonce) return;
    if (isOfNow) this.wait(0);
    else void this.settle(waiting);
  }

  /** Whether an earlier move has arrived after all; if not, it is a draft. @param {Sent} earlier */
  async settle(earlier) {
    this.timer = 0;
    const answer = await this.post(earlier).catch(() => null);
    if (this.signal.aborted || this.isBusy || answer?.redirected) return; // a later page asks
    if (!answer || answer.status === BUSY || answer.status >= BROKEN) return this.wait(this.growing(), () => void this.settle(earlier));
    this.sign.hidden = true;
    if (answer.status === 204) return this.memory.forget(earlier.ply);
    this.memory.keep({ text: "", nonce: "" }, earlier.ply);
    this.takeUp(earlier.text);
  }

  /** The pause before the next attempt, in milliseconds. */
  growing() {
    return Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** this.attempts++) * (0.5 + Math.random() / 2);
  }

  /** @param {Sent} sent */
  post({ ply, text, nonce }) {
    const csrfmiddlewaretoken = this.field("csrfmiddlewaretoken").value;
    return fetch(this.action, {
      method: "POST",
      headers: { "X-Look": "1" },
      body: new URLSearchParams({ csrfmiddlewaretoken, ply, text, nonce, play: "1" }),
      credentials: "same-origin",
      signal: AbortSignal.timeout(LONGEST),
    });
  }

  /** Send what is written; where nothing answers, again and again. */
  async send() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.isBusy || !this.form.isConnected) return;
    const sent = this.written;
    this.memory.keep({ text: sent.text, nonce: sent.nonce });
    this.isBusy = true;
    const patience = setTimeout(() => (this.sign.hidden = false), PATIENCE);
    const answer = await (last = this.post(sent).catch(() => null));
    clearTimeout(patience);
    this.isBusy = false;
    if (this.signal.aborted && answer?.status !== 204) return; // the next form sends it, with the same mark
    if (!answer || answer.status === BUSY || answer.status >= BROKEN) return this.wait(this.growing());
    const isTyped = !this.memory.load().after.length;
    this.memory.keep({ text: isTyped ? sent.text : "", nonce: "" }); // it was answered
    if (answer.status === 204) {
      this.memory.forget(sent.ply);
      location.replace(this.page);
    } else if (answer.redirected) {
      const { pathname } = new URL(answer.url);
      location.assign(`${pathname}?${new URLSearchParams({ next: this.page })}`);
    } else {
      this.field("text").value = sent.text;
      this.form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "play", value: "1" }));
      this.form.submit(); // the page that says why it is refused
    }
  }

  /** It is not sent yet. @param {number} pause in milliseconds, until it is sent again @param {() => void} next */
  wait(pause, next = () => this.again()) {
    this.sign.hidden = false;
    this.next = next;
    clearTimeout(this.timer);
    this.timer = setTimeout(next, pause);
  }

  /** Send what waits, unless something else has been written in its place. */
  again() {
    if (this.written.text === this.waits) return void this.send();
    clearTimeout(this.timer);
    this.timer = 0;
    this.sign.hidden = true;
    this.memory.keep({ text: "", nonce: "" });
  }
}

// What is not sent survives a reload, the way back and a new sign-in, for as long as the game stands at the same ply.

/**
 * @typedef {import("./choices.js").Pick} Pick
 * @typedef {{after: string[], picks: Pick[], candidate: number, text: string, nonce: string}} Unsent
 */
// candidate: which of the steps left is shown; text: sent and not arrived, or typed; nonce: its mark, until it is answered

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
    const found = [this.ply, ...this.plies].map((ply) => ({ ...this.load(ply), ply }));
    return found.find(({ nonce }) => nonce);
  }

  /**
   * Forget what was kept for other plies of the game, but for what may have been played.
   * @returns {string[]} the steps that are gone
   */
  forgetOthers() {
    const others = this.plies.filter((ply) => ply !== this.ply && !this.load(ply).nonce);
    const steps = others.flatMap((ply) => this.load(ply).after);
    others.forEach((ply) => this.forget(ply));
    return steps;
  }
}
