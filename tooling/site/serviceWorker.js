// Template of the service worker; serviceWorker.mjs puts in the version and the files.
const CACHE = `site-${'VERSION'}`
const FILES = [/* FILES */]

// A few at a time: all at once would take the connection from what the reader opens.
async function store() {
  const cache = await caches.open(CACHE)
  for (let at = 0; at < FILES.length; at += 20)
    await cache.addAll(FILES.slice(at, at + 20).map((url) => new Request(url, { cache: 'reload' })))
}

async function removeOld() {
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => name.startsWith('site-') && name !== CACHE)
      .map((name) => caches.delete(name)),
  )
  await self.clients.claim()
}

// Pages come from the network while there is one, so that a reader sees a new release at once.
// What has a hash in its name never changes.
async function answer(request) {
  const { pathname } = new URL(request.url)
  const stored = () => caches.match(pathname, { ignoreSearch: true })
  if (pathname.startsWith('/assets/') || pathname.startsWith('/demos/assets/'))
    return (await stored()) ?? fetch(request)
  try {
    return await fetch(request)
  } catch (error) {
    const found = (await stored()) ?? (await caches.match('/404'))
    if (found) return found
    throw error
  }
}

self.addEventListener('install', (event) => event.waitUntil(store().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(removeOld()))
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'GET' && new URL(url).origin === self.location.origin)
    event.respondWith(answer(event.request))
})
