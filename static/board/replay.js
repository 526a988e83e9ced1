// Stepping through a game without loading its page again: by links, keys and a slider, or by itself. The service sends the
// parts of the page that change, for some moments at a time and ahead of where the reader goes.

const AT_ONCE = 8; // moments in one answer of the service
const KEYS = /** @type {Record<string, (ply: number, last: number) => number>} */ ({
  ArrowLeft: (ply) => ply - 1,
  ArrowRight: (ply) => ply + 1,
  Home: () => 0,
  End: (_, last) => last,
});
const OTHERS = "input, textarea, select, pre, .wide, [role=application]"; // what has a use for these keys itself

/** The moment to which a key leads; null for none. @param {string} key @param {number} ply @param {number} last */
export function plyAfter(key, ply, last) {
  const to = KEYS[key]?.(ply, last);
  return to === undefined || to < 0 || to > last || to === ply ? null : to;
}

export class Replay {
  /** @param {HTMLElement} nav */
  constructor(nav) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (nav.querySelector(`[data-${name}]`));
    this.nav = nav;
    this.ply = Number(nav.dataset.ply);
    this.last = Number(nav.dataset.last);
    this.slider = /** @type {HTMLInputElement} */ (part("slider"));
    this.button = part("autoplay");
    this.seconds = /** @type {HTMLSelectElement} */ (part("seconds"));
    this.played = part("played");
    /** @type {Map<number, Promise<Map<number, Element[]>>>} by the first moment of an answer */
    this.asked = new Map();
    this.own = { ply: this.ply, parts: [...document.querySelectorAll("[data-part]")] }; // as the page came
    this.wanted = this.ply;
    this.timer = 0;
    part("player").hidden = false;
  }

  /**
   * The parts of the page at a moment.
   * @param {number} ply
   * @returns {Promise<Element[]>}
   */
  async parts(ply) {
    if (ply === this.own.ply) return this.own.parts;
    const first = ply - (ply % AT_ONCE);
    const asked = this.asked.get(first) ?? this.ask(first);
    this.asked.set(first, asked);
    asked.catch(() => this.asked.delete(first));
    return (await asked).get(ply) ?? [];
  }

  /** @param {number} first @returns {Promise<Map<number, Element[]>>} */
  async ask(first) {
    const query = new URLSearchParams(location.search);
    query.set("ply", String(first));
    const answer = await fetch(`${this.nav.dataset.boards}?${query}`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const moments = /** @type {NodeListOf<HTMLElement>} */ (found.querySelectorAll("[data-ply]"));
    return new Map(
      [...moments]
        .filter((moment) => moment.matches("section"))
        .map((moment) => [Number(moment.dataset.ply), [...moment.querySelectorAll("[data-part]")].map((part) => document.adoptNode(part))]),
    );
  }

  /** Show a moment; of several that are wanted before the first has come the last counts. @param {number} ply */
  async show(ply) {
    if (ply < 0 || ply > this.last) return;
    if (ply === this.last && ply !== this.own.ply && this.nav.dataset.mine) return location.assign(location.pathname);
    this.wanted = ply;
    this.slider.value = String(ply);
    const parts = await this.parts(ply);
    if (this.wanted !== ply || !parts.length) return;
    const ahead = ply + Math.sign(ply - this.ply) * (AT_ONCE / 2);
    this.ply = ply;
    for (const part of parts) this.place(part);
    const address = new URL(location.href);
    for (const name of ["ply", "after", "pick"]) address.searchParams.delete(name);
    if (ply !== this.last) address.searchParams.set("ply", String(ply));
    history.replaceState(null, "", address);
    this.played.textContent = document.querySelector("[data-part=moment] .note")?.textContent ?? this.nav.querySelector(".faint")?.textContent ?? "";
    const lines = [...document.querySelectorAll(".history li")];
    const plies = lines.map((line) => Number(/** @type {HTMLElement | null} */ (line.querySelector("a.ply"))?.dataset.ply ?? "NaN"));
    const shown = plies.findIndex((at) => at >= ply);
    lines.forEach((line, number) => line.classList.toggle("shown", number === shown));
    if (ahead > 0 && ahead < this.last) this.parts(ahead).catch(() => {});
  }

  /** Put a part in its place; what is open stays open. @param {Element} part */
  place(part) {
    const old = document.querySelector(`[data-part=${part.getAttribute("data-part")}]`);
    if (!old || old === part) return;
    const details = [...old.querySelectorAll("details")];
    part.querySelectorAll("details").forEach((one, number) => (one.open = details[number]?.open ?? false));
    const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute("rel") : null;
    old.replaceWith(part);
    if (part.matches(".moment")) document.dispatchEvent(new Event("replayed"));
    if (focused) /** @type {HTMLElement | null} */ (part.querySelector(`[rel=${focused}]`))?.focus({ preventScroll: true });
  }

  /** Step on by itself, or stop. */
  toggle() {
    if (this.timer) return this.stop();
    this.button.setAttribute("aria-pressed", "true");
    const step = async (/** @type {number} */ ply) => {
      await this.show(ply);
      if (!this.timer) return;
      if (this.ply >= this.last) return this.stop();
      this.timer = window.setTimeout(() => go(this.ply + 1), Number(this.seconds.value) * 1000);
    };
    const go = (/** @type {number} */ ply) => void step(ply).catch(() => this.stop());
    this.timer = window.setTimeout(() => go(this.ply < this.last ? this.ply + 1 : 0), 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.button.setAttribute("aria-pressed", "false");
  }

  /** Go to a moment by hand, which ends what goes by itself. @param {number} ply */
  go(ply) {
    this.stop();
    this.show(ply).catch(() => location.assign(`?ply=${ply}`));
  }

  /** @param {AbortSignal} signal that ends it */
  listen(signal) {
    signal.addEventListener("abort", () => this.stop());
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.button.addEventListener("click", () => this.toggle());
    document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("[data-part=links] a:not([rel=nofollow]), .history a.ply, .moment .note a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const ply = new URL(/** @type {HTMLAnchorElement} */ (link).href).searchParams.get("ply");
      this.go(ply === null ? this.last : Number(ply));
    }, { signal });
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (/** @type {Element} */ (event.target).closest(OTHERS)) return;
      const ply = plyAfter(event.key, this.wanted, this.last);
      if (ply === null) return;
      event.preventDefault();
      this.go(ply);
    }, { signal });
  }
}

/** @type {AbortController | undefined} */
let former;

/** Step through the game that the page shows, as it is now. */
function begin() {
  former?.abort();
  former = new AbortController();
  const nav = /** @type {HTMLElement | null} */ (document.querySelector("nav.replay"));
  if (nav && Number(nav.dataset.last)) new Replay(nav).listen(former.signal);
}

if (globalThis.document) {
  begin();
  document.addEventListener("arrived", begin);
}
