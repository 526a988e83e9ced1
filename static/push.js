// A browser that wants to be notified gives us the address at which its push service takes messages for it.

const form = document.querySelector("form[data-push-key]");

/** @param {string} letters in the alphabet of addresses */
const bytesOf = (letters) =>
  Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

if (form instanceof HTMLFormElement) {
  form.hidden = !("PushManager" in window && "serviceWorker" in navigator); // not the other way round: nothing moves
  if (!form.hidden)
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      subscribe(form).then(() => form.submit(), () => say(form.dataset.refused ?? ""));
    });
}

/** @param {HTMLFormElement} into */
async function subscribe(into) {
  const worker = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(String(into.dataset.pushKey));
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const address = into.elements.namedItem("url");
  if (address instanceof HTMLInputElement) address.value = found.endpoint;
}

/** @param {string} words */
function say(words) {
  const place = document.querySelector("[data-push-problem]");
  if (place) place.textContent = words;
}
