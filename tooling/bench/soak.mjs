// An hour of a logged-in trader's terminal in a few minutes: as many messages as an hour of the
// ordinary market sends, while pairs, panels and sizes change and orders rest, fill and are
// cancelled. Measures what memory, listeners and nodes remain.
import path from 'node:path'
import { chromium } from 'playwright'
import { buildApp } from '../bootstrap/build.mjs'
import { findChromium } from '../bootstrap/chromium.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { ARGUMENTS } from './page.mjs'
import { startFeedServer } from './terminal/feedServer.mjs'
import { logIn } from './terminal/logIn.mjs'

const RATES = { books: 200, trades: 100, tickers: 50, candles: 4 }
/**
 * What the generated market sends a terminal in an hour: measured at 8 book messages, 2 of trades
 * and candles, and 9 tickers a second.
 */
const MESSAGES_AN_HOUR = 68_400
const HOURS = Number(process.env['SOAK_HOURS'] ?? 1)
/**
 * Two heap snapshots show that only compiled code grows after the first 15,000 messages; it is
 * complete by then.
 */
const WARM_UP_MESSAGES = 50_000
const SAMPLES = 12
/** A pair of orders is placed every so many turns of about three seconds. */
const ORDER_TURNS = 3
const BARS = { heapMbAnHour: 1, listeners: 0.02, nodes: 0.05 }
const webRoot = path.resolve(import.meta.dirname, '../../apps/web/dist')

export async function bench() {
  await buildApp()
  const gateway = await startGateway({ WEB_ROOT: webRoot })
  const feed = await startFeedServer({ target: gateway.url, rates: RATES })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const faults = []
    page.on('pageerror', (error) => faults.push(error))
    await logIn(page, { url: feed.url, demo: gateway.demo })
    const session = await page.context().newCDPSession(page)
    await passed(page, { feed, gateway, messages: WARM_UP_MESSAGES })
    const samples = [await sample(session)]
    const placed = watchOrders(page)
    const each = (MESSAGES_AN_HOUR * HOURS) / SAMPLES
    for (let turn = 1; turn <= SAMPLES; turn++) {
      await passed(page, { feed, gateway, messages: each })
      samples.push({ ...(await sample(session)), hours: (HOURS * turn) / SAMPLES })
    }
    if (faults.length > 0) throw faults[0]
    const [filled, rested] = ['filled', 'open'].map(
      (status) => placed.filter((each) => each === status).length,
    )
    if (filled === 0 || rested === 0)
      throw new Error(
        `Of ${placed.length} orders ${filled} were filled and ${rested} rested: the soak ` +
          'would measure a guest',
      )
    const heap = slope(samples, 'heapMb')
    const [listeners, nodes] = ['listeners', 'nodes'].map((name) => growth(samples, name))
    const what =
      `${HOURS} h of the market, ${(MESSAGES_AN_HOUR * HOURS).toLocaleString('en')} messages, ` +
      `${filled} orders filled and ${rested} at rest`
    const list = (name) =>
      samples.map((each) => each[name].toFixed(name === 'heapMb' ? 1 : 0)).join(' ')
    return [
      {
        what,
        who: 'heap after collection, slope',
        measured: `${heap.toFixed(2)} MB an hour`,
        bar: `<= ${BARS.heapMbAnHour} MB`,
        holds: heap <= BARS.heapMbAnHour,
      },
      { what, who: '… MB', measured: list('heapMb') },
      {
        what,
        who: 'event listeners, last third to first',
        measured: percent(listeners),
        bar: `<= ${percent(BARS.listeners)}`,
        holds: listeners <= BARS.listeners,
      },
      { what, who: '…', measured: list('listeners') },
      {
        what,
        who: 'nodes, last third to first',
        measured: percent(nodes),
        bar: `<= ${percent(BARS.nodes)}`,
        holds: nodes <= BARS.nodes,
      },
      { what, who: '…', measured: list('nodes') },
    ]
  } finally {
    await browser.close()
    await feed.close()
    await gateway.stop()
  }
}

/**
 * Waits until the page has received this many more messages. Meanwhile it changes the side of the
 * book, the pair and the size of the window.
 */
async function passed(page, { feed, gateway, messages }) {
  const count = () => Object.values(feed.sent()).reduce((sum, each) => sum + each, 0)
  const until = count() + messages
  const pairs = ['ETHUSDT', 'SOLUSDT', 'BTCUSDT']
  for (let turn = 0; count() < until; turn++) {
    await page.evaluate(
      (path) => (history.pushState(null, '', path), dispatchEvent(new PopStateEvent('popstate'))),
      `/en/spot/${pairs[turn % pairs.length]}`,
    )
    await page.waitForTimeout(1_500)
    const radios = page.getByRole('radio')
    const sides = await radios.count()
    if (sides > 0)
      await radios
        .nth(turn % sides)
        .click({ timeout: 500 })
        .catch(() => {})
    await page.setViewportSize({ width: turn % 2 ? 1280 : 1440, height: 800 })
    if (turn % ORDER_TURNS === 0) await trade(page, gateway)
    await page.waitForTimeout(1_500)
  }
  // Every sample is taken in the same state: resting orders have rows, which are no leak.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(
    () => (
      history.pushState(null, '', '/en/spot/BTCUSDT'),
      dispatchEvent(new PopStateEvent('popstate'))
    ),
  )
  await cancelResting(page)
  await page.waitForTimeout(3_000)
}

/** Cancels all resting orders by keyboard, one after the other. */
async function cancelResting(page) {
  const tab = page.getByRole('tab', { name: /^Open orders/ })
  const isDone = async () => /\D0$/.test((await tab.textContent())?.trim() ?? '')
  for (let press = 0; press < 30; press++) {
    await page.waitForTimeout(300)
    if (await isDone()) return
    await page.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    )
    const answered = page
      .waitForResponse('**/v1/spot/order/cancel*', { timeout: 3_000 })
      .catch(() => undefined)
    await page.keyboard.press('x')
    await answered
  }
  throw new Error('Orders rest that could not be cancelled')
}

/**
 * One order that rests below the market, cancelled by key every other time, and one that is filled
 * at once.
 */
async function trade(page, { url }) {
  await page.evaluate(
    () => (
      history.pushState(null, '', '/en/spot/BTCUSDT'),
      dispatchEvent(new PopStateEvent('popstate'))
    ),
  )
  const last = Number(
    (await (await fetch(`${url}/v1/spot/public/tickers`)).json()).data.find(
      ({ symbol }) => symbol === 'BTCUSDT',
    ).last,
  )
  const form = page.locator('form:has(input[name=amount])')
  for (const share of [0.9, 1.01]) {
    // A turn that takes too long is skipped.
    const sent = page
      .waitForResponse('**/v1/spot/order/place', { timeout: 3_000 })
      .catch(() => undefined)
    try {
      await form.locator('input[name=price]').fill((last * share).toFixed(2), { timeout: 2_000 })
      await form.locator('input[name=amount]').fill('0.0005', { timeout: 2_000 })
      await page.keyboard.press('Enter')
    } catch {}
    await sent
    if (share < 1 && Math.random() < 0.5) await page.keyboard.press('x')
  }
}

/** The states of orders in responses from now on. */
function watchOrders(page) {
  const states = []
  page.on(
    'response',
    (response) =>
      void (
        new URL(response.url()).pathname === '/v1/spot/order/place' &&
        response.json().then(
          ({ data }) => states.push(data?.status),
          () => {},
        )
      ),
  )
  return states
}

async function sample(session) {
  // Twice: the second collects what finalisers released.
  for (let turn = 0; turn < 2; turn++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { hours: 0, heapMb: usedSize / 2 ** 20, nodes, listeners: jsEventListeners }
}

/** The slope by least squares. */
function slope(samples, name) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ hours }) => hours)), mean(samples.map((each) => each[name]))]
  const over = samples.reduce((sum, each) => sum + (each.hours - x) * (each[name] - y), 0)
  return over / samples.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0)
}

/** How much larger the median of the last third is than that of the first. */
function growth(samples, name) {
  const third = Math.floor(samples.length / 3)
  const middle = (list) =>
    list.map((each) => each[name]).sort((a, b) => a - b)[Math.floor(list.length / 2)]
  return middle(samples.slice(-third)) / middle(samples.slice(0, third)) - 1
}

const percent = (value) => `${(value * 100).toFixed(1)} %`
