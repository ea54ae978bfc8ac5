import { describe, expect, it } from 'vitest'
import type { Realm } from '../server/route.ts'
import { quotedMarket } from './quotedMarket.ts'

const market = quotedMarket()
const { print, clear } = market

describe.each<Realm>(['live', 'paper'])('trading 3: amendment in the %s realm', (realm) => {
  const { post, place, refusal, list, find, balance } = market.in(realm)

  it('changes price and size, and what is held with them', async () => {
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '95.00', size: '1' })
    expect(await post('amend', { orderId, price: '96.00', size: '2' })).toMatchObject({ orderId, status: 'open' })
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
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '95.00', size: '1', timeInForce: 'post_only' })
    expect(await refusal('amend', { orderId, price: '100.10' })).toMatchObject({ code: '40206' })
    expect(await list('open')).toMatchObject([{ orderId, price: '95.00' }])
  })

  it('moves a trigger, judged as a new one', async () => {
    const { orderId } = await place({ orderType: 'stop_market', triggerPrice: '95.00' })
    expect(await refusal('amend', { orderId, triggerPrice: '101.00' })).toMatchObject({ code: '40208' })
    await post('amend', { orderId, triggerPrice: '99.00' })
    print(9_900)
    expect((await find(orderId)).status).toBe('filled')
  })

  it('decision 151: changes the size of a trailing order that has passed its activation price', async () => {
    const { orderId } = await place({ orderType: 'trailing', callbackRate: '1', triggerPrice: '101.00' })
    print(10_200)
    await post('amend', { orderId, size: '2' })
    expect(await list('trigger')).toMatchObject([{ size: '2.000', triggers: [{ extreme: '102.00', activationPrice: '101.00', triggerPrice: '100.98' }] }])
    expect((await balance('LTC'))[1]).toBe('2')
    print(10_098)
    expect(await find(orderId)).toMatchObject({ status: 'filled', filled: '2.000' })
  })

  it('decision 151: changes the size of an order whose price the market has left, and judges another price', async () => {
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '90.00', size: '1' })
    print(12_000)
    await post('amend', { orderId, size: '0.5' })
    await post('amend', { orderId, price: '90', size: '0.6' })
    expect(await list('open')).toMatchObject([{ orderId, price: '90.00', size: '0.600' }])
    expect(await refusal('amend', { orderId, price: '91.00' })).toEqual({ code: '40205', data: { field: 'price', limit: '96.00' } })
    expect(await refusal('amend', { orderId, size: '0.01' })).toMatchObject({ code: '40204', data: { field: 'size' } })
  })

  it('decision 151: changes the price of a stop that was reached while nobody stood opposite, and judges another trigger', async () => {
    const { orderId } = await place({ orderType: 'oco', price: '105.00', triggerPrice: '99.00' })
    clear()
    print(9_800)
    await post('amend', { orderId, price: '106.00' })
    expect(await list('open')).toMatchObject([{ orderId, price: '106.00', triggers: [{ triggerPrice: '99.00' }] }])
    expect(await refusal('amend', { orderId, triggerPrice: '98.50' })).toEqual({ code: '40208', data: { field: 'triggerPrice', limit: '98' } })
  })

  it('changes both legs of an oco order', async () => {
    const { orderId } = await place({ orderType: 'oco', price: '105.00', triggerPrice: '95.00' })
    await post('amend', { orderId, price: '106.00', triggerPrice: '96.00', size: '2' })
    expect(await list('open')).toMatchObject([{ price: '106.00', size: '2.000', triggers: [{ triggerPrice: '96.00' }] }])
    print(9_600)
    expect(await find(orderId)).toMatchObject({ status: 'filled', filled: '2.000' })
  })

  it('of a take profit or stop loss changes its size only', async () => {
    await place({ side: 'buy', orderType: 'limit', price: '100.10', stopLossTriggerPrice: '97.00' })
    const [exit] = await list('trigger')
    expect(await refusal('amend', { orderId: exit!.orderId, triggerPrice: '98.00' })).toMatchObject({ code: '40010' })
    await post('amend', { orderId: exit!.orderId, size: '0.5' })
    expect(await list('trigger')).toMatchObject([{ size: '0.500' }])
    expect((await balance('LTC'))[1]).toBe('0.5')
  })

  it('40010 nothing to change, or less than has traded; 40201 more than is free; 40401 what is not open', async () => {
    const { orderId } = await place({ side: 'buy', orderType: 'limit', price: '95.00', size: '1' })
    expect(await refusal('amend', { orderId })).toMatchObject({ code: '40010' })
    expect(await refusal('amend', { orderId, size: '0' })).toMatchObject({ code: '40010' })
    expect(await refusal('amend', { orderId, size: '100000' })).toMatchObject({ code: '40201' })
    expect(await refusal('amend', { orderId, price: '95.001' })).toMatchObject({ code: '40202' })
    expect(await refusal('amend', { orderId: '999999', price: '95.00' })).toMatchObject({ code: '40401' })
    expect(await post('amend', { orderId, price: '95.00' })).toMatchObject({ status: 'open' })
  })
})
