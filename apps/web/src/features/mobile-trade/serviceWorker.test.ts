import { LOCALES } from '@x/locale'
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { localizedManifests } from '../../../build/localizedPages.ts'

const ORIGIN = 'https://exchange.example'
const source = new URL('../../../public/sw.js', import.meta.url)

type Listener = (event: {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string }
  readonly respondWith: (answer: Promise<Response>) => void
}) => void

/** The worker in a browser whose network can be cut. */
async function openWorker() {
  const listeners = new Map<string, Listener>()
  const kept = new Map<string, Response>()
  const network = { isUp: true }
  const pages = {
    put: async (path: string, answer: Response) => void kept.set(path, answer),
    match: async (path: string) => kept.get(path)?.clone(),
    keys: async () => [...kept.keys()].map((path) => ({ url: `${ORIGIN}${path}` })),
  }
  runInNewContext(await readFile(source, 'utf8'), {
    URL,
    Response,
    caches: { open: async () => pages },
    self: {
      location: { origin: ORIGIN },
      addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
    },
    async fetch({ url }: { readonly url: string }) {
      if (!network.isUp) throw new TypeError('Failed to fetch')
      return new Response(`page of ${url}`)
    },
  })
  /** What a navigation is answered with; `undefined`: the worker leaves it alone. */
  async function visit(path: string): Promise<Response | undefined> {
    let answered: Promise<Response> | undefined
    const request = { url: `${ORIGIN}${path}`, method: 'GET', mode: 'navigate' }
    listeners.get('fetch')?.({ request, respondWith: (answer) => void (answered = answer) })
    return answered
  }
  return { visit, network }
}

it('opens the first page of the app without a network', async () => {
  const { visit, network } = await openWorker()
  await visit('/en/trade-spot/BTCUSDT')
  await visit('/ar/trade-asset')
  network.isUp = false
  expect(await (await visit('/ar/trade-asset'))?.text()).toBe(`page of ${ORIGIN}/ar/trade-asset`)
  const spot = await visit('/trade-spot')
  expect(spot?.status).toBe(302)
  expect(spot?.headers.get('location')).toBe(`${ORIGIN}/en/trade-spot/BTCUSDT`)
  // No page of futures was ever opened: the newest page there is.
  expect((await visit('/trade-swap'))?.headers.get('location')).toBe(`${ORIGIN}/ar/trade-asset`)
})

it('fails without a network where nothing was ever opened', async () => {
  const { visit, network } = await openWorker()
  network.isUp = false
  await expect(visit('/trade-spot')).rejects.toThrow('Failed to fetch')
  expect(await visit('/en/markets')).toBeUndefined()
})

it('starts the installed app at a kept page, in every language', async () => {
  const texts = { 'shell.spot': '', 'margin.title': '', 'shell.futures': '', 'shell.orders': '' }
  const catalogs = new Map(LOCALES.map((locale) => [locale, texts] as const))
  const { visit } = await openWorker()
  const starts = [...localizedManifests({ catalogs }).values()].map(({ start_url: start }) => start)
  expect(new Set(starts).size).toBe(26)
  for (const start of starts)
    expect(await (await visit(start))?.text()).toBe(`page of ${ORIGIN}${start}`)
})
