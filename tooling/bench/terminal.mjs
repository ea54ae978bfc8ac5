// The terminal in Chromium while 200 book messages, 100 trades and 50 tickers a second arrive: what
// its main thread does, compared to a page that rewrites its lists for each message and to another
// chart alone.
import path from 'node:path'
import { chromium } from 'playwright'
import { buildApp } from '../bootstrap/build.mjs'
import { findChromium } from '../bootstrap/chromium.mjs'
import { atMost } from './calibration.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { ARGUMENTS } from './page.mjs'
import { installPeers } from './peers.mjs'
import { startFeedServer } from './terminal/feedServer.mjs'
import { logIn } from './terminal/logIn.mjs'
import { placeOrders } from './terminal/placeOrders.mjs'
import { lightweightPage } from './terminal/lightweightPage.mjs'
import { NAIVE_PAGE } from './terminal/naivePage.mjs'
import { measurePage, milliseconds, percent } from './terminal/measurePage.mjs'

const RATES = { books: 200, trades: 100, tickers: 50, candles: 4 }
const BARS = { script: 0.1, scriptOfFour: 0.15, inAll: 0.4, task: 50, latency: 20 }
/** Where four charts are next to book, trades, order form, pairs and orders. */
const LARGE = { width: 2560, height: 1440 }
const OPEN_ORDERS = 20
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
    const ours = await measurePage(browser, {
      url: `${feed.url}/en/spot/BTCUSDT`,
      feed,
      charts: 1,
    })
    const four = await measurePage(browser, {
      url: `${feed.url}/en/spot/BTCUSDT`,
      feed,
      viewport: LARGE,
      charts: 4,
      prepare: (page) => page.addInitScript(() => localStorage.setItem('x:chartCount', '4')),
    })
    const orders = await placeOrders(gateway, OPEN_ORDERS)
    const trader = await measurePage(browser, {
      url: `${feed.url}/en/spot/BTCUSDT`,
      feed,
      viewport: LARGE,
      charts: 4,
      prepare: async (page) => {
        await page.addInitScript(() => localStorage.setItem('x:chartCount', '4'))
        await logIn(page, { url: feed.url, demo: gateway.demo })
      },
    })
    const naive = await measurePage(browser, { url: `${feed.url}/naive`, feed })
    const redrawn = await measurePage(browser, { url: `${feed.url}/redrawn`, feed })
    const updated = await measurePage(browser, { url: `${feed.url}/updated`, feed })
    const what = `${RATES.books} books, ${RATES.trades} trades, ${RATES.tickers} tickers a second`
    return [
      { what, who: 'terminal, messages that came a second', measured: ours.rate.toFixed(0) },
      {
        what,
        who: '… script on the main thread, CPU',
        measured: percent(ours.script),
        ...atMost(ours.script, { limit: BARS.script, factor, format: percent }),
      },
      {
        what,
        who: '… main thread in all, CPU',
        measured: percent(ours.task),
        ...atMost(ours.task, { limit: BARS.inAll, factor, format: percent }),
      },
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
      ...rowsOfFour(four, { what, factor, panels: 'the panels of a guest' }),
      ...rowsOfFour(trader, { what, factor, panels: `those of a trader with ${orders} orders` }),
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

/** The terminal with four charts and every panel. */
function rowsOfFour(four, { what, factor, panels }) {
  return [
    {
      what,
      who: `four charts and ${panels} at 2560 x 1440, script`,
      measured: percent(four.script),
      ...atMost(four.script, { limit: BARS.scriptOfFour, factor, format: percent }),
    },
    { what, who: '… main thread in all', measured: percent(four.task) },
    {
      what,
      who: '… frames in which the document changed more than once',
      measured: `${four.again} of ${four.changed}`,
      bar: '<= 1 %',
      holds: four.again <= four.changed / 100,
    },
    {
      what,
      who: '… longest task, CPU',
      measured: `${milliseconds(four.longest.cpu)} (${milliseconds(four.longest.wall)} wall)`,
      ...atMost(four.longest.cpu, { limit: BARS.task, factor, format: milliseconds }),
    },
  ]
}
