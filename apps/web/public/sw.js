// The offline shell of the trade pages for phones. It keeps their page and the files of the build,
// never an answer of the gateway: without a network there are no prices rather than old ones.
const PAGES = 'trade-pages-1'
const FILES = 'trade-files-1'
/** `/trade-spot`, with a language before it and anything after it. */
const TRADE_PAGE = /^\/(?:[A-Za-z-]{2,5}\/)?trade-[a-z-]+(?:\/|$)/
/** The build puts a hash of the content into these names. */
const HASHED_FILE = /^\/assets\//
/** Files of builds before go first. */
const MOST_FILES = 400

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => ![PAGES, FILES].includes(name)).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && TRADE_PAGE.test(pathname))
    event.respondWith(readPage(request, pathname))
  else if (HASHED_FILE.test(pathname)) event.respondWith(readFile(request))
})

/**
 * From the network; without one the page that was there last, and it says so itself. One that was
 * never opened, such as the first page of an installed app, leads to one that was.
 */
async function readPage(request, pathname) {
  const pages = await caches.open(PAGES)
  try {
    const answer = await fetch(request)
    if (answer.ok) await pages.put(pathname, answer.clone())
    return answer
  } catch (error) {
    const kept = await pages.match(pathname)
    if (kept) return kept
    const nearest = nearestPage(await pages.keys(), pathname)
    if (nearest) return Response.redirect(nearest)
    throw error
  }
}

/** The address of a kept page: of the same trade page in any language, else the newest one. */
function nearestPage(requests, pathname) {
  const nameOf = (path) => /trade-[a-z-]+/.exec(path)?.[0]
  const addresses = requests.map(({ url }) => url)
  const same = addresses.filter((url) => nameOf(new URL(url).pathname) === nameOf(pathname))
  return same.at(-1) ?? addresses.at(-1)
}

async function readFile(request) {
  const files = await caches.open(FILES)
  const kept = await files.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    await files.put(request, answer.clone())
    const names = await files.keys()
    await Promise.all(
      names.slice(0, Math.max(0, names.length - MOST_FILES)).map((name) => files.delete(name)),
    )
  }
  return answer
}
