// A simple market maker in paper: `node maker.mjs <origin> <key> <secret> [minutes]`. It quotes
// both sides around the book, keeps books of its own from the trades that it is sent, and at the
// end compares them with ours to the last digit.
import ccxt from 'ccxt'
import { end, step } from './steps.cjs'

const [origin, apiKey, secret, minutes = '10'] = process.argv.slice(2)
const PAIR = 'BTC/USDT'
const SIZE = 0.01
const PLACES = 18

const exchange = new ccxt.pro.binance({ apiKey, secret })
exchange.options.fetchMarkets = { types: ['spot'] }
const { api } = exchange.urls
api.public = api.private = `${origin}/api/v3`
for (const name of ['sapi', 'sapiV2', 'sapiV3', 'sapiV4']) api[name] = `${origin}/sapi/v1`
api.ws.spot = `${origin.replace('http', 'ws')}/ws`
api.ws['ws-api'].spot = `${origin.replace('http', 'ws')}/ws-api/v3`

/** A decimal text in whole units of 10^-18: no digit is lost. */
function units(text) {
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(PLACES, '0'))
}
const ONE = 10n ** BigInt(PLACES)
const textOf = (value) => {
  const digits = String(value < 0n ? -value : value).padStart(PLACES + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}

/** What the account has of an asset, as it was answered. */
async function balances() {
  const { balances: rows } = await exchange.privateGetAccount()
  const of = (asset) => {
    const row = rows.find((each) => each.asset === asset)
    return units(row?.free ?? '0') + units(row?.locked ?? '0')
  }
  return { BTC: of('BTC'), USDT: of('USDT') }
}

const own = { BTC: 0n, USDT: 0n }
const seen = new Set()

/** Takes a trade into the books, once. */
function record({ info, id }) {
  if (seen.has(id)) return
  seen.add(id)
  const [price, size] = [units(info.L ?? info.price), units(info.l ?? info.qty)]
  const isBuy = info.S === undefined ? info.isBuyer : info.S === 'BUY'
  const quote = (price * size) / ONE
  own.BTC += isBuy ? size : -size
  own.USDT += isBuy ? -quote : quote
  own[info.N ?? info.commissionAsset] -= units(info.n ?? info.commission)
}

/** Calls that had no answer in time, and sockets that were opened anew. */
let interruptions = 0
/** Goes on after an interruption: what it hid is in the list of trades at the end. */
async function goOn(error) {
  if (!(error instanceof ccxt.NetworkError)) throw error
  interruptions += 1
  await new Promise((resolve) => setTimeout(resolve, 1_000))
}

/** Asks until it was answered: before and after the run nothing may be missing. */
async function answerTo(ask) {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      await goOn(error)
    }
}

let isOver = false
async function watchTrades() {
  while (!isOver)
    try {
      for (const trade of await exchange.watchMyTrades(PAIR)) record(trade)
    } catch (error) {
      if (!isOver) await goOn(error)
    }
}

/** One round: quotes on both sides, nearer each time until one trades. */
async function quote(round) {
  const { bids, asks } = await exchange.watchOrderBook(PAIR)
  const [bid, ask] = [bids[0][0], asks[0][0]]
  const away = (ask - bid) * ((round % 5) - 1) * 0.5
  const place = (side, price) =>
    exchange.createOrder(PAIR, 'limit', side, SIZE, price, { postOnly: true }).catch(ignoreCross)
  await Promise.all([place('buy', bid - away), place('sell', ask + away)])
  // Now and then it takes, so that both roles and both fees are in the books.
  if (round % 7 === 0)
    await exchange.createOrder(PAIR, 'market', round % 2 === 0 ? 'buy' : 'sell', SIZE)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await exchange.cancelAllOrders(PAIR).catch(ignoreNone)
}

/** The market moved meanwhile: the quote would have traded at once. */
function ignoreCross(error) {
  if (!/immediately match|-2010/.test(error.message)) throw error
}
function ignoreNone(error) {
  if (!/-2011|Unknown order/.test(error.message)) throw error
}

await exchange.loadHttpProxyAgent()
await answerTo(() => exchange.loadMarkets())
const latestTrades = () => answerTo(() => exchange.fetchMyTrades(PAIR, undefined, 1_000))
const before = await answerTo(balances)
// What was traded before is in these balances already.
for (const { id } of await latestTrades()) seen.add(id)
const earlier = seen.size
const until = Date.now() + Number(minutes) * 60_000
const watching = watchTrades()
let rounds = 0
await step('quotes', async () => {
  while (Date.now() < until) await quote(rounds++).catch(goOn)
  return { rounds, minutes, interruptions }
})
await step('books equal ours to the last digit', async () => {
  const streamed = seen.size - earlier
  // What the stream has not sent yet is in the list of trades; an order that had no answer may
  // still come, and trade, between the list and the balances.
  let [known, after] = [-1, before]
  while (seen.size !== known) {
    known = seen.size
    await answerTo(() => exchange.cancelAllOrders(PAIR).catch(ignoreNone))
    after = await answerTo(balances)
    for (const trade of await latestTrades()) record(trade)
  }
  for (const asset of ['BTC', 'USDT'])
    if (after[asset] - before[asset] !== own[asset])
      throw new Error(
        `${asset}: ours ${textOf(after[asset] - before[asset])}, its own ${textOf(own[asset])}`,
      )
  return {
    trades: seen.size - earlier,
    byStream: streamed,
    BTC: textOf(own.BTC),
    USDT: textOf(own.USDT),
  }
})
isOver = true
await exchange.close()
await watching
end()
