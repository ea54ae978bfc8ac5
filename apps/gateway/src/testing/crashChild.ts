/**
 * The trading side of a gateway under load that is going to be killed: `node --conditions=x-source
 * crashChild.ts <data folder> <round> [<database>]`. On a server it stands by while another
 * one trades there. Journal, engine, ledger and routes are the gateway's own; there is no HTTP, no
 * session and no signature, and the market is a test's. What it acknowledged it writes to standard
 * output at once: answers of verbs, fills and balances as their owner read them.
 */
import { openDatabase } from '../platform/db/openDatabase.ts'
import type { HouseAccountCommand } from '../exchange/state/houseAccountRows.ts'
import { createFlow } from './matchingCommandGenerator.ts'
import { GatewayError } from '../platform/http/route.ts'
import type { Log } from '../platform/log/Log.ts'
import type { Realm } from '../exchange/accounts/accounts.ts'
import { insertAccountWithSubAccounts } from './insertAccountWithSubAccounts.ts'
import { writeOut } from '../testing/writeOut.ts'
import { takeTheLead } from './takeTheLead.ts'
import { openHarness } from './tradingHarness.ts'

const [dataDir = '', round = '0', databaseUrl] = process.argv.slice(2)
const next = createFlow(Number(round) + 77)
const below = (limit: number) => Math.floor(next() * limit)
const report = (...words: readonly (string | number)[]) => writeOut(words.join(' '))

const log: Log = {
  info() {},
  warn: (text) => report('log', text),
  error: (text, fields) => report('log', text, JSON.stringify(fields ?? {})),
}
const opened = await (databaseUrl === undefined
  ? { db: await openDatabase({ dataDir }) }
  : takeTheLead({ dataDir, databaseUrl, log, say: (line) => report('said', line) }))
const { db } = opened
// Small segments, so that a round sees several snapshots.
const harness = await openHarness({ ...opened, dataDir, segmentBytes: 40_000, log })
const users = ['1000000001', '1000000002', '1000000003', '1000000004'] as const
const [main, ...subs] = users
await insertAccountWithSubAccounts(db, { main, subs })
await Promise.all(users.map((userId) => harness.trading.seedDemo(userId)))
harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
report('ready')

let houseAccountCount = 0
function sendHouseAccountOrders(): void {
  const commands = Array.from({ length: 10 }, (): HouseAccountCommand => {
    const orderName = `r${round}-${houseAccountCount}`
    if (next() < 0.4)
      return {
        kind: 'cancel',
        symbol: 'ETHUSDT',
        orderName: `r${round}-${below(houseAccountCount + 1)}`,
      }
    houseAccountCount++
    const side = next() < 0.5 ? 'buy' : 'sell'
    return {
      kind: 'place',
      symbol: 'ETHUSDT',
      orderName,
      side,
      ticks: 300_000 + (side === 'buy' ? -1 : 1) * (below(40) - 8),
      lots: 1 + below(3_000),
    }
  })
  harness.trading.houseAccount.submit(commands)
  setTimeout(sendHouseAccountOrders, 3)
}

/** The price wanders, so that triggers are reached and trailing orders follow. */
function randomWalk(ticks: number): void {
  harness.market.print({
    symbol: 'ETHUSDT',
    ticks,
    lots: 1,
    takerSide: next() < 0.5 ? 'buy' : 'sell',
  })
  setTimeout(
    randomWalk,
    4,
    next() < 0.02 ? 300_000 + (below(2) === 0 ? 400 : -400) : 300_000 + below(81) - 40,
  )
}

const text = (ticks: number) => (ticks / 100).toFixed(2)

/** A limit order mostly, else one with a trigger, two legs or exits. */
function wanted(side: 'buy' | 'sell'): Record<string, string> {
  const draw = next()
  const away = side === 'buy' ? 1 : -1
  const trigger = { triggerPrice: text(300_000 + away * (45 + below(20))) }
  const limit = {
    orderType: 'limit',
    price: text(300_000 + below(60) - 30),
    timeInForce: next() < 0.2 ? 'ioc' : 'gtc',
  }
  if (draw < 0.5) return limit
  if (draw < 0.62)
    return {
      ...limit,
      [side === 'buy' ? 'stopLossTriggerPrice' : 'takeProfitTriggerPrice']: text(299_900),
      [side === 'buy' ? 'takeProfitTriggerPrice' : 'stopLossTriggerPrice']: text(300_100),
    }
  if (draw < 0.72)
    return {
      orderType: 'stop_market',
      sizeUnit: 'base',
      triggerPrice: text(300_000 + away * (10 + below(30))),
    }
  if (draw < 0.8) return { orderType: 'stop_limit', ...trigger, price: trigger.triggerPrice }
  if (draw < 0.9)
    return { orderType: 'oco', ...trigger, price: text(300_000 - away * (45 + below(20))) }
  return { orderType: 'trailing', sizeUnit: 'base', callbackRate: '0.1' }
}

/** What the owner reads of money, as it was answered. */
async function readMoney(userId: string, realm: Realm): Promise<void> {
  if (next() < 0.05) {
    const { items } = await harness.call<{ items: Record<string, string>[] }>(
      '/v1/spot/order/fills',
      { userId, realm, query: { limit: '20' } },
    )
    for (const { fillId, orderId, role, price, size, fee, feeAsset } of items)
      report('fill', realm, fillId!, orderId!, role!, price!, size!, fee!, feeAsset!)
  }
  if (next() < 0.3) {
    const assets = await harness.call<{ asset: string; available: string; held: string }[]>(
      '/v1/spot/account/assets',
      { userId, realm },
    )
    for (const { asset, available, held } of assets)
      if (asset === 'USDT' || asset === 'ETH')
        report('balance', realm, userId, asset, available, held)
  }
}

let topUps = 0
/**
 * What only paper traders can do. Each top-up has an amount of its own, by which the ledger must
 * know it.
 */
async function changeFunds(userId: string): Promise<void> {
  const realm = 'paper'
  if (next() < 0.02) {
    const account = await harness.call<{ season: number }>('/v1/spot/paper/account', {
      userId,
      realm,
    })
    const { season } = await harness.call<{ season: number }>('/v1/spot/paper/reset', {
      userId,
      realm,
      body: { season: String(account.season) },
    })
    report('reset', userId, season)
  }
  if (next() < 0.05) {
    const amount = `0.${String(1 + Number(round) * 100_000 + topUps++).padStart(8, '0')}`
    await harness.call('/v1/spot/paper/topup', { userId, realm, body: { asset: 'USDT', amount } })
    report('topup', userId, amount)
  }
}

let transfers = 0
/** The holder moves live funds between the accounts, and now and then asks the same twice. */
async function moveFunds(fromUserId: string): Promise<void> {
  const toUserId = users.filter((userId) => userId !== fromUserId)[below(users.length - 1)]!
  const body = {
    fromUserId,
    toUserId,
    asset: next() < 0.5 ? 'USDT' : 'ETH',
    amount: (next() / 5).toFixed(8),
    clientOid: `r${round}-t${transfers++}`,
  }
  const options = { userId: next() < 0.5 && toUserId === main ? fromUserId : main, body }
  const send = () =>
    harness.call<{ transferId: string; amount: string }>('/v1/asset/transfer', options)
  const { transferId, amount } =
    next() < 0.2 ? (await Promise.all([send(), send()]))[1] : await send()
  report(
    'transfer',
    transferId,
    options.userId,
    fromUserId,
    toUserId,
    body.asset,
    amount,
    body.clientOid,
  )
}

async function trader(userId: string, realm: Realm): Promise<never> {
  for (let at = 0; ; at++) {
    const clientOid = `r${round}-${userId}-${realm}-${at}`
    const side = next() < 0.5 ? 'buy' : 'sell'
    const body = { symbol: 'ETHUSDT', side, size: '0.01', clientOid, ...wanted(side) }
    try {
      await readMoney(userId, realm)
      if (realm === 'paper') await changeFunds(userId)
      else if (next() < 0.15) await moveFunds(userId)
      const { orderId, status } = await harness.call<{ orderId: string; status: string }>(
        '/v1/spot/order/place',
        { userId, realm, body },
      )
      report('placed', realm, orderId, clientOid, status)
      if (next() < 0.02) {
        const { cancelled } = await harness.call<{ cancelled: string[] }>(
          '/v1/spot/order/cancelAll',
          { userId, realm },
        )
        for (const each of cancelled) report('cancelled', realm, each)
        continue
      }
      if (status !== 'open' || next() < 0.3) continue
      if (next() < 0.3) {
        const amended = await harness.call<{ status: string }>('/v1/spot/order/amend', {
          userId,
          realm,
          body: { orderId, size: '0.02' },
        })
        report('amended', realm, orderId, amended.status)
        continue
      }
      await harness.call('/v1/spot/order/cancel', { userId, realm, body: { orderId } })
      report('cancelled', realm, orderId)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      // Funds run out and orders trade while they are being cancelled; both are honest answers.
      if (!['40201', '40205', '40208', '40401'].includes(error.code))
        report('log', error.code, error.message)
    }
  }
}

sendHouseAccountOrders()
randomWalk(300_000)
for (const userId of users)
  for (const realm of ['live', 'paper'] as const) void trader(userId, realm)
