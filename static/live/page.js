// A page that shows something in progress changes by itself. A stream says that something has happened (docs/feed.md);
// then the page is asked for again, or comes with the stream, and its live part is put in place of the old one. Where no
// stream can be opened, the same entries are asked for now and then. A page without any of it works, too.

import { address, momentOf, place, topics } from "./place.js";

/** @typedef {{number: number, about: string, what: string, page?: string}} Entry */

const SECOND = 1000;
const LOOKS_EVERY = 20 * SECOND; // without a stream
const SOONEST = 4 * SECOND; // that entries are asked for again, when a stream is cut or refused
const PATIENCE = 5 * SECOND; // without an answer, until the page says so
const SHORTLY = 3 * SECOND; // for which it says that it is up to date again
const LONGEST_SILENCE = 25 * SECOND; // of a stream, on which a beat comes every 15 s
const LONGEST_PAUSE = 60 * SECOND;
const QUICK_ATTEMPTS = 60; // after a cut, a second or less between them: a process that is started again is soon back
const KEPT = 20 * 60 * SECOND; // that an address of a stream is used again, which is good for longer
const LONGEST_LOOK = 10 * SECOND; // that an answer is waited for
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
    this.moment = momentOf(document); // the number of what is shown
    this.talk = this.moment; // and of the talk in it, which can be newer
    this.wanted = 0; // the newest entry that is to be shown, and the newest one about talk
    this.wantedTalk = 0;
    this.news = ""; // what has happened besides talk and is not shown yet
    this.last = this.moment ? String(this.moment) : ""; // from where the feed is read on
    this.attempts = QUICK_ATTEMPTS; // that failed, since a stream was cut; none was open so far
    this.timer = 0; // runs until the next look
    this.failed = 0; // looks since the page was last up to date
    this.pause = 0;
    this.silence = 0; // runs while nothing comes
    this.opened = 0; // when the stream began
    this.polled = 0; // when entries were last asked for
    this.lost = 0; // runs from what failed until something comes
    this.sign = /** @type {HTMLElement | null} */ (document.querySelector("#contact"));
    this.isOut = false; // whether the session has ended
    /** @type {EventSource | null} */
    this.stream = null;
  }

  /** What the service knows now: the address of the stream, the games that wait, and entries after a number. */
  async ask(after = "") {
    const query = new URLSearchParams({ topics: topics() });
    if (after) query.set("after", after);
    const answer = await fetch(`${this.address}?${query}`, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const found = await answer.json();
    this.contact();
    if ("own" in document.body.dataset && !found.is_own) this.leave();
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
    this.close(); // another attempt may have been faster
    this.stream = new EventSource(address);
    this.listenFor();
    this.stream.addEventListener("beat", () => this.heard());
    this.stream.addEventListener("open", () => {
      this.heard();
      this.opened = Date.now();
      this.last ||= String(last); // so that a cut before the first entry loses none
    });
    this.stream.addEventListener("message", ({ data }) => {
      this.heard();
      this.take(JSON.parse(data));
    });
    this.stream.addEventListener("error", () => this.later());
  }

  /** Something has come. */
  heard() {
    this.contact();
    this.listenFor();
  }

  /** A stream that is silent for long is dead, though nothing says so: it is opened again. */
  listenFor() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.later(), LONGEST_SILENCE);
  }

  /** The service has answered; a page that it does not bring up to date is none. */
  contact() {
    if (this.failed && this.isBehind) return;
    clearTimeout(this.lost);
    if (this.sign?.textContent) this.say(this.sign.dataset.back ?? "");
    this.lost = 0;
  }

  /** Something has failed: unless something comes soon, the page says that it may be old. */
  trouble() {
    this.lost ||= setTimeout(() => this.say(this.sign?.dataset.lost ?? ""), PATIENCE);
  }

  /** Say it beside the clock. @param {string} words */
  say(words) {
    if (!this.sign || this.isOut) return;
    document.querySelector(".plate.acts, .status")?.append(this.sign);
    this.sign.textContent = words;
    if (words === this.sign.dataset.back) this.lost = setTimeout(() => this.say(""), SHORTLY);
  }

  connect() {
    clearTimeout(this.pause);
    this.open().catch(() => this.later());
  }

  later() {
    if (this.opened) this.attempts = Date.now() - this.opened < SOONEST ? Math.max(this.attempts, QUICK_ATTEMPTS) : 0;
    this.opened = 0;
    this.close();
    this.trouble();
    if (Date.now() - this.polled >= SOONEST) void this.poll();
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.connect(), pauseAfter(this.attempts++, Math.random()));
  }

  close() {
    clearTimeout(this.silence);
    this.stream?.close();
    this.stream = null;
  }

  /** Without a stream: the same entries. With one, which may have slept, where the page comes back. */
  async poll(comesBack = false) {
    if ((this.stream?.readyState === EventSource.OPEN && !comesBack) || document.hidden) return;
    this.polled = Date.now();
    try {
      const { entries, last } = await this.ask(this.last);
      for (const entry of entries) this.take(entry);
      this.last = String(Math.max(last, Number(this.last)));
    } catch {
      this.trouble();
    }
  }

  /** The page comes back, from sleep, from another tab, from another page or from a place without a network. */
  comeBack() {
    this.attempts = 0;
    if (!this.stream) this.connect();
    if (this.isBehind) void this.look();
    void this.poll(true);
  }

  get isBehind() {
    return Boolean(this.news) || this.talk < this.wantedTalk;
  }

  /** @param {Entry} entry */
  take(entry) {
    this.last = String(entry.number);
    if (entry.about === "player") {
      this.ask().catch(() => {});
      if (topics() !== "me") return;
    }
    const { number, what, page } = entry;
    if (!topics() || number <= (what === "said" ? this.talk : this.moment)) return;
    if (what === "said") this.wantedTalk = Math.max(this.wantedTalk, number);
    else [this.wanted, this.news] = [Math.max(this.wanted, number), what];
    this.lookIn(TOGETHER, page);
  }

  /** Show what is new, once nobody selects words. @param {number} pause @param {string} [page] that came with an entry */
  lookIn(pause, page) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (String(document.getSelection())) this.lookIn(SECOND, page);
      else if (!page || !this.put(page)) void this.look();
    }, pause);
  }

  /** Ask for the page, again and again, until its number has reached that of the newest entry. */
  async look() {
    if (this.isOut) return;
    const asking = { headers: { Accept: "text/html", "X-Look": "1" }, cache: /** @type {const} */ ("no-store") };
    const fetched = fetch(address(), { ...asking, credentials: "same-origin", signal: AbortSignal.timeout(LONGEST_LOOK) });
    const isShown = await fetched.then(async (answer) => answer.ok && this.put(await answer.text())).catch(() => false);
    if (isShown) this.failed = 0;
    this[isShown ? "contact" : "trouble"]();
    if (!isShown && !this.timer) this.lookIn(pauseAfter(QUICK_ATTEMPTS + this.failed++, Math.random()));
  }

  /** Put the live part of a page in place of the one there is; say whether all that is known to be new is shown. @param {string} text */
  put(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const number = momentOf(fresh);
    if ("own" in document.body.dataset && !("own" in fresh.body.dataset)) return this.leave();
    if (number < this.moment) return false; // a later answer was faster, or this is another page
    place(fresh, this.news || "said");
    this.talk = Math.max(this.talk, number);
    if (this.news) this.moment = number;
    if (this.moment >= this.wanted) this.news = "";
    this.show(this.count ?? 0);
    if (this.sign?.textContent) this.say(this.sign.textContent);
    return !this.isBehind;
  }

  /** The session has ended: what the page shows stays, and it says where to sign in. */
  leave() {
    if (this.isOut) return true;
    const { out = "", signIn = "", login = "" } = this.sign?.dataset ?? {};
    this.say(`${out} `);
    this.isOut = true;
    const href = `${login}?${new URLSearchParams({ next: location.pathname })}`;
    this.sign?.append(Object.assign(document.createElement("a"), { href, textContent: signIn }));
    return true;
  }

  /** How many games wait, in the title, the icon and the bar. @param {number} count */
  show(count) {
    this.count = count;
    const badge = document.querySelector("[data-to-move]");
    if (badge) badge.textContent = count ? String(count) : "";
    document.title = counted(document.title, count);
    const icon = count ? this.icon?.dataset.waiting : this.usualIcon;
    if (icon && this.icon?.getAttribute("href") !== icon) this.icon?.setAttribute("href", icon);
  }

  listen() {
    this.connect();
    setInterval(() => void this.poll(), LOOKS_EVERY);
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => persisted && this.comeBack());
    addEventListener("online", () => this.comeBack());
    addEventListener("offline", () => this.trouble());
    document.addEventListener("visibilitychange", () => document.hidden || this.comeBack());
  }
}

const body = globalThis.document?.body;
if (body?.dataset.streams && ("own" in body.dataset || topics())) new Page(body.dataset.streams).listen();
