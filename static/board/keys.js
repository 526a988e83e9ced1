// Keys of the page of a game, beside those of its board: each does what a link on the page does.

const FIELDS = "input, textarea, select";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest(FIELDS)) return;
  if (event.key === ".") /** @type {HTMLElement | null} */ (document.querySelector("[data-next-game]"))?.click();
  const keys = /** @type {HTMLDetailsElement | null} */ (document.getElementById("keys"));
  if (event.key !== "?" || !keys) return;
  keys.open = !keys.open;
  keys.querySelector("summary")?.focus();
});
