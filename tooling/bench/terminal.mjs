// The terminal in Chromium while 200 book messages, 100 trades and 50 tickers a second arrive: what
// its main thread does, compared to a page that rewrites its lists for each message and to another
// chart alone.
import path from 'node:path'
import { chromium } from 'playwright'
import { buildApp } from '../bootstrap/build.mjs'
import { findChromium } from '../bootstrap/chromium.mjs'
import { atMost } from './calibration.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { median } from './measure.mjs'
import { ARGUMENTS, longestTask } from './page.mjs'
import { installPeers } from './peers.mjs'
import { startFeedServer } from './terminal/feedServer.mjs'
import { lightweightPage } from './terminal/lightweightPage.mjs'
import { NAIVE_PAGE } from './terminal/naivePage.mjs'
import { probe } from './terminal/probe.mjs'

const RATES = { books: 200, trades: 100, tickers: 50, candles: 4 }
const BARS = { script: 0.1, task: 50, latency: 20 }
const WARM_UP_MS = 5_000
const MEASURE_MS = 10_000
const webRoot = path.resolve(import.meta.dirname, '../../apps/web/dist')

export async function bench({ factor }) {
  await buildApp()
  await installPeers()
  const gateway = await startGateway({ WEB_ROOT: webRoot })
  const feed = await startFeedServer({
    target: gateway.url,
    rates: RATES,
    pages: {
      '/naive': NAIVE_PAGE,
      '/redrawn': lightweightPage('setData'),
      '/updated': lightweightPage('update'),
    },
  })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS })
  try {
    const ours = await measure(browser, { url: `${feed.url}/en/spot/BTCUSDT`, feed })
    const naive = await measure(browser, { url: `${feed.url}/naive`, feed })
    const redrawn = await measure(browser, { url: `${feed.url}/redrawn`, feed })
    const updated = await measure(browser, { url: `${feed.url}/updated`, feed })
    const what = `${RATES.books} books, ${RATES.trades} trades, ${RATES.tickers} tickers a second`
    return [
      { what, who: 'terminal, messages that came a second', measured: ours.rate.toFixed(0) },
      {
        what,
        who: '… script on the main thread, CPU',
        measured: percent(ours.script),
        ...atMost(ours.script, { limit: BARS.script, factor, format: percent }),
      },
      { what, who: '… main thread in all, CPU', measured: percent(ours.task) },
      {
        what,
        who: '… frames in which the document changed more than once',
        measured: `${ours.again} of ${ours.changed}`,
        bar: '<= 1 %',
        holds: ours.again <= ours.changed / 100,
      },
      { what, who: '… frames drawn a second', measured: ours.fps.toFixed(0) },
      {
        what,
        who: '… longest task, CPU',
        measured: `${milliseconds(ours.longest.cpu)} (${milliseconds(ours.longest.wall)} wall)`,
        ...atMost(ours.longest.cpu, { limit: BARS.task, factor, format: milliseconds }),
      },
      {
        what,
        who: '… event to frame, p50 and p95',
        measured: `${ours.p50.toFixed(1)} and ${ours.p95.toFixed(1)} ms`,
        ...atMost(ours.p50, {
          limit: BARS.latency,
          factor,
          format: (value) => `p50 ${milliseconds(value)}`,
        }),
      },
      {
        what,
        who: 'lists written anew, script on the main thread',
        measured: percent(naive.script),
      },
      { what, who: '… main thread in all', measured: percent(naive.task) },
      {
        what,
        who: '… changes of the document in one frame, at most',
        measured: `${naive.mostChanges}`,
      },
      {
        what: 'the trades and candles alone',
        who: 'Lightweight Charts, no book and no form, all 500 candles set for each, script',
        measured: percent(redrawn.script),
      },
      {
        what: 'the trades and candles alone',
        who: '… main thread in all',
        measured: percent(redrawn.task),
      },
      {
        what: 'the trades and candles alone',
        who: '… event to frame, p50',
        measured: `${redrawn.p50.toFixed(1)} ms`,
      },
      {
        what: 'the trades and candles alone',
        who: 'Lightweight Charts, the last candle updated for each, script',
        measured: percent(updated.script),
      },
      {
        what: 'the trades and candles alone',
        who: '… main thread in all',
        measured: percent(updated.task),
      },
    ]
  } finally {
    await browser.close()
    await feed.close()
    await gateway.stop()
  }
}

async function measure(browser, { url, feed }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(probe)
  await page.goto(url)
  await page.waitForTimeout(WARM_UP_MS)
  const session = await page.context().newCDPSession(page)
  // Thread time: time that the machine gives to other processes is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () =>
    Object.fromEntries(
      (await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [
        name,
        value,
      ]),
    )
  const before = await read()
  await page.evaluate(() => globalThis.probe.take())
  const from = performance.now()
  await page.waitForTimeout(MEASURE_MS)
  const after = await read()
  const seconds = (performance.now() - from) / 1_000
  const { latencies, messages, ...frames } = await page.evaluate(() => globalThis.probe.take())
  await session.send('Performance.disable')
  const longest = await longestTask(browser, {
    page,
    work: () => page.waitForTimeout(MEASURE_MS / 2),
  })
  await page.close()
  if (messages === 0)
    throw new Error(`No message reached the page; the feed sent ${JSON.stringify(feed.sent())}`)
  const share = (name) => (after[name] - before[name]) / seconds
  return {
    ...frames,
    longest,
    rate: messages / seconds,
    fps: frames.frames / seconds,
    script: share('ScriptDuration'),
    task: share('TaskDuration'),
    p50: median(latencies),
    p95: quantile(latencies, 0.95),
  }
}

const quantile = (values, at) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * at)] ?? Number.NaN
const percent = (value) => `${(value * 100).toFixed(1)} %`
const milliseconds = (value) => `${value.toFixed(1)} ms`
