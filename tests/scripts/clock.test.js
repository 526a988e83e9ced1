// A clock on a page says what the service would say.

import assert from "node:assert/strict";
import { test } from "node:test";

import { spanInWords } from "../../static/live/clock.js";

test("a span has its two largest units", () => {
  const spans = { 172_800: "2 days", 187_261: "2 days 4 hours", 172_799: "47 hours 59 minutes", 86_400: "1 day", 3600: "1 hour", 3599: "59 minutes 59 seconds", 61: "1 minute 1 second", 9: "9 seconds" };
  for (const [seconds, words] of Object.entries(spans)) assert.equal(spanInWords(Number(seconds), "en"), words);
});

test("and is in the language of the page", () => assert.equal(spanInWords(7201, "de"), "2 Stunden 1 Sekunde"));
