// How a browser gives its address for messages: by the form, and only where it can have one.

import assert from "node:assert/strict";
import { test } from "node:test";

class Form extends EventTarget {
  hidden = false;
  dataset = { pushKey: "AQID-_8", refused: "The browser refuses." }; // the bytes 1, 2, 3, 251, 255
  sent = 0;
  address = new Input();
  elements = { namedItem: (/** @type {string} */ name) => (name === "url" ? this.address : null) };
  submit = () => void this.sent++;
}

class Input {
  value = "";
}

/**
 * The page with the form, in a browser that answers as given to the wish for messages.
 * @param {((options: any) => Promise<{endpoint: string}>) | null} subscribe null: it has no messages
 */
async function open(subscribe) {
  const form = new Form();
  const problem = { textContent: "" };
  const parts = new Map(/** @type {[string, any][]} */ ([["form[data-push-key]", form], ["[data-push-problem]", problem]]));
  Object.assign(globalThis, {
    HTMLFormElement: Form,
    HTMLInputElement: Input,
    document: { querySelector: (/** @type {string} */ selector) => parts.get(selector) ?? null },
    window: subscribe ? { PushManager: {} } : {},
  });
  const serviceWorker = { ready: Promise.resolve({ pushManager: { subscribe } }) };
  Object.defineProperty(globalThis, "navigator", { value: subscribe ? { serviceWorker } : {}, configurable: true });
  await import(`../../static/push.js?${Math.random()}`);
  return { form, problem };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Press the button. @param {Form} form */
async function press(form) {
  const event = new Event("submit", { cancelable: true });
  form.dispatchEvent(event);
  await settled();
  return event.defaultPrevented;
}

test("the form is sent with the address that the browser has for the key of the service", async () => {
  /** @type {any} */
  let asked;
  const { form } = await open(async (options) => {
    asked = options;
    return { endpoint: "https://push.example/1" };
  });
  assert.equal(form.hidden, false);
  assert.equal(await press(form), true);
  assert.deepEqual([asked.userVisibleOnly, [...asked.applicationServerKey]], [true, [1, 2, 3, 251, 255]]);
  assert.deepEqual([form.address.value, form.sent], ["https://push.example/1", 1]);
});

test("nothing is sent when the reader refuses messages, and the page says so", async () => {
  const { form, problem } = await open(() => Promise.reject(new Error("permission denied")));
  await press(form);
  assert.deepEqual([form.sent, problem.textContent], [0, "The browser refuses."]);
});

test("the form is hidden in a browser without messages", async () => {
  const { form } = await open(null);
  assert.equal(form.hidden, true);
  assert.equal(await press(form), false);
});
