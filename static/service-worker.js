// Without a connection, the page that says so stands in for the page that was asked for. Nothing else is kept.
"use strict";

const CACHE = "offline";
const OFFLINE = "/offline/";

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (request.method === "GET" && ["style", "image", "font"].includes(request.destination)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

// The page with what it loads: the addresses stand in it, whatever the release calls them.
async function keep() {
  const [cache, answer] = await Promise.all([caches.open(CACHE), fetch(OFFLINE, { cache: "reload" })]);
  const text = await answer.clone().text();
  const parts = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put(OFFLINE, answer);
  await cache.addAll([...new Set(parts)]);
}

// A push is empty: what is new, this browser asks itself. It is asked as the player who is signed in here.
self.addEventListener("push", (event) => event.waitUntil(showNews()));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});

async function showNews() {
  const subscription = await self.registration.pushManager.getSubscription();
  const body = new URLSearchParams({ endpoint: subscription?.endpoint ?? "" });
  const answer = await fetch("/push/", { method: "POST", body, redirect: "error" }).catch(() => null);
  const news = answer?.ok ? await answer.json() : { title: "Seeds", body: "", address: "/" };
  await self.registration.showNotification(news.title, { body: news.body, data: news.address, tag: "news" });
}
