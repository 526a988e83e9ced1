// What the browser knows and the service cannot: the time zone for somebody who joins, and a page without a connection.

for (const field of document.querySelectorAll("[data-time-zone]")) {
  if (field instanceof HTMLInputElement) field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const worker = document.querySelector("script[data-service-worker]");
if (worker instanceof HTMLElement && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(String(worker.dataset.serviceWorker)).catch(() => undefined);
}
