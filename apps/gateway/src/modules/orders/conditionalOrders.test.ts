import { browserClock } from '@x/kit/browser'
import { describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { quotedMarket, SYMBOL } from '../../testing/quotedMarket.ts'

// Time stands still: with it what a paper order took from the book would grow back while a busy
// machine tarries (docs/adr/paper.md).
const market = quotedMarket({ clock: { ...browserClock(), now: () => Date.UTC(2026, 10, 21) } })
const { print, clear, quote, requote } = market
let count = 0
/**
 * Somebody offers at the price of a resting bid: in the live realm the book trades, in the paper
 * realm the fill model.
 */
const sellToIt = (ticks: number, lots: number) =>
  market.harness().trading.houseAccount.submit([
    {
      kind: 'place',
      symbol: SYMBOL,
      orderName: `offer${++count}`,
      side: 'sell',
      orderType: 'limit',
      timeInForce: 'gtc',
      ticks,
      lots,
    },
  ])

describe.each<Realm>(['live', 'paper'])(
  'orders with triggers in the %s realm (trading 3)',
  (realm) => {
    const { post, place, refusal, refused, list, find, balance } = market.in(realm)

    it('holds a stop’s funds, lists it as waiting, activates at its trigger', async () => {
      const [before] = await balance('LTC')
      const { orderId, status } = await place({ orderType: 'stop_market', triggerPrice: '99.50' })
      expect(status).toBe('waiting')
      expect(await list('open')).toEqual([])
      expect(await list('trigger')).toMatchObject([
        {
          orderId,
          status: 'waiting',
          price: null,
          firedAt: null,
          triggers: [
            {
              kind: 'stop',
              triggerBy: 'last',
              direction: 'falls',
              triggerPrice: '99.50',
              price: null,
            },
          ],
        },
      ])
      expect(Number(before) - Number((await balance('LTC'))[0])).toBeCloseTo(1)
      print(9_951)
      expect((await find(orderId)).status).toBe('waiting')
      print(9_950)
      expect(await find(orderId)).toMatchObject({
        status: 'filled',
        filled: '1.000',
        avgPrice: '99.90',
        firedAt: expect.any(Number),
      })
      expect(await list('trigger')).toEqual([])
    })

    it('a stop limit becomes a limit order that may rest', async () => {
      const { orderId } = await place({
        orderType: 'stop_limit',
        triggerPrice: '99.50',
        price: '99.95',
      })
      print(9_940)
      expect(await list('open')).toMatchObject([
        { orderId, status: 'open', price: '99.95', firedAt: expect.any(Number) },
      ])
    })

    it('a stop that must not trade ends when it would', async () => {
      const { orderId } = await place({
        orderType: 'stop_limit',
        triggerPrice: '99.50',
        price: '99.50',
        timeInForce: 'post_only',
      })
      print(9_940)
      expect(await find(orderId)).toMatchObject({ status: 'cancelled', filled: '0.000' })
      expect((await balance('LTC'))[1]).toBe('0')
    })

    it('spends no more than held for buys by amount or size', async () => {
      const byAmount = await place({
        side: 'buy',
        orderType: 'stop_market',
        triggerPrice: '101.00',
        size: '50',
      })
      const bySize = await place({
        side: 'buy',
        orderType: 'stop_market',
        triggerPrice: '101.00',
        size: '1',
        sizeUnit: 'base',
      })
      expect((await balance('USDT'))[1]).toBe('156.05')
      print(10_100)
      expect(await find(byAmount.orderId)).toMatchObject({ status: 'filled', filled: '0.499' })
      expect(await find(bySize.orderId)).toMatchObject({
        status: 'filled',
        filled: '1.000',
        avgPrice: '100.10',
      })
      expect((await balance('USDT'))[1]).toBe('0')
    })

    it('ignores a lone trade for a mark price trigger', async () => {
      const { orderId } = await place({
        orderType: 'stop_market',
        triggerPrice: '99.50',
        triggerBy: 'mark',
      })
      print(9_000)
      expect((await find(orderId)).status).toBe('waiting')
      requote(9_930, 9_945)
      expect((await find(orderId)).status).toBe('filled')
    })

    it('a trigger waits while nobody stands opposite, and fires when somebody does', async () => {
      const { orderId } = await place({ orderType: 'stop_market', triggerPrice: '99.50' })
      clear()
      print(9_900)
      expect((await find(orderId)).status).toBe('waiting')
      quote(9_890, 9_910)
      print(9_900)
      expect((await find(orderId)).status).toBe('filled')
    })

    it('checks triggers after a pause of trading, not during it', async () => {
      const { orderId } = await place({ orderType: 'stop_market', triggerPrice: '99.50' })
      market.harness().market.setStatus(SYMBOL, 'paused')
      print(9_900)
      expect((await find(orderId)).status).toBe('waiting')
      market.harness().market.setStatus(SYMBOL, 'trading')
      expect((await find(orderId)).status).toBe('filled')
    })

    it('trails the best price and fires on its return', async () => {
      const { orderId } = await place({ orderType: 'trailing', callbackRate: '1' })
      print(10_500)
      expect((await list('trigger'))[0]?.triggers).toEqual([
        expect.objectContaining({
          kind: 'trailing',
          callbackRate: '1',
          extreme: '105.00',
          triggerPrice: '103.95',
          activationPrice: null,
        }),
      ])
      print(10_396)
      expect((await find(orderId)).status).toBe('waiting')
      print(10_395)
      expect(await find(orderId)).toMatchObject({ status: 'filled', avgPrice: '99.90' })
    })

    it('a trailing order with an activation price trails from there on', async () => {
      const { orderId } = await place({
        orderType: 'trailing',
        callbackRate: '1',
        triggerPrice: '101.00',
      })
      print(9_000)
      expect((await list('trigger'))[0]?.triggers).toMatchObject([
        { triggerPrice: null, extreme: null, activationPrice: '101.00' },
      ])
      print(10_100)
      print(10_150)
      print(10_048)
      expect((await find(orderId)).status).toBe('filled')
    })

    it('an oco order rests as its limit leg and shows its stop', async () => {
      const { orderId, status } = await place({
        orderType: 'oco',
        price: '105.00',
        triggerPrice: '95.00',
        stopPrice: '94.50',
      })
      expect(status).toBe('open')
      const shown = {
        orderId,
        price: '105.00',
        triggers: [{ kind: 'stop', triggerPrice: '95.00', price: '94.50' }],
      }
      expect(await list('open')).toMatchObject([shown])
      expect(await list('trigger')).toMatchObject([shown])
    })

    it("gives the OCO's stop what the limit leg left untraded", async () => {
      const { orderId } = await place({ orderType: 'oco', price: '105.00', triggerPrice: '95.00' })
      print(9_500)
      expect(await find(orderId)).toMatchObject({
        status: 'filled',
        filled: '1.000',
        avgPrice: '99.90',
      })
      expect((await balance('LTC'))[1]).toBe('0')
    })

    it('an oco order’s limit leg ends the stop', async () => {
      const { orderId } = await place({
        side: 'buy',
        orderType: 'oco',
        price: '99.95',
        triggerPrice: '105.00',
        size: '1',
      })
      expect((await balance('USDT'))[1]).toBe('110.25')
      market.harness().trading.houseAccount.submit([
        {
          kind: 'place',
          symbol: SYMBOL,
          orderName: `h${++count}`,
          side: 'sell',
          orderType: 'limit',
          timeInForce: 'gtc',
          ticks: 9_995,
          lots: 1_000,
        },
      ])
      expect(await find(orderId)).toMatchObject({
        status: 'filled',
        avgPrice: '99.95',
        firedAt: null,
      })
      expect(await list('trigger')).toEqual([])
      expect((await balance('USDT'))[1]).toBe('0')
    })

    it("leaves an entry's purchase to its take profit and stop loss", async () => {
      const entry = await place({
        side: 'buy',
        orderType: 'limit',
        price: '100.10',
        takeProfitTriggerPrice: '104.00',
        takeProfitPrice: '103.90',
        stopLossTriggerPrice: '97.00',
      })
      expect(entry.status).toBe('filled')
      const [exit] = await list('trigger')
      // 1 LTC less the taker's fee of 0.10 %.
      expect(exit).toMatchObject({
        orderType: 'tp_sl',
        side: 'sell',
        status: 'waiting',
        size: '0.999',
        parentOrderId: entry.orderId,
      })
      expect(exit!.triggers).toMatchObject([
        { kind: 'take_profit', direction: 'rises', triggerPrice: '104.00', price: '103.90' },
        { kind: 'stop_loss', direction: 'falls', triggerPrice: '97.00', price: null },
      ])
      print(9_700)
      expect(await find(exit!.orderId)).toMatchObject({ status: 'filled', filled: '0.999' })
      expect(await list('trigger')).toEqual([])
    })

    it('a take profit with a limit rests at it', async () => {
      await place({
        side: 'buy',
        orderType: 'market',
        size: '100',
        takeProfitTriggerPrice: '104.00',
        takeProfitPrice: '103.90',
      })
      const [exit] = await list('trigger')
      print(10_400)
      expect(await list('open')).toMatchObject([
        { orderId: exit!.orderId, price: '103.90', status: 'open' },
      ])
    })

    it('a sold entry is bought back with no more than it brought', async () => {
      await place({
        orderType: 'market',
        size: '1',
        stopLossTriggerPrice: '103.00',
        takeProfitTriggerPrice: '97.00',
        takeProfitPrice: '97.00',
      })
      const [exit] = await list('trigger')
      expect(exit).toMatchObject({ side: 'buy', size: '99.8001', status: 'waiting' })
      requote(9_650, 9_700)
      print(9_700)
      expect(await find(exit!.orderId)).toMatchObject({ status: 'filled', filled: '1.028' })
      expect((await balance('USDT'))[1]).toBe('0')
    })

    it('protects a half-filled cancelled entry, not an untraded one', async () => {
      clear()
      quote(9_990, 10_010, 400)
      const half = await place({
        side: 'buy',
        orderType: 'limit',
        price: '100.10',
        size: '1',
        stopLossTriggerPrice: '97.00',
      })
      expect(half.status).toBe('partially_filled')
      await post('cancel', { orderId: half.orderId })
      expect(await list('trigger')).toMatchObject([{ parentOrderId: half.orderId, size: '0.399' }])
      const none = await place({
        side: 'buy',
        orderType: 'limit',
        price: '90.00',
        size: '1',
        stopLossTriggerPrice: '80.00',
      })
      expect(await find(none.orderId)).toMatchObject({
        takeProfit: null,
        stopLoss: { triggerPrice: '80.00', price: null },
      })
      await post('cancel', { orderId: none.orderId })
      expect(await list('trigger')).toHaveLength(1)
    })

    it('protects each fill of an entry by one growing exit', async () => {
      clear()
      quote(9_990, 10_010, 400)
      const entry = await place({
        side: 'buy',
        orderType: 'limit',
        price: '100.10',
        size: '1',
        stopLossTriggerPrice: '97.00',
      })
      const [first] = await list('trigger')
      expect([entry.status, first]).toEqual([
        'partially_filled',
        expect.objectContaining({ parentOrderId: entry.orderId, size: '0.399', status: 'waiting' }),
      ])
      sellToIt(10_010, 300)
      const [grown, ...others] = await list('trigger')
      // 0.4 as a taker and 0.3 as a maker, 0.10 % of each: 0.6993 in whole lots.
      expect([grown?.orderId, grown?.size, others]).toEqual([first?.orderId, '0.699', []])
      expect((await balance('LTC'))[1]).toBe('0.699')
      await market.harness().restart()
      sellToIt(10_010, 300)
      expect(await find(entry.orderId)).toMatchObject({ status: 'filled' })
      expect(await list('trigger')).toMatchObject([{ orderId: first?.orderId, size: '0.999' }])
      expect(await checkLedger(market.harness().db)).toEqual([])
    })

    it('adds an exit after one ended, but not after a cancellation', async () => {
      clear()
      quote(9_990, 10_010, 400)
      const entry = await place({
        side: 'buy',
        orderType: 'limit',
        price: '100.10',
        size: '1',
        stopLossTriggerPrice: '97.00',
      })
      const [first] = await list('trigger')
      await post('cancel', { orderId: first!.orderId })
      sellToIt(10_010, 300)
      expect(await list('trigger')).toMatchObject([{ parentOrderId: entry.orderId, size: '0.300' }])
      await post('cancelAll', {})
      expect((await balance('LTC'))[1]).toBe('0')
    })

    it('refuses a trigger on the wrong side (40208), missing funds (40201)', async () => {
      expect(await refused({ orderType: 'stop_market', triggerPrice: '100.00' })).toEqual({
        code: '40208',
        data: { field: 'triggerPrice', limit: '100' },
      })
      expect(await refused({ orderType: 'oco', price: '99.00', triggerPrice: '95.00' })).toEqual({
        code: '40208',
        data: { field: 'price', limit: '100' },
      })
      expect(
        await refused({ orderType: 'stop_market', triggerPrice: '99.00', size: '1000000' }),
      ).toMatchObject({ code: '40201' })
    })

    it('repeats the answer to a clientOid, refuses another trigger under it', async () => {
      const body = {
        symbol: SYMBOL,
        side: 'sell',
        orderType: 'stop_market',
        size: '1',
        triggerPrice: '95.00',
        clientOid: `twice${++count}`,
      }
      expect(await post('place', body)).toEqual(await post('place', body))
      expect(await refusal('place', { ...body, triggerPrice: '94.00' })).toMatchObject({
        code: '40902',
      })
      expect(await list('trigger')).toHaveLength(1)
    })

    it('survives a restart, trailing and all', async () => {
      const stop = await place({ orderType: 'stop_market', triggerPrice: '95.00' })
      const trails = await place({ orderType: 'trailing', callbackRate: '2' })
      print(10_200)
      const before = await list('trigger')
      await market.harness().restart()
      expect(await list('trigger')).toEqual(before)
      print(9_996)
      expect((await find(trails.orderId)).status).toBe('filled')
      print(9_500)
      expect((await find(stop.orderId)).status).toBe('filled')
      expect(await checkLedger(market.harness().db)).toEqual([])
    })

    it('cancels waiting and resting orders, by pair and side if given', async () => {
      const waits = await place({ orderType: 'stop_market', triggerPrice: '95.00' })
      const rests = await place({ side: 'buy', orderType: 'limit', price: '95.00', size: '1' })
      expect(await post('cancelAll', { symbol: 'ETHUSDT' })).toEqual({ cancelled: [] })
      expect(await post('cancelAll', { symbol: SYMBOL, side: 'buy' })).toEqual({
        cancelled: [rests.orderId],
      })
      expect(await post('cancelAll', {})).toEqual({ cancelled: [waits.orderId] })
      expect([(await balance('LTC'))[1], (await balance('USDT'))[1]]).toEqual(['0', '0'])
      expect(await refusal('cancelAll', { side: 'hold' })).toMatchObject({ code: '40010' })
      expect(await refusal('cancelAll', { symbol: 'NOPE' })).toMatchObject({ code: '40401' })
    })
  },
)
