import { beforeEach, describe, expect, it } from 'vitest'
import { COIN, createFuturesFixture } from '../../../exchange/futures/testing/futuresFixture.ts'
import { futuresFillView, futuresOrderView } from './orderViews.ts'

type Fixture = ReturnType<typeof createFuturesFixture>

describe('an order of a contract (futures 11)', () => {
  let fixture: Fixture
  beforeEach(() => void (fixture = createFuturesFixture({ funds: { ann: 10_000 } })))
  const orderOf = () => {
    const [order] = fixture.orders('ann')
    if (!order) throw new Error('no order')
    return futuresOrderView(fixture.state, order)
  }

  it('shows its price while it rests, and that nothing traded', () => {
    fixture.place('ann', 'buy', { lots: 100, ticks: 590_000 })
    expect(orderOf()).toMatchObject({
      symbol: 'BTCUSDT',
      marginCoin: 'USDT',
      side: 'buy',
      tradeSide: null,
      positionSide: null,
      orderType: 'limit',
      timeInForce: 'gtc',
      reduceOnly: false,
      closePosition: false,
      price: '59000.0',
      size: '0.100',
      filled: '0.000',
      avgPrice: null,
      fee: '0',
      realisedPnl: '0',
      leverage: 20,
      status: 'open',
      triggers: [],
      firedAt: null,
      takeProfit: null,
      stopLoss: null,
    })
    expect(orderOf()).not.toHaveProperty('season')
  })

  it('shows what a part traded at, on average', () => {
    fixture.quote('sell', 600_000, 10)
    fixture.quote('sell', 600_001, 20)
    fixture.place('ann', 'buy', { lots: 100, ticks: 600_010 })
    // (60000.0 + 2 · 60000.1) / 3 = 60000.0667; fee 0.06 % of 1800.002.
    expect(orderOf()).toMatchObject({
      size: '0.100',
      filled: '0.030',
      avgPrice: '60000.1',
      fee: '1.0800012',
    })
  })

  it('names the leg in two-way mode', () => {
    fixture.send({ kind: 'futuresPositionMode', realm: 'live', userId: 'ann', mode: 'two_way' })
    fixture.place('ann', 'sell', { lots: 1, ticks: 610_000, positionSide: 'short' })
    expect(orderOf()).toMatchObject({ tradeSide: 'open', positionSide: 2 })
  })

  it('shows what it waits for', () => {
    fixture.place('ann', 'buy', {
      lots: 100,
      ticks: 615_000,
      orderType: 'stop_limit',
      triggers: [
        {
          kind: 'stop',
          by: 'index',
          rises: true,
          ticks: 610_000,
          limit: 615_000,
          bound: 0,
          callback: 0,
          extreme: 0,
        },
      ],
    })
    expect(orderOf()).toMatchObject({
      triggers: [
        {
          kind: 'stop',
          triggerBy: 'index',
          direction: 'rises',
          triggerPrice: '61000.0',
          price: '61500.0',
        },
      ],
    })
    expect(orderOf().triggers[0]).not.toHaveProperty('callbackRate')
  })

  it('shows its rate where it trails, and its activation', () => {
    fixture.place('ann', 'buy', {
      lots: 100,
      ticks: 615_000,
      orderType: 'trailing',
      triggers: [
        {
          kind: 'trailing',
          by: 'mark',
          rises: true,
          ticks: 580_000,
          limit: 0,
          bound: 0,
          callback: 50,
          extreme: 0,
        },
      ],
    })
    expect(orderOf().triggers).toMatchObject([
      {
        kind: 'trailing',
        callbackRate: '0.5',
        extreme: null,
        activationPrice: '58000.0',
        price: null,
      },
    ])
  })

  it('shows the exits that it will bring', () => {
    fixture.place('ann', 'buy', {
      lots: 100,
      ticks: 590_000,
      exits: {
        takeProfit: { by: 'last', ticks: 620_000, limit: 619_000 },
        stopLoss: { by: 'last', ticks: 580_000 },
      },
    })
    expect(orderOf()).toMatchObject({
      takeProfit: { triggerPrice: '62000.0', price: '61900.0' },
      stopLoss: { triggerPrice: '58000.0', price: null },
    })
  })

  it('has a fill with value, fee and role', () => {
    fixture.quote('sell', 600_000, 100)
    fixture.place('ann', 'buy', { lots: 100, ticks: 600_000 })
    const fill = fixture.latest.effects?.futures?.fills.find(({ order }) => order.userId === 'ann')
    if (!fill) throw new Error('no fill')
    expect(futuresFillView(fixture.state, fill)).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'buy',
      positionSide: null,
      role: 'taker',
      price: '60000.0',
      size: '0.100',
      value: '6000',
      fee: '3.6',
      realisedPnl: '0',
    })
  })

  it('has a fill of an inverse contract with its value in dollars', () => {
    fixture.fund('ann', 1, 'BTC')
    fixture.prices(600_000, COIN)
    fixture.quote('sell', 600_000, 60, COIN)
    fixture.place('ann', 'buy', { symbol: COIN, lots: 60, ticks: 600_000 })
    const fill = fixture.latest.effects?.futures?.fills.find(({ order }) => order.userId === 'ann')
    if (!fill) throw new Error('no fill')
    expect(futuresFillView(fixture.state, fill)).toMatchObject({ value: '6000', fee: '0.00006' })
  })
})
