// What the service worker does without a page: it asks what is new, shows it, and stands in where nothing can be reached.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SOURCE = readFileSync(new URL("../../static/service-worker.js", import.meta.url), "utf8");
const NEWS = { title: "Your turn", body: "game 17, Twigs", address: "/games/17/" };
const OFFLINE = '<link rel="stylesheet" href="/static/seeds.css"><img src="/static/seeds.svg"><img src="/static/seeds.svg"><a href="/help/">';

/**
 * A browser with the worker in it.
 * @param {(address: string, request: any) => Promise<Response>} fetch what the service answers
 */
function browser(fetch) {
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map();
  /** @type {{shown: [string, any][], opened: string[], kept: Map<string, Response>, asked: [string, any][]}} */
  const seen = { shown: [], opened: [], kept: new Map(), asked: [] };
  const cache = {
    put: async (/** @type {string} */ address, /** @type {Response} */ answer) => void seen.kept.set(address, answer),
    addAll: async (/** @type {string[]} */ addresses) => addresses.forEach((address) => seen.kept.set(address, new Response(address))),
  };
  const self = {
    addEventListener: (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => listeners.set(name, act),
    skipWaiting: async () => {},
    clients: { claim: async () => {}, openWindow: async (/** @type {string} */ address) => void seen.opened.push(address) },
    registration: {
      pushManager: { getSubscription: async () => ({ endpoint: "https://push.example/1" }) },
      showNotification: async (/** @type {string} */ title, /** @type {any} */ rest) => void seen.shown.push([title, { ...rest }]),
    },
  };
  const ask = (/** @type {any} */ address, /** @type {any} */ request) => {
    seen.asked.push([address, request]);
    return fetch(address, request);
  };
  const match = async (/** @type {any} */ request) => seen.kept.get(request.url ?? request);
  runInNewContext(SOURCE, { self, fetch: ask, caches: { open: async () => cache, match }, URLSearchParams, Response });

  /** Something happens, and is over when the worker says so. @param {string} name @param {object} values */
  async function happens(name, values = {}) {
    /** @type {any[]} */
    const work = [];
    const wait = (/** @type {any} */ promise) => void work.push(promise);
    listeners.get(name)?.({ ...values, waitUntil: wait, respondWith: wait });
    const [answer] = await Promise.all(work);
    return { answer, isHandled: work.length > 0 };
  }

  return { ...seen, happens };
}

test("a push shows what the service says is new for the address of this browser", async () => {
  const { happens, shown, asked } = browser(async () => Response.json(NEWS));
  await happens("push");
  const [[address, request]] = asked;
  assert.equal(address, "/push/");
  assert.equal(request.method, "POST");
  assert.equal(String(request.body), "endpoint=https%3A%2F%2Fpush.example%2F1");
  assert.deepEqual(shown, [["Your turn", { body: "game 17, Twigs", data: "/games/17/", tag: "news" }]]);
});

for (const [when, answer] of /** @type {[string, () => Promise<Response>][]} */ ([
  ["the service cannot be reached", () => Promise.reject(new TypeError("no connection"))],
  ["it refuses", async () => new Response("", { status: 403 })],
])) {
  test(`a push is shown all the same, without details, when ${when}: browsers take the right to push from a page that shows nothing`, async () => {
    const { happens, shown } = browser(answer);
    await happens("push");
    assert.deepEqual(shown, [["Seeds", { body: "", data: "/", tag: "news" }]]);
  });
}

test("a notification that is clicked goes away, and its page opens", async () => {
  const { happens, opened } = browser(async () => Response.json(NEWS));
  let isClosed = false;
  await happens("notificationclick", { notification: { data: "/games/17/", close: () => (isClosed = true) } });
  assert.deepEqual([opened, isClosed], [["/games/17/"], true]);
});

test("the page without a connection is kept with what it loads, each part once", async () => {
  const { happens, kept } = browser(async () => new Response(OFFLINE));
  await happens("install");
  assert.deepEqual([...kept.keys()], ["/offline/", "/static/seeds.css", "/static/seeds.svg"]);
});

test("it stands in for pages only, and only where nothing can be reached", async () => {
  let isReached = true;
  const { happens } = browser(async (address) => {
    if (!isReached) throw new TypeError("no connection");
    return new Response(String(address) === "/offline/" ? OFFLINE : "the page itself");
  });
  await happens("install");
  const page = { url: "/games/17/", mode: "navigate", method: "GET" };
  assert.equal(await (await happens("fetch", { request: page })).answer.text(), "the page itself");
  isReached = false;
  assert.equal(await (await happens("fetch", { request: page })).answer.text(), OFFLINE);
  const style = { url: "/static/seeds.css", mode: "no-cors", method: "GET", destination: "style" };
  assert.equal(await (await happens("fetch", { request: style })).answer.text(), "/static/seeds.css");
  const unknown = { ...style, url: "/static/other.css" };
  assert.equal((await happens("fetch", { request: unknown })).answer.type, "error");
  for (const left of [{ ...page, method: "POST" }, { ...style, destination: "script" }]) {
    assert.equal((await happens("fetch", { request: left })).isHandled, false);
  }
});
