import { describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { quotedMarket } from '../../testing/quotedMarket.ts'

const market = quotedMarket()
const { print, clear, quote, requote } = market

describe.each<Realm>(['live', 'paper'])('amendment in the %s realm (trading 3)', (realm) => {
  const { post, place, refusal, list, find, balance } = market.in(realm)

  it('changes price and size, and what is held with them', async () => {
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '95.00', size: '1' })
    expect(await post('amend', { orderId, price: '96.00', size: '2' })).toMatchObject({
      orderId,
      status: 'open',
    })
    expect((await balance('USDT'))[1]).toBe('192')
    expect(await list('open')).toMatchObject([{ orderId, price: '96.00', size: '2.000' }])
    await post('amend', { orderId, size: '0.5' })
    expect((await balance('USDT'))[1]).toBe('48')
  })

  it('trades at once where the new price reaches the other side', async () => {
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '95.00', size: '1' })
    expect(await post('amend', { orderId, price: '100.10' })).toMatchObject({ status: 'filled' })
    expect(await find(orderId)).toMatchObject({ avgPrice: '100.10', price: '100.10' })
  })

  it('40206 leaves an order that may only rest as it was', async () => {
    const { orderId } = await place({
      side: 'buy',
      orderType: 'limit',
      price: '95.00',
      size: '1',
      timeInForce: 'post_only',
    })
    expect(await refusal('amend', { orderId, price: '100.10' })).toMatchObject({ code: '40206' })
    expect(await list('open')).toMatchObject([{ orderId, price: '95.00' }])
  })

  it('moves a trigger, judged as a new one', async () => {
    const { orderId } = await place({ orderType: 'stop_market', triggerPrice: '95.00' })
    expect(await refusal('amend', { orderId, triggerPrice: '101.00' })).toMatchObject({
      code: '40208',
    })
    await post('amend', { orderId, triggerPrice: '99.00' })
    print(9_900)
    expect((await find(orderId)).status).toBe('filled')
  })

  it('resizes a trailing order beyond its activation price', async () => {
    const { orderId } = await place({
      orderType: 'trailing',
      callbackRate: '1',
      triggerPrice: '101.00',
    })
    print(10_200)
    await post('amend', { orderId, size: '2' })
    expect(await list('trigger')).toMatchObject([
      {
        size: '2.000',
        triggers: [{ extreme: '102.00', activationPrice: '101.00', triggerPrice: '100.98' }],
      },
    ])
    expect((await balance('LTC'))[1]).toBe('2')
    print(10_098)
    expect(await find(orderId)).toMatchObject({ status: 'filled', filled: '2.000' })
  })

  it('changes only the size beyond the price limits, not the price', async () => {
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '90.00', size: '1' })
    print(12_000)
    await post('amend', { orderId, size: '0.5' })
    await post('amend', { orderId, price: '90', size: '0.6' })
    expect(await list('open')).toMatchObject([{ orderId, price: '90.00', size: '0.600' }])
    expect(await refusal('amend', { orderId, price: '91.00' })).toEqual({
      code: '40205',
      data: { field: 'price', limit: '96.00' },
    })
    expect(await refusal('amend', { orderId, size: '0.01' })).toMatchObject({
      code: '40204',
      data: { field: 'size' },
    })
  })

  it('changes the price of a reached stop, refuses a passed trigger', async () => {
    const { orderId } = await place({ orderType: 'oco', price: '105.00', triggerPrice: '99.00' })
    clear()
    print(9_800)
    await post('amend', { orderId, price: '106.00' })
    expect(await list('open')).toMatchObject([
      { orderId, price: '106.00', triggers: [{ triggerPrice: '99.00' }] },
    ])
    expect(await refusal('amend', { orderId, triggerPrice: '98.50' })).toEqual({
      code: '40208',
      data: { field: 'triggerPrice', limit: '98' },
    })
  })

  it('changes both legs of an oco order', async () => {
    const { orderId } = await place({ orderType: 'oco', price: '105.00', triggerPrice: '95.00' })
    await post('amend', { orderId, price: '106.00', triggerPrice: '96.00', size: '2' })
    expect(await list('open')).toMatchObject([
      { price: '106.00', size: '2.000', triggers: [{ triggerPrice: '96.00' }] },
    ])
    print(9_600)
    expect(await find(orderId)).toMatchObject({ status: 'filled', filled: '2.000' })
  })

  it("changes an OCO's stop limit and a trailing rate", async () => {
    const oco = await place({
      orderType: 'oco',
      price: '105.00',
      triggerPrice: '95.00',
      stopPrice: '94.50',
    })
    await post('amend', { orderId: oco.orderId, stopPrice: '94.00' })
    expect(await list('trigger')).toMatchObject([
      { triggers: [{ triggerPrice: '95.00', price: '94.00' }] },
    ])
    expect(await refusal('amend', { orderId: oco.orderId, stopPrice: '70.00' })).toMatchObject({
      code: '40205',
      data: { field: 'stopPrice' },
    })
    await post('cancel', { orderId: oco.orderId })

    const { orderId } = await place({ orderType: 'trailing', callbackRate: '2' })
    print(10_200)
    print(10_150)
    expect(await refusal('amend', { orderId, callbackRate: '0.4' })).toEqual({
      code: '40208',
      data: { field: 'callbackRate', limit: '101.50' },
    })
    await post('amend', { orderId, callbackRate: '1' })
    expect(await list('trigger')).toMatchObject([
      { triggers: [{ callbackRate: '1', extreme: '102.00', triggerPrice: '100.98' }] },
    ])
    print(10_098)
    expect((await find(orderId)).status).toBe('filled')
  })

  describe('take profit and stop loss that stand', () => {
    /** A bought LTC with both exits. */
    async function exit(
      legs: object = {
        takeProfitTriggerPrice: '104.00',
        takeProfitPrice: '103.90',
        stopLossTriggerPrice: '97.00',
      },
    ) {
      await place({ side: 'buy', orderType: 'limit', price: '100.10', ...legs })
      const [made] = await list('trigger')
      return made!.orderId
    }

    it('change by the words they were placed with, one without the other', async () => {
      const orderId = await exit()
      expect(await post('amend', { orderId, stopLossTriggerPrice: '99.00' })).toMatchObject({
        orderId,
        status: 'waiting',
      })
      await post('amend', {
        orderId,
        takeProfitTriggerPrice: '106.00',
        takeProfitPrice: '105.50',
        size: '0.5',
      })
      expect(await list('trigger')).toMatchObject([
        {
          orderId,
          size: '0.500',
          triggers: [
            { kind: 'take_profit', triggerPrice: '106.00', price: '105.50' },
            { kind: 'stop_loss', triggerPrice: '99.00', price: null },
          ],
        },
      ])
      expect((await balance('LTC'))[1]).toBe('0.5')
      print(9_900)
      expect(await find(orderId)).toMatchObject({ status: 'filled', filled: '0.500' })
    })

    it('accepts triggerPrice for a lone exit, not for one of two', async () => {
      const both = await exit()
      expect(await refusal('amend', { orderId: both, triggerPrice: '98.00' })).toEqual({
        code: '40010',
        data: { field: 'triggerPrice' },
      })
      await post('cancel', { orderId: both })
      const orderId = await exit({ stopLossTriggerPrice: '97.00', stopLossPrice: '96.50' })
      await post('amend', { orderId, triggerPrice: '98.00' })
      expect(await list('trigger')).toMatchObject([
        { orderId, triggers: [{ kind: 'stop_loss', triggerPrice: '98.00', price: '96.50' }] },
      ])
      expect(
        await refusal('amend', { orderId, triggerPrice: '98.50', stopLossTriggerPrice: '98.00' }),
      ).toMatchObject({ code: '40010', data: { field: 'triggerPrice' } })
    })

    it('moves a stop loss beyond the entry but not past the market', async () => {
      const orderId = await exit()
      requote(10_290, 10_310)
      print(10_300)
      await post('amend', { orderId, stopLossTriggerPrice: '102.00' })
      expect(await refusal('amend', { orderId, stopLossTriggerPrice: '103.00' })).toEqual({
        code: '40208',
        data: { field: 'stopLossTriggerPrice', limit: '103' },
      })
      expect(await refusal('amend', { orderId, takeProfitTriggerPrice: '102.90' })).toEqual({
        code: '40208',
        data: { field: 'takeProfitTriggerPrice', limit: '103' },
      })
      print(10_200)
      expect((await find(orderId)).status).toBe('filled')
    })

    it('keeps sides and holds of exits that leave a short entry', async () => {
      await place({
        orderType: 'market',
        size: '1',
        takeProfitTriggerPrice: '97.00',
        takeProfitPrice: '97.00',
        stopLossTriggerPrice: '103.00',
      })
      const [made] = await list('trigger')
      const held = await balance('USDT')
      await post('amend', {
        orderId: made!.orderId,
        takeProfitTriggerPrice: '96.00',
        takeProfitPrice: '96.00',
        stopLossTriggerPrice: '102.00',
      })
      expect(await list('trigger')).toMatchObject([
        {
          side: 'buy',
          triggers: [
            { direction: 'falls', triggerPrice: '96.00', price: '96.00' },
            { direction: 'rises', triggerPrice: '102.00' },
          ],
        },
      ])
      expect(await balance('USDT')).toEqual(held)
      expect(
        await refusal('amend', { orderId: made!.orderId, stopLossTriggerPrice: '99.00' }),
      ).toMatchObject({ code: '40208' })
      requote(9_590, 9_600)
      print(9_600)
      expect(await find(made!.orderId)).toMatchObject({ status: 'filled', avgPrice: '96.00' })
    })

    it('are judged by tick and band, for what changes', async () => {
      const orderId = await exit()
      expect(await refusal('amend', { orderId, stopLossTriggerPrice: '98.001' })).toEqual({
        code: '40202',
        data: { field: 'stopLossTriggerPrice', limit: '0.01' },
      })
      expect(await refusal('amend', { orderId, takeProfitPrice: '10.00' })).toMatchObject({
        code: '40205',
        data: { field: 'takeProfitPrice' },
      })
      expect(await refusal('amend', { orderId, stopLossTriggerPrice: '0' })).toEqual({
        code: '40010',
        data: { field: 'stopLossTriggerPrice' },
      })
      expect(
        await refusal('amend', { orderId, stopLossTriggerPrice: '9'.repeat(30) }),
      ).toMatchObject({ code: expect.stringMatching(/^(40010|40208)$/) })
      for (const field of ['price', 'stopPrice', 'callbackRate'])
        expect(await refusal('amend', { orderId, [field]: '98.00' })).toEqual({
          code: '40010',
          data: { field },
        })
      clear()
      print(9_600)
      // The stop loss was reached and nobody is there to buy: the take profit can be changed all
      // the same.
      await post('amend', { orderId, takeProfitTriggerPrice: '105.00' })
      expect(await list('trigger')).toMatchObject([
        { triggers: [{ triggerPrice: '105.00' }, { triggerPrice: '97.00' }] },
      ])
    })

    it('a leg that is not there is not made by an amendment', async () => {
      const orderId = await exit({ stopLossTriggerPrice: '97.00' })
      expect(await refusal('amend', { orderId, takeProfitTriggerPrice: '104.00' })).toEqual({
        code: '40010',
        data: { field: 'takeProfitTriggerPrice' },
      })
      const { orderId: bare } = await place({ side: 'buy', orderType: 'limit', price: '95.00' })
      expect(await refusal('amend', { orderId: bare, stopLossTriggerPrice: '90.00' })).toEqual({
        code: '40010',
        data: { field: 'stopLossTriggerPrice' },
      })
    })

    it('a repetition writes nothing and answers the same', async () => {
      const orderId = await exit()
      const first = await post('amend', { orderId, stopLossTriggerPrice: '98.00' })
      const [before] = await list('trigger')
      expect(await post('amend', { orderId, stopLossTriggerPrice: '98.000' })).toEqual(first)
      expect(await list('trigger')).toEqual([before])
    })

    it("changes exits of an untraded entry by the entry's price", async () => {
      const { orderId } = await place({
        side: 'buy',
        orderType: 'limit',
        price: '95.00',
        takeProfitTriggerPrice: '97.00',
        stopLossTriggerPrice: '94.00',
      })
      expect(await refusal('amend', { orderId, stopLossTriggerPrice: '95.50' })).toEqual({
        code: '40208',
        data: { field: 'stopLossTriggerPrice', limit: '95' },
      })
      expect(await refusal('amend', { orderId, triggerPrice: '93.00' })).toMatchObject({
        code: '40010',
        data: { field: 'triggerPrice' },
      })
      await post('amend', { orderId, stopLossTriggerPrice: '93.00', stopLossPrice: '92.50' })
      expect(await list('open')).toMatchObject([
        {
          orderId,
          takeProfit: { triggerPrice: '97.00', price: null },
          stopLoss: { triggerPrice: '93.00', price: '92.50' },
        },
      ])
      await market.harness().restart()
      await post('amend', { orderId, price: '100.10', takeProfitTriggerPrice: '104.00' })
      expect(await list('trigger')).toMatchObject([
        {
          parentOrderId: orderId,
          triggers: [{ triggerPrice: '104.00' }, { triggerPrice: '93.00', price: '92.50' }],
        },
      ])
    })

    it('changes an exit by itself once the entry traded', async () => {
      clear()
      quote(9_990, 10_010, 400)
      const entry = await place({
        side: 'buy',
        orderType: 'limit',
        price: '100.10',
        size: '1',
        stopLossTriggerPrice: '97.00',
      })
      const [made] = await list('trigger')
      expect(
        await refusal('amend', { orderId: entry.orderId, stopLossTriggerPrice: '98.00' }),
      ).toEqual({ code: '40010', data: { field: 'stopLossTriggerPrice' } })
      await post('amend', { orderId: made!.orderId, stopLossTriggerPrice: '98.00' })
      await post('amend', { orderId: entry.orderId, size: '0.9' })
      expect(await list('trigger')).toMatchObject([
        { orderId: made!.orderId, triggers: [{ triggerPrice: '98.00' }] },
      ])
    })

    it('stay changed over a restart, and fire where they were moved to', async () => {
      const orderId = await exit()
      await post('amend', { orderId, stopLossTriggerPrice: '99.00' })
      const before = await list('trigger')
      await market.harness().restart()
      expect(await list('trigger')).toEqual(before)
      await market.harness().restartFromJournal()
      expect(await list('trigger')).toEqual(before)
      print(9_950)
      expect((await find(orderId)).status).toBe('waiting')
      print(9_900)
      expect(await find(orderId)).toMatchObject({ status: 'filled', firedAt: expect.any(Number) })
      expect(await checkLedger(market.harness().db)).toEqual([])
    })
  })

  it('refuses no change (40010), missing funds (40201), closed orders (40401)', async () => {
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '95.00', size: '1' })
    expect(await refusal('amend', { orderId })).toMatchObject({ code: '40010' })
    expect(await refusal('amend', { orderId, size: '0' })).toMatchObject({ code: '40010' })
    expect(await refusal('amend', { orderId, size: '100000' })).toMatchObject({ code: '40201' })
    expect(await refusal('amend', { orderId, price: '95.001' })).toMatchObject({ code: '40202' })
    expect(await refusal('amend', { orderId: '999999', price: '95.00' })).toMatchObject({
      code: '40401',
    })
    expect(await post('amend', { orderId, price: '95.00' })).toMatchObject({ status: 'open' })
  })
})
