// Shows the offline page where a page cannot be reached. It touches nothing else: no call, no form, no other file.
const kept = 'offline-1';

addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.add('/offline')));
});

addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name))));
  event.waitUntil(others);
});

addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode !== 'navigate' || method !== 'GET') return;
  event.respondWith(fetch(event.request).catch(() => caches.match('/offline')));
});
