import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { parseUnits } from '@x/decimal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nodeClock } from '../../platform/nodePorts.ts'
import { createApiKeyClient } from '../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

/** What is called of `@binance/connector`, which has no types. */
interface SpotClient {
  account(): Answer
  tickerPrice(symbol: string): Answer
  newOrder(symbol: string, side: string, type: string, options: object): Answer
  getOrder(symbol: string, options: object): Answer
  openOrders(options: object): Answer
  cancelOpenOrders(symbol: string): Answer
  cancelAndReplace(...order: (string | object)[]): Answer
  newOCOOrder(...order: (string | number | object)[]): Answer
  getOpenOCOOrders(): Answer
  myTrades(symbol: string): Answer
  createListenKey(): Answer
  exchangeInfo(): Answer
}
type Answer = Promise<{ readonly data: unknown }>
type SpotConstructor = new (apiKey: string, secret: string, options: object) => SpotClient
const { Spot } = createRequire(import.meta.url)('@binance/connector') as { Spot: SpotConstructor }

let gateway: TestGateway
let connect: (secret?: string) => SpotClient
beforeAll(async () => {
  // The connector reads the time of this machine.
  gateway = await createTestGateway({ clock: nodeClock() })
  const { userId } = await gateway.newUser()
  const { key, secret } = await createApiKeyClient(gateway, { userId })
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = gateway.app.server.address() as AddressInfo
  connect = (own = secret) =>
    new Spot(key.apiKey, own, {
      baseURL: `http://127.0.0.1:${port}`,
      proxy: false,
      timeout: 600_000,
    })
}, 600_000)
afterAll(() => gateway.stop())

const data = async <T>(answer: Answer): Promise<T> => (await answer).data as T
const SYMBOL = 'BTCUSDT'

it('serves an unchanged connector with another base URL (open-api.md)', async () => {
  const client = connect()
  const { price } = await data<{ price: string }>(client.tickerPrice(SYMBOL))
  const share = (of: number) => (Number(price) * of).toFixed(2)
  const terms = { price: share(0.9), quantity: 0.01, timeInForce: 'GTC' }
  const { orderId } = await data<{ orderId: number }>(
    client.newOrder(SYMBOL, 'BUY', 'LIMIT', terms),
  )
  expect(await data(client.getOrder(SYMBOL, { orderId }))).toMatchObject({ status: 'NEW' })
  const replaced = client.cancelAndReplace(SYMBOL, 'BUY', 'LIMIT', 'STOP_ON_FAILURE', {
    ...terms,
    cancelOrderId: orderId,
  })
  expect(await data(replaced)).toMatchObject({ newOrderResult: 'SUCCESS' })
  expect(await data(client.cancelOpenOrders(SYMBOL))).toHaveLength(1)
  expect(
    await data(client.newOrder(SYMBOL, 'BUY', 'MARKET', { quoteOrderQty: 1_000 })),
  ).toMatchObject({ status: 'FILLED' })
  expect(await data(client.myTrades(SYMBOL))).not.toEqual([])
  const list = await data(
    client.newOCOOrder(SYMBOL, 'SELL', 0.01, 'LIMIT_MAKER', 'STOP_LOSS_LIMIT', {
      abovePrice: share(1.05),
      belowStopPrice: share(0.95),
      belowPrice: share(0.94),
    }),
  )
  expect(list).toMatchObject({ contingencyType: 'OCO' })
  expect(await data(client.getOpenOCOOrders())).toHaveLength(1)
  expect(await data(client.createListenKey())).toMatchObject({ listenKey: expect.any(String) })
})

it('keeps the books of a market maker to the last digit (open-api.md)', async () => {
  const client = connect()
  const before = await holdings(client)
  const { price } = await data<{ price: string }>(client.tickerPrice(SYMBOL))
  // Its quotes lie on both sides of the market; now and then it takes.
  for (let round = 0; round < 6; round++) {
    const share = (of: number) => (Number(price) * of).toFixed(2)
    const terms = { quantity: (0.01 + round / 1_000).toFixed(3), timeInForce: 'IOC' }
    const [side, limit] = round % 2 === 0 ? (['BUY', 1.01] as const) : (['SELL', 0.99] as const)
    await data(client.newOrder(SYMBOL, side, 'LIMIT', { ...terms, price: share(limit) }))
    const quote = { ...terms, timeInForce: 'GTC', price: share(side === 'BUY' ? 0.98 : 1.02) }
    await data(client.newOrder(SYMBOL, side, 'LIMIT', quote))
  }
  await data(client.cancelOpenOrders(SYMBOL))
  const trades = await data<Trade[]>(client.myTrades(SYMBOL))
  const own = { BTC: before.BTC, USDT: before.USDT }
  for (const trade of trades.filter(({ id }) => id > before.lastTrade)) {
    const [size, quote] = [units(trade.qty), units(trade.quoteQty)]
    own.BTC += trade.isBuyer ? size : -size
    own.USDT += trade.isBuyer ? -quote : quote
    own[trade.commissionAsset] -= units(trade.commission)
  }
  const { BTC, USDT, lastTrade } = await holdings(client)
  expect(lastTrade).toBeGreaterThan(before.lastTrade)
  expect({ BTC, USDT }).toEqual(own)
})

interface Trade {
  readonly id: number
  readonly qty: string
  readonly quoteQty: string
  readonly commission: string
  readonly commissionAsset: 'BTC' | 'USDT'
  readonly isBuyer: boolean
}

/** In units of 10^-18: no digit is lost. */
const units = (text: string): bigint => parseUnits(text, 18) ?? 0n

async function holdings(client: SpotClient) {
  const { balances } = await data<{
    balances: { asset: string; free: string; locked: string }[]
  }>(client.account())
  const of = (asset: string) => {
    const row = balances.find((each) => each.asset === asset)
    return units(row?.free ?? '0') + units(row?.locked ?? '0')
  }
  const lastTrade = (await data<Trade[]>(client.myTrades(SYMBOL))).at(-1)?.id ?? 0
  return { BTC: of('BTC'), USDT: of('USDT'), lastTrade }
}

it('gives an unchanged connector the documented error numbers (open-api.md)', async () => {
  await expect(data(connect('another').account())).rejects.toMatchObject({
    response: { status: 400, data: { code: -1022 } },
  })
  await expect(
    data(connect().newOrder(SYMBOL, 'BUY', 'MARKET', { quantity: 100_000 })),
  ).rejects.toMatchObject({ response: { data: { code: -2010 } } })
})
