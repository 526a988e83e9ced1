// A page that shows something in progress looks again once a minute, while somebody looks at it. The server says in a
// few bytes when nothing has changed (ETag). What is open stays open, what is scrolled stays scrolled, and nothing is
// replaced under a person's hands.
"use strict";

(() => {
  const EVERY = 60_000;
  const PART = "[data-live]";
  const WIDE = ".wide"; // what scrolls sideways
  const HELD = "a, summary, [tabindex]"; // what a keyboard stands on

  let seen = document.querySelector(PART)?.innerHTML;

  const isBusy = (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select");
  const isSelecting = () => String(document.getSelection()) !== "";

  async function look() {
    const part = document.querySelector(PART);
    if (!part || document.hidden || isBusy(part) || isSelecting()) return;
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(PART);
    if (!fresh || fresh.innerHTML === seen) return;
    seen = fresh.innerHTML;
    const opened = [...part.querySelectorAll("details[open][id]")].map((one) => one.id);
    for (const id of opened) {
      const one = fresh.querySelector(`#${CSS.escape(id)}`);
      if (one) one.open = true;
    }
    const scrolled = [...part.querySelectorAll(WIDE)].map((one) => one.scrollLeft);
    const held = [...part.querySelectorAll(HELD)].indexOf(document.activeElement);
    part.replaceWith(document.adoptNode(fresh));
    fresh.querySelectorAll(WIDE).forEach((one, number) => (one.scrollLeft = scrolled[number] ?? 0));
    if (held >= 0) fresh.querySelectorAll(HELD)[held]?.focus({ preventScroll: true });
  }

  setInterval(() => look().catch(() => {}), EVERY);
  document.addEventListener("visibilitychange", () => look().catch(() => {}));
})();
