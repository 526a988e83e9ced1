// A player who is chosen in the table of a round changes places with the one who was there; then the page says what
// speaks against the round, as the preview would.

const table = document.querySelector("[data-pairs]");
const form = table?.closest("form");
const checks = document.querySelector("[data-checks]");
if (table && form && checks instanceof HTMLElement) {
  const selects = /** @type {HTMLSelectElement[]} */ ([...table.querySelectorAll("select")]);
  const was = new Map(selects.map((select) => [select, select.value]));
  let timer = 0;
  let latest = 0;

  const check = async () => {
    const asked = ++latest;
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    body.set("reason", String(body.get("reason") || "-"));
    const answer = await fetch(location.pathname, { method: "POST", body, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("changes") ?? page.querySelector(".note.error, .errorlist");
    if (asked !== latest || !found) return;
    checks.replaceChildren(...document.adoptNode(found).childNodes);
    checks.hidden = false;
  };

  table.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const other = selects.find((select) => select !== target && select.value === target.value);
    if (other) other.value = was.get(target) ?? other.value;
    for (const select of selects) was.set(select, select.value);
    clearTimeout(timer);
    timer = setTimeout(() => check().catch(() => {}), 300);
  });
}
