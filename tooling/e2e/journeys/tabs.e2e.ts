import type { BrowserContext, Page, WebSocket } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

/** Tabs of a terminal; ten at night. */
const TABS = Number(process.env['MARKET_TABS'] ?? 4)

test('shares one market socket between tabs and elects a new leader', async ({
  context,
  gateway,
  consoleErrors,
}) => {
  const sockets = countSockets(context)
  const tabs: Page[] = []
  for (let count = 0; count < TABS; count++) {
    const page = await context.newPage()
    await page.goto(`${gateway.url}/en/spot/BTCUSDT`)
    tabs.push(page)
  }
  for (const page of tabs)
    await expect(light(page)).toHaveAttribute('data-status', 'live', { timeout: 60_000 })
  // A tab whose leader was busy may have opened a second socket for a moment.
  await expect.poll(() => sockets.open().length).toBe(1)

  const leading = sockets.open()[0]?.page
  const others = tabs.filter((page) => page !== leading)
  const [witness = never()] = others
  await watchLight(witness)
  const closedAt = Date.now()
  await leading?.close()
  await expect.poll(() => sockets.open().length, { intervals: [50] }).toBe(1)
  const tookMs = Date.now() - closedAt
  for (const page of others) await expectsToMove(page)
  for (const page of others) await expect(light(page)).toHaveAttribute('data-status', 'live')
  const { seen, pauseMs } = await witness.evaluate(() => (globalThis as unknown as Watched).watched)
  console.log(`Another tab had the socket after ${tookMs} ms; a page stood for ${pauseMs} ms`)
  // The light went off nowhere: the change lasted less than the second after which data counts as
  // stale. Where the machine itself stood still that long, the light is right to go off.
  if (Math.max(tookMs, pauseMs) < 500) expect(seen).toEqual([])
  expect(consoleErrors).toEqual([])
})

const light = (page: Page) =>
  page.getByRole('status', { name: new RegExp(`^${textOf('spot.dataAge')}`) })

/** Every market socket of every page, and whether it is open. */
function countSockets(context: BrowserContext) {
  const all: { page: Page; socket: WebSocket }[] = []
  context.on('page', (page) =>
    page.on(
      'websocket',
      (socket) => socket.url().endsWith('/v1/market/stream') && all.push({ page, socket }),
    ),
  )
  return { open: () => all.filter(({ socket, page }) => !socket.isClosed() && !page.isClosed()) }
}

interface Watched {
  readonly watched: { seen: string[]; pauseMs: number }
}

/** Keeps on the page every state of the light other than `live`, and how long the page stood. */
async function watchLight(page: Page): Promise<void> {
  await light(page).evaluate((element) => {
    const watched: Watched['watched'] = { seen: [], pauseMs: 0 }
    Object.assign(globalThis, { watched })
    new MutationObserver(() => {
      const status = element.getAttribute('data-status') ?? ''
      if (status !== 'live') watched.seen.push(status)
    }).observe(element, { attributes: true })
    let at = performance.now()
    setInterval(() => {
      const now = performance.now()
      watched.pauseMs = Math.max(watched.pauseMs, Math.round(now - at))
      at = now
    }, 50)
  })
}

/**
 * The book of a tab changes: what reaches it is this moment's market. A tab behind the others draws
 * once a second.
 */
async function expectsToMove(page: Page): Promise<void> {
  const book = page.getByRole('list', { name: textOf('spot.bids'), exact: true })
  const before = await book.textContent()
  await expect.poll(() => book.textContent(), { timeout: 20_000 }).not.toBe(before)
}

function never(): never {
  throw new Error('There is no other tab')
}
