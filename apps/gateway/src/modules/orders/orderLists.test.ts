import { describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { quotedMarket, SYMBOL, type Shown } from '../../testing/quotedMarket.ts'
import type { PendingOrder } from './module.ts'

const market = quotedMarket()
let count = 0

describe.each<Realm>(['live', 'paper'])('lists of orders in the %s realm', (realm) => {
  const { session, post, refusal, list, find, balance } = market.in(realm)
  const buy = {
    symbol: SYMBOL,
    side: 'buy',
    orderType: 'limit',
    price: '99.95',
    size: '1',
  } as const
  const sell = { symbol: SYMBOL, side: 'sell', orderType: 'limit', price: '100.50', size: '1' }

  /** A bid that rests, and what is placed once it is filled. */
  async function placeList(second: object, first: object = {}) {
    const request = { ...buy, clientOid: `list${++count}`, ...first }
    const pending = { request: { ...sell, ...second } } as PendingOrder
    const { orders, trading } = market.harness()
    const { orderId } = await orders.place(session(), request, { pending })
    await trading.service.core.durable()
    return { first: orderId, second: String(Number(orderId) + 1) }
  }
  /** Somebody sells into the bid, in both realms. */
  const meetBid = () => market.requote(9_990, 9_995)
  const until = async (orderId: string, isSo: (order: Shown) => boolean): Promise<Shown> => {
    for (;;) {
      const order = await find(orderId)
      if (order && isSo(order)) return order
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }

  it('shows the second as waiting until the first is filled', async () => {
    const { first, second } = await placeList({})
    expect(await list('trigger')).toMatchObject([{ orderId: second, status: 'waiting' }])
    meetBid()
    expect(await until(second, ({ status }) => status !== 'waiting')).toMatchObject({
      status: 'open',
      price: '100.50',
    })
    expect(await find(first)).toMatchObject({ status: 'filled' })
    expect(await list('trigger')).toEqual([])
  })

  it('sends a second order at the market at the best price', async () => {
    const { second } = await placeList({ orderType: 'market', price: undefined, size: '0.5' })
    meetBid()
    expect(await until(second, ({ status }) => status === 'filled')).toMatchObject({
      filled: '0.500',
      avgPrice: '99.90',
    })
  })

  it('fires a stop that the market reaches later', async () => {
    const { second } = await placeList({
      orderType: 'stop_market',
      price: undefined,
      triggerPrice: '99.50',
    })
    market.print(9_940)
    expect(await find(second)).toMatchObject({ status: 'waiting' })
    meetBid()
    await until(second, ({ status }) => status === 'waiting')
    market.print(9_940)
    await until(second, ({ status }) => status === 'filled')
  })

  it('cancels the first with the second, and refuses to change it', async () => {
    const { first, second } = await placeList({})
    expect(await refusal('amend', { orderId: second, price: '101.00' })).toMatchObject({
      code: '40010',
      data: { field: 'orderId' },
    })
    await post('cancel', { orderId: second })
    for (const orderId of [first, second])
      expect(await find(orderId)).toMatchObject({ status: 'cancelled' })
    expect((await balance('USDT'))[1]).toBe('0')
  })

  // On paper nothing is filled while the market is paused.
  it.runIf(realm === 'live')('sends after a restart what was ready before it', async () => {
    const { first, second } = await placeList({})
    market.harness().market.setStatus(SYMBOL, 'paused')
    meetBid()
    await until(first, ({ status }) => status === 'filled')
    await market.harness().restartFromJournal()
    expect(await find(second)).toMatchObject({ status: 'waiting' })
    market.harness().market.setStatus(SYMBOL, 'trading')
    await until(second, ({ status }) => status === 'open')
  })

  it.each([
    [{ orderType: 'trailing', price: undefined, callbackRate: '1' }, 'orderType'],
    [{ symbol: 'BTCUSDT' }, 'symbol'],
    [{ size: '0.0000001' }, 'size'],
    [{ orderType: 'stop_market', price: undefined, triggerPrice: '100.00' }, 'triggerPrice'],
  ])('refuses a second order of %j by %s', async (second, field) => {
    await expect(placeList(second)).rejects.toMatchObject({ data: { field } })
    expect(await list('open')).toEqual([])
  })

  it('answers the same list again, and refuses another under its name', async () => {
    const clientOid = `same${++count}`
    const one = await placeList({ clientOid: `${clientOid}-2` }, { clientOid })
    expect(await placeList({ clientOid: `${clientOid}-2` }, { clientOid })).toEqual(one)
    await expect(placeList({ price: '101.00' }, { clientOid })).rejects.toMatchObject({
      code: '40902',
    })
    expect(await refusal('place', { ...sell, clientOid: `${clientOid}-2` })).toMatchObject({
      code: '40902',
    })
  })

  it('leaves a sound ledger behind', async () => {
    await market.harness().trading.service.core.settled()
    expect(await checkLedger(market.harness().db)).toEqual([])
  })
})
