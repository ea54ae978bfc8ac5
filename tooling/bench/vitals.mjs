// What a phone sees of a page while it loads and when it is touched: largest contentful paint,
// interaction to next paint and layout shift, on a processor four times as slow and a slow 4G
// network, as Chromium's developer tools emulate them (quality, page vitals).
import path from 'node:path'
import { chromium } from 'playwright'
import { buildApp } from '../bootstrap/build.mjs'
import { findChromium } from '../bootstrap/chromium.mjs'
import { root } from '../bootstrap/run.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { median } from './measure.mjs'
import { ARGUMENTS } from './page.mjs'

const PHONE = { width: 412, height: 823 }
const PIXEL_RATIO = 1.75
const SLOW_CPU = 4
/** The preset of the same name in Chromium's developer tools: bytes a second, milliseconds. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
}
const ROUNDS = Number(process.env['VITALS_ROUNDS'] ?? 3)
/** After the last request: what comes later is data that moves. */
const SETTLE_MS = 5_000
const BARS = { paint: 2_500, interaction: 200, shift: 0.05 }

/** What is touched: the first that is in sight of each. */
const PAGES = [
  { name: 'home', address: '/en', touched: ['header button', 'main a[href*="markets"]'] },
  {
    name: 'markets',
    address: '/en/markets',
    touched: ['main th button', 'main [role=tab] >> nth=1'],
  },
  {
    name: 'spot',
    address: '/en/spot/BTCUSDT',
    touched: ['main [role=tab] >> nth=1', 'main form input'],
  },
  {
    name: 'futures',
    address: '/en/futures/usdt/BTCUSDT',
    touched: ['main [role=tab] >> nth=1', 'main form input'],
  },
]

export async function bench() {
  await buildApp()
  const gateway = await startGateway({ WEB_ROOT: path.join(root, 'apps/web/dist') })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS })
  try {
    const rows = []
    for (const page of PAGES) {
      const found = []
      for (let round = 0; round < ROUNDS; round++)
        found.push(await visit(browser, { ...page, origin: gateway.url }))
      rows.push(...bars(page.name, found))
    }
    return rows
  } finally {
    await browser.close()
    await gateway.stop()
  }
}

async function visit(browser, { address, touched, origin }) {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: PIXEL_RATIO,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
  await page.addInitScript(watchVitals)
  await page.goto(`${origin}${address}`)
  await page.waitForTimeout(SETTLE_MS * 2)
  const loaded = await page.evaluate(() => globalThis.vitals())
  for (const selector of touched) {
    const target = page.locator(selector).first()
    if (await target.isVisible()) await target.tap()
    await page.waitForTimeout(1_000)
  }
  const after = await page.evaluate(() => globalThis.vitals())
  await context.close()
  return { ...loaded, interaction: after.interaction }
}

/** Runs in the page. */
function watchVitals() {
  const found = { paint: 0, element: '', shift: 0, interaction: 0, shifts: [] }
  let window = { from: 0, last: 0, sum: 0 }
  const watch = (type, options, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...options,
    })
  watch('largest-contentful-paint', {}, (entry) => {
    found.paint = entry.startTime
    const { element } = entry
    found.element = element ? `${element.tagName}.${element.className}` : ''
  })
  // The largest sum of shifts that follow each other within a second, in five seconds at most.
  watch('layout-shift', {}, (entry) => {
    if (entry.hadRecentInput) return
    const { startTime: at, value } = entry
    const joins = at - window.last < 1_000 && at - window.from < 5_000
    window = joins
      ? { ...window, last: at, sum: window.sum + value }
      : { from: at, last: at, sum: value }
    found.shift = Math.max(found.shift, window.sum)
    if (value > 0.005)
      found.shifts.push({
        at,
        value,
        nodes: entry.sources.map(({ node }) => node?.className ?? node?.nodeName),
      })
  })
  watch('event', { durationThreshold: 16 }, (entry) => {
    if (entry.interactionId) found.interaction = Math.max(found.interaction, entry.duration)
  })
  globalThis.vitals = () => found
}

function bars(name, found) {
  const of = (key) => median(found.map((each) => each[key]))
  const [paint, interaction, shift] = [of('paint'), of('interaction'), of('shift')]
  if (process.env['VITALS_DETAILS']) console.log(name, JSON.stringify(found))
  return [
    row(`${name}: largest contentful paint`, { value: paint, bar: BARS.paint, text: ms }),
    row(`${name}: interaction to next paint`, {
      value: interaction,
      bar: BARS.interaction,
      text: ms,
    }),
    row(`${name}: layout shift`, {
      value: shift,
      bar: BARS.shift,
      text: (each) => each.toFixed(3),
    }),
  ]
}

const ms = (value) => `${value.toFixed(0)} ms`

function row(what, { value, bar, text }) {
  return { what, measured: text(value), bar: `<= ${text(bar)}`, holds: value <= bar }
}
