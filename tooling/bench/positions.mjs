// The futures terminal of a trader who has twenty positions, in both directions of ten contracts,
// while the terminal's messages arrive and the marks of the positions move.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { chromium } from 'playwright'
import { buildApp } from '../bootstrap/build.mjs'
import { findChromium } from '../bootstrap/chromium.mjs'
import { atMost } from './calibration.mjs'
import { createHttpClient } from './gateway/httpClient.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { ARGUMENTS } from './page.mjs'
import { startFeedServer } from './terminal/feedServer.mjs'
import { logIn } from './terminal/logIn.mjs'
import { measurePage, milliseconds, percent } from './terminal/measurePage.mjs'

/** Twenty marks a second: with each two positions move. */
const RATES = { books: 200, trades: 100, tickers: 50, candles: 4, marks: 20 }
/** Four contracts beside the six that are listed, on the terms of two of these. */
const MORE_CONTRACTS = 'ADA:XRP,LTC:SOL,LINK:SOL,10XRP:XRP'
const POSITIONS = 20
const BARS = { script: 0.1, task: 50 }
/** Value of each position in quote. */
const VALUE = 400
const TWO_WAY = 2
const webRoot = path.resolve(import.meta.dirname, '../../apps/web/dist')

export async function bench({ factor }) {
  await buildApp()
  const gateway = await startGateway({ WEB_ROOT: webRoot, MORE_CONTRACTS })
  const feed = await startFeedServer({ target: gateway.url, rates: RATES })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS })
  try {
    const count = await openPositions(gateway)
    const found = await measurePage(browser, {
      url: `${feed.url}/en/futures/usdt/BTCUSDT`,
      feed,
      viewport: { width: 1280, height: 1000 },
      prepare: (page) => logIn(page, { url: feed.url, demo: gateway.demo }),
    })
    if (count !== POSITIONS) throw new Error(`There are ${count} positions`)
    const what = `${count} positions, ${RATES.marks} marks a second, and the messages of terminal`
    return [
      {
        what,
        who: 'script on the main thread, CPU',
        measured: percent(found.script),
        ...atMost(found.script, { limit: BARS.script, factor, format: percent }),
      },
      { what, who: '… main thread in all', measured: percent(found.task) },
      {
        what,
        who: '… longest task, CPU',
        measured: `${milliseconds(found.longest.cpu)} (${milliseconds(found.longest.wall)} wall)`,
        ...atMost(found.longest.cpu, { limit: BARS.task, factor, format: milliseconds }),
      },
    ]
  } finally {
    await browser.close()
    await feed.close()
    await gateway.stop()
  }
}

/** A long and a short of every contract in USDT; how many there are. */
async function openPositions({ url, demo }) {
  const client = createHttpClient(url)
  const post = async (route, body) => {
    const { code, msg } = await client.post(route, body)
    if (code !== '0') throw new Error(`${route} was refused: ${code} ${msg}`)
  }
  const { code, msg } = await client.login(demo)
  if (code !== '0') throw new Error(`The log-in was refused: ${code} ${msg}`)
  const clientOid = () => randomBytes(12).toString('hex')
  const move = { from: 'spot', to: 'futures', asset: 'USDT', amount: '20000' }
  await post('/v1/asset/move', { ...move, clientOid: clientOid() })
  await post('/v1/futures/account/positionMode', { positionMode: TWO_WAY })
  const read = async (route) => (await (await fetch(`${url}${route}`)).json()).data
  const marks = new Map(
    (await read('/v1/futures/public/tickers')).map((each) => [each.symbol, each.markPrice]),
  )
  const contracts = (await read('/v1/futures/public/symbols')).filter(
    ({ product }) => product === 'usdt',
  )
  for (const { symbol, quantityPlace } of contracts)
    for (const side of ['buy', 'sell'])
      // One after the other: an account's orders have an order.
      // oxlint-disable-next-line no-await-in-loop
      await post('/v1/futures/order/place', {
        symbol,
        side,
        tradeSide: 'open',
        orderType: 'market',
        size: (VALUE / Number(marks.get(symbol))).toFixed(quantityPlace),
        clientOid: clientOid(),
      })
  return contracts.length * 2
}
