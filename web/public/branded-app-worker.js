// Stands between an organization's app and the network, and keeps two things: the files of the built app, which never
// change under their names, and the page for moments without a network. No call's answer and no sound is ever kept.
// The script that loads this one says in `app` whose it is.
const prefix = `luna-app ${app.home} `
const cacheName = prefix + app.version

addEventListener('install', (event) => event.waitUntil(keepFiles()))
addEventListener('activate', (event) => event.waitUntil(takeOver()))
addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(app.page)))
  else if (app.files.includes(url.pathname + url.search)) event.respondWith(fetch(request).catch(() => kept(request)))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request))
})

async function keepFiles() {
  const cache = await caches.open(cacheName)
  await cache.addAll(app.files.map((file) => new Request(file, { cache: 'reload' })))
  await skipWaiting()
}

/** What an earlier build or look has kept goes. */
async function takeOver() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await clients.claim()
}

async function kept(request) {
  const cache = await caches.open(cacheName)
  return (await cache.match(request)) ?? Response.error()
}

async function keptOrFetched(request) {
  const cache = await caches.open(cacheName)
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request)
  // A part of a file, as players ask for it, is no file to keep.
  if (response.status === 200) await cache.put(request, response.clone())
  return response
}
