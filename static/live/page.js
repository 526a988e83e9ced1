// A page that shows something in progress changes by itself. A stream says that something has happened (docs/feed.md);
// then the page is asked for again, or comes with the stream, and its live part is put in place of the old one. Where no
// stream can be opened, the same entries are asked for now and then. A page without any of it works, too.

import { place, topics } from "./place.js";

/** @typedef {{number: number, about: string, what: string, seq: number | null, page?: string}} Entry */

const SECOND = 1000;
const LOOKS_EVERY = 20 * SECOND; // without a stream
const LONGEST_SILENCE = 25 * SECOND; // of a stream, on which a beat comes every 15 s
const LONGEST_PAUSE = 60 * SECOND;
const QUICK_ATTEMPTS = 60; // after a cut, a second or less between them: a process that is started again is soon back
const KEPT = 20 * 60 * SECOND; // that an address of a stream is used again, which is good for longer
const TOGETHER = 150; // milliseconds in which several entries lead to one look

/** The pause before the next attempt to open a stream: short at first, then growing. @param {number} attempts @param {number} chance */
export const pauseAfter = (attempts, chance) =>
  Math.min(LONGEST_PAUSE, SECOND * 2 ** Math.max(0, attempts - QUICK_ATTEMPTS)) * (0.5 + chance / 2);

/** A title with how many games wait. @param {string} title @param {number} count */
export const counted = (title, count) => (count ? `(${count}) ` : "") + title.replace(/^\(\d+\) /, "");

export class Page {
  /** @param {string} address that says where the stream is */
  constructor(address) {
    this.address = address;
    this.source = { stream: "", last: 0, until: 0 }; // what it said, and how long that is used
    this.icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    this.usualIcon = this.icon?.getAttribute("href") ?? "";
    this.last = "";
    this.attempts = QUICK_ATTEMPTS; // that failed, since a stream was cut; none was open so far
    this.timer = 0;
    this.pause = 0;
    this.silence = 0; // runs while nothing comes
    this.looks = 0; // how often the page was asked for
    this.shown = 0; // which of these answers is shown
    this.news = ""; // what has happened besides talk and is not shown yet
    /** @type {EventSource | null} */
    this.stream = null;
  }

  /** What the service knows now: the address of the stream, the games that wait, and entries since the last one. */
  async ask() {
    const query = new URLSearchParams({ topics: topics() });
    if (this.last) query.set("after", this.last);
    const answer = await fetch(`${this.address}?${query}`, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const found = await answer.json();
    this.show(found.to_move);
    return found;
  }

  /** Open the stream, from the last entry that was seen; after a cut at the address that is known. */
  async open() {
    if (Date.now() >= this.source.until) this.source = { ...(await this.ask()), until: Date.now() + KEPT };
    const { stream, last } = this.source;
    const address = new URL(stream, location.href);
    if (this.last) address.searchParams.set("after", this.last);
    address.searchParams.set("beats", "1");
    this.stream = new EventSource(address);
    this.heard();
    this.stream.addEventListener("beat", () => this.heard());
    this.stream.addEventListener("open", () => {
      this.heard();
      this.attempts = 0;
      this.last ||= String(last); // so that a cut before the first entry loses none
    });
    this.stream.addEventListener("message", ({ data }) => {
      this.heard();
      this.take(JSON.parse(data));
    });
    this.stream.addEventListener("error", () => this.later());
  }

  /** Something has come. A stream that is silent for long is dead, though nothing says so: it is opened again. */
  heard() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.later();
      void this.poll().catch(() => {});
    }, LONGEST_SILENCE);
  }

  connect() {
    this.open().catch(() => this.later());
  }

  later() {
    this.close();
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.connect(), pauseAfter(this.attempts++, Math.random()));
  }

  close() {
    clearTimeout(this.silence);
    this.stream?.close();
    this.stream = null;
  }

  /** Without a stream: the same entries. */
  async poll() {
    if (this.stream?.readyState === EventSource.OPEN || document.hidden) return;
    const isFirst = !this.last;
    const { entries, last } = await this.ask();
    for (const entry of entries) this.take(entry);
    this.last = String(last);
    if (isFirst && topics()) this.look("any");
  }

  /** @param {Entry} entry */
  take(entry) {
    this.last = String(entry.number);
    if (entry.about === "player") {
      this.ask().catch(() => {});
      if (topics() !== "me") return;
    }
    if (!topics() || (entry.about === "game" && entry.what !== "said" && Number(entry.seq) <= this.seen())) return;
    clearTimeout(this.timer);
    const { page, what } = entry;
    if (what !== "said") this.news = what;
    this.timer = setTimeout(() => (page ? this.put(page, this.news || what) : this.look(what)), TOGETHER);
  }

  /** The number of the last entry of the log on the page. */
  seen() {
    const lines = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".history li"));
    return Math.max(0, ...[...lines].map(({ dataset }) => Number(dataset.seq ?? 0)));
  }

  /** Ask for the page again. @param {string} what has happened */
  look(what) {
    const number = ++this.looks;
    if (what !== "said") this.news = what;
    fetch(location.href, { headers: { Accept: "text/html", "X-Look": "1" }, credentials: "same-origin" })
      .then(async (answer) => {
        const text = answer.ok ? await answer.text() : "";
        if (!text || number < this.shown) return; // a later answer was faster
        this.shown = number;
        this.put(text, this.news || what);
      })
      .catch(() => {});
  }

  /** Put the live part of a page in place of the one there is. @param {string} text @param {string} what */
  put(text, what) {
    if (String(document.getSelection())) {
      this.timer = setTimeout(() => this.put(text, what), SECOND); // somebody selects words
      return;
    }
    const fresh = new DOMParser().parseFromString(text, "text/html");
    place(fresh, what);
    if (what !== "said") this.news = "";
    this.show(this.count ?? 0);
  }

  /** How many games wait, in the title and the icon. @param {number} count */
  show(count) {
    this.count = count;
    document.title = counted(document.title, count);
    const icon = count ? this.icon?.dataset.waiting : this.usualIcon;
    if (icon && this.icon?.getAttribute("href") !== icon) this.icon?.setAttribute("href", icon);
  }

  listen() {
    this.connect();
    setInterval(() => void this.poll().catch(() => {}), LOOKS_EVERY);
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => persisted && this.connect());
    document.addEventListener("visibilitychange", () => {
      void this.poll().catch(() => {});
    });
  }
}

const body = globalThis.document?.body;
if (body?.dataset.streams && ("own" in body.dataset || topics())) new Page(body.dataset.streams).listen();
