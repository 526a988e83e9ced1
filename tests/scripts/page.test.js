// How a page keeps its stream open.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Page, pauseAfter } from "../../static/live/page.js";

/** The streams that were opened. @type {Stream[]} */
let opened = [];
/** What was asked of the service. @type {string[]} */
let asked = [];

class Stream extends EventTarget {
  static OPEN = 1;
  readyState = 0;

  /** @param {URL} address */
  constructor(address) {
    super();
    this.address = address;
    opened.push(this);
  }

  begin() {
    this.readyState = Stream.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  cut() {
    this.readyState = 0;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    this.readyState = 2;
  }
}

beforeEach(() => {
  opened = [];
  asked = [];
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1 });
  const shown = { dataset: { live: "game:17" } };
  const answer = { stream: "/live/stream?token=t", to_move: 0, entries: [{ number: 12, about: "event" }], last: 12 };
  Object.assign(globalThis, {
    EventSource: Stream,
    location: { href: "https://seeds.example/games/17/", pathname: "/games/17/" },
    document: { body: { dataset: {} }, title: "", getSelection: () => "", querySelector: (/** @type {string} */ one) => (one === "[data-live]" ? shown : null) },
    fetch: async (/** @type {string} */ address) => {
      asked.push(address);
      return { ok: true, json: async () => answer };
    },
  });
});

afterEach(() => mock.timers.reset());

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a stream that is cut is opened again within a second, at the same address, from where it was", async () => {
  const page = new Page("/streams/");
  page.connect();
  await settled();
  opened[0].begin();
  opened[0].cut();
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([opened.length, asked.length], [2, 1]);
  assert.equal(String(opened[1].address), "https://seeds.example/live/stream?token=t&after=12&beats=1");
});

test("a stream that is cut as soon as it opens is opened again with growing pauses, and at once when it has lasted", async () => {
  const page = new Page("/streams/");
  page.connect();
  await settled();
  for (let cut = 0; cut < 5; cut++) {
    opened.at(-1)?.begin();
    opened.at(-1)?.cut();
    mock.timers.tick(1000 * 2 ** cut);
    await settled();
  }
  assert.equal(opened.length, 6);
  opened[5].begin();
  opened[5].cut();
  await pass(15);
  assert.equal(opened.length, 6, "it pauses for more than 16 seconds");
  await pass(17);
  opened[6].begin();
  await pass(10);
  opened[6].cut();
  await pass(1);
  assert.equal(opened.length, 8);
});

test("a look that meets a page of nobody leaves the page as it is, and says that one is signed out", async () => {
  const page = numbered(20, [23, 24]);
  const shown = { textContent: "", dataset: { out: "You are signed out.", signIn: "Sign in", login: "/in/" }, append: (/** @type {any} */ link) => (shown.textContent += `${link.textContent} ${link.href}`) };
  page.sign = /** @type {any} */ (shown);
  Object.assign(globalThis.document, { body: { dataset: { own: "" } }, createElement: () => ({}) });
  page.take(moved(23));
  await pass(10);
  page.take(moved(24));
  await pass(10);
  assert.deepEqual([asked.length, page.moment, shown.textContent], [1, 20, "You are signed out. Sign in /in/?next=%2Fgames%2F17%2F"]);
});

test("a stream on which nothing comes any more is opened again, and what was missed is asked for", async () => {
  const page = new Page("/streams/");
  page.connect();
  await settled();
  opened[0].begin();
  mock.timers.tick(20_000);
  opened[0].dispatchEvent(new Event("beat"));
  mock.timers.tick(20_000);
  await settled();
  assert.deepEqual([opened.length, asked.length], [1, 1]);
  mock.timers.tick(6000);
  await settled();
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([opened.length, opened[0].readyState], [2, 2]);
  assert.equal(asked[1], "/streams/?topics=game%3A17&after=12");
});

test("while a service is away for a minute it is tried every second, later with growing pauses", () => {
  assert.ok(Math.max(...[...Array(61).keys()].map((attempts) => pauseAfter(attempts, 1))) <= 1000);
  assert.deepEqual([63, 70].map((attempts) => pauseAfter(attempts, 1)), [8000, 60_000]);
});

test("without a stream the entries themselves are asked for, and an address that has grown old is asked for anew", async () => {
  const page = new Page("/streams/");
  page.connect();
  await settled();
  opened[0].begin();
  opened[0].cut();
  await page.poll();
  assert.equal(asked.at(-1), "/streams/?topics=game%3A17&after=12");
  mock.timers.tick(21 * 60_000);
  await settled();
  const own = "https://seeds.example/games/17/"; // for what the entry was about
  assert.deepEqual(asked.slice(2), [own, "/streams/?topics=game%3A17"]);
});

/** A page with a number, which answers to looks with those that are given; null: not at all. @param {number} number @param {(number | null)[]} answers */
function numbered(number, answers) {
  const moment = (/** @type {number} */ value) => ({ getAttribute: () => String(value) });
  const document = { ...globalThis.document, querySelector: (/** @type {string} */ one) => (one === "#moment" ? moment(number) : null) };
  const shown = { dataset: { live: "game:17" } };
  Object.assign(globalThis, {
    document: { ...document, querySelector: (/** @type {string} */ one) => (one === "[data-live]" ? shown : document.querySelector(one)) },
    DOMParser: class {
      parseFromString = (/** @type {string} */ text) => ({ body: { dataset: {} }, querySelector: (/** @type {string} */ one) => (one === "#moment" && text ? moment(Number(text)) : null) });
    },
    fetch: async (/** @type {string} */ address) => {
      asked.push(address);
      const answer = answers.shift();
      if (answer === null) throw new Error("The network is away.");
      return { ok: answer !== 503, text: async () => String(answer) };
    },
  });
  return new Page("/streams/");
}

const moved = (/** @type {number} */ number) => ({ number, about: "game", what: "moved" });

/** @param {number} seconds */
async function pass(seconds) {
  for (let passed = 0; passed < seconds * 10; passed++) {
    mock.timers.tick(100);
    await settled();
  }
}

test("a page that fails to come, or comes from before the entry, is asked for until it has reached the entry", async () => {
  const page = numbered(20, [null, 503, 19, 22, 23]);
  page.take(moved(23));
  await pass(30);
  assert.deepEqual([asked.length, page.moment], [5, 23]);
});

test("only what is newer than the number of the page is looked for, whatever its list shows", async () => {
  const page = numbered(20, [24]);
  page.take(moved(20));
  await pass(5);
  assert.deepEqual(asked, []);
  page.take(moved(24));
  page.take(moved(22));
  await pass(5);
  assert.deepEqual([asked.length, page.moment], [1, 24]);
});

test("a page without contact says so after five seconds, and that it is up to date when it is again", async () => {
  const page = numbered(20, [23]);
  const sign = { textContent: "", dataset: { lost: "Reconnecting", back: "Up to date" } };
  page.sign = /** @type {any} */ (sign);
  const answers = globalThis.fetch;
  globalThis.fetch = async () => { throw new Error("The network is away."); };
  page.take(moved(23));
  await pass(5);
  assert.equal(sign.textContent, "");
  await pass(1);
  assert.equal(sign.textContent, "Reconnecting");
  globalThis.fetch = answers;
  await pass(25);
  assert.deepEqual([page.moment, sign.textContent], [23, ""]);
});

test("a page that comes back asks at once for what it has slept through, though its stream seems to be open", async () => {
  const page = new Page("/streams/");
  page.connect();
  await settled();
  opened[0].begin();
  page.comeBack();
  assert.deepEqual([opened.length, asked.at(-1)], [1, "/streams/?topics=game%3A17&after=12"]);
});

test("a page that comes back has one stream, whatever else was about to open one", async () => {
  const page = new Page("/streams/");
  page.connect();
  page.comeBack();
  await settled();
  assert.deepEqual(opened.map(({ readyState }) => readyState), [2, 0]);
  opened[1].begin();
  opened[1].cut();
  page.comeBack();
  await settled();
  opened[2].begin();
  await pass(2);
  assert.deepEqual(opened.map(({ readyState }) => readyState), [2, 2, Stream.OPEN]);
});

test("a page is not called up to date while it fails to come, though its stream is open", async () => {
  const page = numbered(20, [...Array(9).fill(503), 23]);
  const sign = { textContent: "", dataset: { lost: "Reconnecting", back: "Up to date" } };
  page.sign = /** @type {any} */ (sign);
  page.take(moved(23));
  await pass(6);
  page.heard();
  assert.equal(sign.textContent, "Reconnecting");
  page.take(moved(23));
  page.put("23");
  page.heard();
  assert.equal(sign.textContent, "Up to date");
});

test("words that come do not hide a move that is not on the page yet", async () => {
  const page = numbered(20, [23, 23]);
  page.take({ number: 23, about: "game", what: "said" });
  await pass(5);
  page.take(moved(22));
  await pass(5);
  assert.deepEqual([asked.length, page.moment], [2, 23]);
});
