// What the main thread of a live page does, in a real Chromium.
import { longestTask } from '../page.mjs'
import { median } from '../measure.mjs'
import { probe } from './probe.mjs'

const WARM_UP_MS = 5_000
const MEASURE_MS = 10_000
const DESKTOP = { width: 1280, height: 800 }

/**
 * Shares of the main thread while the feed's messages arrive, its longest task and its frames.
 * `prepare` gets the page before the address is opened; it begins once `charts` have their candles.
 */
export async function measurePage(browser, { url, feed, viewport = DESKTOP, charts = 0, prepare }) {
  const page = await browser.newPage({ viewport })
  await page.addInitScript(probe)
  await prepare?.(page)
  await page.goto(url)
  // What is on its way is no part of a live page; on a busy machine it takes longer.
  await page.waitForFunction(
    (count) => document.querySelectorAll('[aria-busy="false"]').length >= count,
    charts,
  )
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
  const from = performance.now()
  await page.waitForTimeout(MEASURE_MS)
  const after = await read()
  const seconds = (performance.now() - from) / 1_000
  await session.send('Performance.disable')
  await page.evaluate(() => (globalThis.probe.take(), globalThis.probe.start()))
  const watchedFrom = performance.now()
  await page.waitForTimeout(MEASURE_MS)
  const watched = (performance.now() - watchedFrom) / 1_000
  const { latencies, messages, ...frames } = await page.evaluate(() => globalThis.probe.take())
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
    rate: messages / watched,
    fps: frames.frames / watched,
    script: share('ScriptDuration'),
    task: share('TaskDuration'),
    p50: median(latencies),
    p95: quantile(latencies, 0.95),
  }
}

const quantile = (values, at) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * at)] ?? Number.NaN
export const percent = (value) => `${(value * 100).toFixed(1)} %`
export const milliseconds = (value) => `${value.toFixed(1)} ms`
