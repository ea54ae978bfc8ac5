import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { WHOLE_MEMORY_MS } from '../../exchange/state/keys.ts'
import {
  DEFAULT_ORDER_LIMITS,
  type OrderLimits,
  readOrderLimits,
  WIDE_ORDER_LIMITS,
} from './orderLimits.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const MAKER = 'maker'
const LIMITS: OrderLimits = {
  openPerPair: 4,
  openInAll: 6,
  openPerHolder: 8,
  orders: { perSecond: 10, burst: 20 },
  cancels: { perSecond: 10, burst: 3 },
  accounts: { [MAKER]: { openPerPair: 10, openInAll: 10, orders: { perSecond: 100, burst: 200 } } },
}
const [MAIN, SUB] = ['1000000011', '1000000012'] as const

let harness: Harness
let wall: ManualClock
let count = 0
let ann: string
beforeAll(async () => {
  wall = createManualClock()
  harness = await openHarness({
    clock: { ...browserClock(), now: wall.now, monotonic: wall.monotonic },
    orderLimits: LIMITS,
  })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await wall.advance(60_000)
  await harness.trading.seedDemo((ann = `limited${++count}`))
  for (const symbol of ['LTCUSDT', 'BTCUSDT']) {
    harness.market.show(symbol, 'buy', [[9_990, 50_000]])
    harness.market.show(symbol, 'sell', [[10_010, 50_000]])
    harness.market.print({ symbol, ticks: 10_000, lots: 1, takerSide: 'buy' })
  }
})

interface Sent {
  readonly userId?: string
  readonly realm?: Realm
}
const order = (change: object = {}) => ({
  symbol: 'LTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '99.00',
  size: '0.1',
  clientOid: `l${++count}`,
  ...change,
})
const send = (route: string, body: object, { userId = ann, realm = 'paper' }: Sent = {}) =>
  harness.refusal(`/v1/spot/order/${route}`, { userId, realm, body: { ...body } })
const place = (change: object = {}, sent: Sent = {}) => send('place', order(change), sent)
const codes = async (changes: readonly object[], sent: Sent = {}) => {
  const found: string[] = []
  for (const change of changes) found.push((await place(change, sent)).code)
  return found
}
const times = <T>(length: number, one: T) => Array.from({ length }, () => one)

describe('open orders of an account', () => {
  it('refuses one order beyond the limit of a pair (SR5)', async () => {
    expect(await codes(times(4, {}))).toEqual(times(4, '0'))
    expect(await place()).toEqual({
      code: '42902',
      data: { scope: 'pair', limit: 4, taken: false },
    })
  })

  it('refuses one order beyond the limit of the account (SR5)', async () => {
    await codes(times(3, {}))
    await codes(times(3, { symbol: 'BTCUSDT' }))
    expect(await place()).toEqual({
      code: '42902',
      data: { scope: 'account', limit: 6, taken: false },
    })
  })

  it('counts orders of main account and sub-account together (SR5)', async () => {
    await insertAccountWithSubAccounts(harness.db, { main: MAIN, subs: [SUB] })
    for (const userId of [MAIN, SUB])
      await codes([...times(2, {}), ...times(2, { symbol: 'BTCUSDT' })], { userId })
    expect(await place({}, { userId: SUB })).toEqual({
      code: '42902',
      data: { scope: 'holder', limit: 8, taken: false },
    })
    await harness.restart()
    expect(await place({}, { userId: MAIN })).toEqual({
      code: '42902',
      data: { scope: 'holder', limit: 8, taken: false },
    })
    expect(await place()).toMatchObject({ code: '0' })
  })

  it('counts an OCO order as two and attached exits each (SR5)', async () => {
    const oco = {
      orderType: 'oco',
      side: 'sell',
      symbol: 'BTCUSDT',
      price: '105.00',
      triggerPrice: '95.00',
      size: '0.1',
    }
    expect(await codes(times(3, oco))).toEqual(['0', '0', '42902'])
    const bracket = { takeProfitTriggerPrice: '110.00', stopLossTriggerPrice: '90.00' }
    expect(await codes([bracket, {}])).toEqual(['42902', '0'])
  })

  it('takes an order that never rests when all places are full (SR5)', async () => {
    await codes(times(4, {}))
    expect(
      await codes([
        { orderType: 'market', price: undefined, size: '20', sizeUnit: 'quote' },
        { timeInForce: 'ioc' },
        { timeInForce: 'gtc' },
      ]),
    ).toEqual(['0', '0', '42902'])
  })

  it('takes the next order once one was cancelled (SR5)', async () => {
    await codes(times(4, {}))
    const clientOid = `l${count}`
    expect([
      (await place()).code,
      (await send('cancel', { clientOid })).code,
      (await place()).code,
    ]).toEqual(['42902', '0', '0'])
  })

  it('answers the repetition of an order when places are full (SR5)', async () => {
    const body = order()
    await send('place', body)
    await codes(times(3, {}))
    expect([(await send('place', body)).code, (await place()).code]).toEqual(['0', '42902'])
  })

  it('keeps the realms apart (SR5)', async () => {
    await codes(times(4, {}))
    expect(await codes(times(5, {}), { realm: 'live' })).toEqual(['0', '0', '0', '0', '42902'])
  })

  it('gives a named account limits of its own (SR5)', async () => {
    await harness.trading.seedDemo(MAKER)
    expect(await codes(times(11, {}), { userId: MAKER })).toEqual([...times(10, '0'), '42902'])
  })
})

describe('open orders for contracts', () => {
  const contract = (change: object = {}) => ({
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'limit',
    price: '59000',
    size: '0.001',
    clientOid: `f${++count}`,
    ...change,
  })
  const send = (route: string, body: object) =>
    harness.refusal(`/v1/futures/order/${route}`, { userId: ann, body: { ...body } })
  const codes = async (changes: readonly object[]) => {
    const found: string[] = []
    // One after the other: each counts those before it.
    // oxlint-disable-next-line no-await-in-loop
    for (const change of changes) found.push((await send('place', contract(change))).code)
    return found
  }
  beforeEach(() => {
    const { service } = harness.trading
    const at = wall.now()
    service.run({ kind: 'prices', at, rows: [['usdt/BTCUSDT', 600_000, 600_000]] })
    service.run({
      kind: 'walletMove',
      at,
      realm: 'live',
      userId: ann,
      from: 'spot',
      to: 'futures',
      asset: 'USDT',
      atoms: '100000000000',
      clientOid: `m${++count}`,
      digest: 'd',
    })
  })

  it('refuses one order beyond the limit of a contract (SR5)', async () => {
    expect(await codes(times(4, {}))).toEqual(times(4, '0'))
    expect(await send('place', contract())).toEqual({
      code: '42902',
      data: { scope: 'pair', limit: 4, taken: false },
    })
    await send('cancelAll', {})
    expect(await codes([{}])).toEqual(['0'])
  })

  it('counts triggers and the exits that an order brings (SR5)', async () => {
    const exits = { takeProfitTriggerPrice: '65000', stopLossTriggerPrice: '55000' }
    expect(await codes([exits, exits, {}])).toEqual(['0', '42902', '0'])
  })

  it('lets what never rests pass (SR5)', async () => {
    await codes(times(4, {}))
    expect(await codes([{ timeInForce: 'ioc' }, { timeInForce: 'fok' }])).not.toContain('42902')
  })

  it('counts pairs and contracts together (SR5)', async () => {
    await codes(times(4, {}))
    harness.market.print({ symbol: 'LTCUSDT', ticks: 10_000, lots: 1, takerSide: 'buy' })
    const spot = () => place({}, { realm: 'live' })
    expect([(await spot()).code, (await spot()).code]).toEqual(['0', '0'])
    expect(await spot()).toMatchObject({ code: '42902', data: { scope: 'account', limit: 6 } })
  })
})

describe('orders and cancels in a second', () => {
  const ioc = { timeInForce: 'ioc' }

  it('refuses an order beyond the burst and says when (SR5)', async () => {
    expect(new Set(await codes(times(20, ioc)))).toEqual(new Set(['0']))
    expect(await place(ioc)).toEqual({ code: '42901', data: { retryAfter: 1, taken: false } })
    await wall.advance(100)
    expect(await codes(times(2, ioc))).toEqual(['0', '42901'])
  })

  it('counts amendments with orders (SR5)', async () => {
    const body = order()
    await send('place', body)
    for (let nth = 0; nth < 19; nth++)
      await send('amend', { clientOid: body.clientOid, price: `98.${10 + nth}` })
    expect((await send('amend', { clientOid: body.clientOid, price: '97.00' })).code).toBe('42901')
  })

  it('answers the repetition of an order beyond the burst (SR5)', async () => {
    const body = order()
    await send('place', body)
    await codes(times(19, ioc))
    expect([(await place(ioc)).code, (await send('place', body)).code]).toEqual(['42901', '0'])
  })

  it('keeps cancels possible when orders are used up (SR5)', async () => {
    const body = order()
    await send('place', body)
    await codes(times(20, ioc))
    expect((await send('cancel', { clientOid: body.clientOid })).code).toBe('0')
  })

  it('refuses a cancel beyond its burst; cancelAll counts once (SR5)', async () => {
    await codes(times(4, {}))
    expect((await send('cancelAll', {})).code).toBe('0')
    await codes(times(2, {}))
    expect((await send('cancel', { clientOid: `l${count}` })).code).toBe('0')
    expect((await send('cancel', { clientOid: `l${count - 1}` })).code).toBe('0')
    expect(await send('cancelAll', {})).toEqual({
      code: '42901',
      data: { retryAfter: 1, taken: false },
    })
  })

  it('counts top-ups and resets with orders (SR5)', async () => {
    const paper = (route: string, body: object) =>
      harness.refusal(`/v1/spot/paper/${route}`, { userId: ann, realm: 'paper', body: { ...body } })
    const first = { asset: 'USDT', amount: '1', clientOid: `l${++count}` }
    expect((await paper('topup', first)).code).toBe('0')
    for (let nth = 0; nth < 19; nth++)
      expect((await paper('topup', { ...first, clientOid: `l${++count}` })).code).toBe('0')
    const beyond = [
      await paper('topup', { ...first, clientOid: `l${++count}` }),
      await paper('reset', { season: '1' }),
      await paper('topup', first),
    ]
    expect(beyond.map(({ code }) => code)).toEqual(['42901', '42901', '0'])
  })

  it('refuses transfers beyond the burst, and does not judge them (SR5)', async () => {
    const [main, sub] = [String(5_000_000_000 + ++count), String(5_000_000_000 + ++count)] as const
    await insertAccountWithSubAccounts(harness.db, { main, subs: [sub] })
    await harness.trading.seedDemo(main)
    const transfer = (clientOid: string) =>
      harness.refusal('/v1/asset/transfer', {
        userId: main,
        body: { fromUserId: main, toUserId: sub, asset: 'USDT', amount: '1', clientOid },
      })
    for (let nth = 0; nth < 20; nth++) expect((await transfer(`t${nth}`)).code).toBe('0')
    expect(await transfer('t20')).toEqual({ code: '42901', data: { retryAfter: 1 } })
    expect((await transfer('t19')).code).toBe('0')
    await wall.advance(100)
    expect((await transfer('t20')).code).toBe('0')
  })

  it('refuses look-ups of old orders beyond the burst (SR5)', async () => {
    const body = order(ioc)
    await send('place', body)
    for (let nth = 0; nth < 2; nth++) {
      await wall.advance(WHOLE_MEMORY_MS)
      await harness.trading.openAccounts(`later${++count}`)
    }
    for (let nth = 0; nth < 20; nth++) expect((await send('place', body)).code).toBe('0')
    expect(await send('place', body)).toEqual({ code: '42901', data: { retryAfter: 1 } })
    // Orders have tokens of their own.
    expect((await place(ioc)).code).toBe('0')
  })

  it('counts each account by itself (SR5)', async () => {
    await codes(times(20, ioc))
    const bob = `limited${++count}`
    await harness.trading.seedDemo(bob)
    expect([(await place(ioc)).code, (await place(ioc, { userId: bob })).code]).toEqual([
      '42901',
      '0',
    ])
  })
})

describe('ORDER_LIMITS', () => {
  it('reads JSON over the defaults (SR5)', async () => {
    expect(await readOrderLimits(undefined)).toEqual(DEFAULT_ORDER_LIMITS)
    expect(await readOrderLimits('{"openPerPair":500}')).toEqual({
      ...DEFAULT_ORDER_LIMITS,
      openPerPair: 500,
    })
    expect(await readOrderLimits(JSON.stringify(WIDE_ORDER_LIMITS))).toEqual(WIDE_ORDER_LIMITS)
  })

  it('reads a file with the limits of a market maker (SR5)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'limits-'))
    const file = path.join(folder, 'limits.json')
    await writeFile(
      file,
      JSON.stringify({ accounts: { 7: { orders: { perSecond: 200, burst: 400 } } } }),
    )
    expect((await readOrderLimits(file)).accounts).toEqual({
      7: { orders: { perSecond: 200, burst: 400 } },
    })
    await rm(folder, { recursive: true })
  })

  it('refuses a wrong value and names it (SR5)', async () => {
    const wrongs = [
      '{"openPerPair":0}',
      '{"orders":{"perSecond":1}}',
      '{"orders":{"perSecond":1,"burst":1.5}}',
      '{"typo":1}',
      '{"accounts":{"7":{"openPerHolder":1}}}',
    ]
    const named = [
      'openPerPair',
      'orders.burst',
      'orders.burst',
      'typo',
      'accounts.7.openPerHolder',
    ]
    for (const [nth, text] of wrongs.entries())
      await expect(readOrderLimits(text)).rejects.toThrow(
        `ORDER_LIMITS has a wrong value for ${JSON.stringify(nth === 1 ? 'orders' : named[nth])}.`,
      )
  })
})
