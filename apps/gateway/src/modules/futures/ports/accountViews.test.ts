import { beforeEach, describe, expect, it } from 'vitest'
import {
  BTC,
  COIN,
  createFuturesFixture,
  ETH,
} from '../../../exchange/futures/testing/futuresFixture.ts'
import { accountView, ratioText, settingsView, walletView, walletViews } from './accountViews.ts'
import { contractNamed } from './contracts.ts'
import { positionViews } from './positionViews.ts'

type Fixture = ReturnType<typeof createFuturesFixture>
const ANN = { realm: 'live', userId: 'ann' } as const
const BOB = { realm: 'live', userId: 'bob' } as const
const CAT = { realm: 'live', userId: 'cat' } as const

/** Ann buys 1 BTC of the house account at 60,000; her fee is 36 USDT. */
function annBuys(fixture: Fixture, lots = 1_000): void {
  fixture.quote('sell', 600_000, lots)
  fixture.place('ann', 'buy', { lots, ticks: 600_000 })
}
const leverage = (fixture: Fixture, userId: string, wanted: number, symbol = BTC) =>
  fixture.send({
    kind: 'futuresLeverage',
    realm: 'live',
    userId,
    symbol,
    side: 'net',
    leverage: wanted,
  })
const isolate = (fixture: Fixture, userId: string) =>
  fixture.send({
    kind: 'futuresMarginMode',
    realm: 'live',
    userId,
    symbol: BTC,
    marginMode: 'isolated',
  })

describe('a margin ratio', () => {
  it.each([
    [0n, 1n, '0.00'],
    [1n, 1n, '100.00'],
    [1n, 3n, '33.34'],
    [2n, 1n, '200.00'],
    [1n, 10n ** 18n, '0.01'],
    [1n, 0n, null],
    [0n, 0n, null],
    [1n, -1n, null],
  ])('has of %d to %d the text %s', (requirement, equity, text) =>
    expect(ratioText(requirement, equity)).toBe(text),
  )
})

describe('the futures wallet (futures 3)', () => {
  let fixture: Fixture
  beforeEach(() => void (fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 5_000 } })))
  const wallet = (trader = ANN as typeof ANN | typeof BOB) =>
    walletView(fixture.state, trader, 'USDT')

  it('is empty for an account that does not exist', () => {
    expect(walletView(fixture.state, CAT, 'USDT')).toEqual({
      marginCoin: 'USDT',
      balance: '0',
      equity: '0',
      unrealisedPnl: '0',
      initialMargin: '0',
      isolatedMargin: '0',
      requirement: '0',
      marginRatio: null,
      available: '0',
      transferable: '0',
    })
  })

  it('is one for each asset that margin is in, once', () => {
    expect(walletViews(fixture.state, ANN).map(({ marginCoin }) => marginCoin)).toEqual([
      'USDT',
      'BTC',
      'ETH',
    ])
  })

  it('counts a profit as available, but lets none of it leave', () => {
    annBuys(fixture)
    fixture.prices(610_000)
    // Requirement (0.5 % + 0.06 %) · 61000 − 50; initial margin 61000 / 20.
    expect(wallet()).toEqual({
      marginCoin: 'USDT',
      balance: '9964',
      equity: '10964',
      unrealisedPnl: '1000',
      initialMargin: '3050',
      isolatedMargin: '0',
      requirement: '291.6',
      marginRatio: '2.66',
      available: '7914',
      transferable: '6914',
    })
  })

  it('takes a loss off all of them', () => {
    annBuys(fixture)
    fixture.prices(590_000)
    expect(wallet()).toMatchObject({
      balance: '9964',
      equity: '8964',
      unrealisedPnl: '-1000',
      initialMargin: '2950',
      // (0.5 % + 0.06 %) · 59000 − 50
      requirement: '280.4',
      marginRatio: '3.13',
      available: '6014',
      transferable: '6014',
    })
  })

  it('shows nothing below zero as available', () => {
    annBuys(fixture)
    fixture.prices(520_000)
    // Equity 1964 is less than the initial margin of 2600.
    expect(wallet()).toMatchObject({ equity: '1964', available: '0', transferable: '0' })
  })

  it('holds margin, loss and fee of an open order', () => {
    fixture.place('ann', 'buy', { lots: 100, ticks: 620_000 })
    // 0.1 BTC: exposure 6200 at its limit, so 310; 200 above the mark; a fee of 3.72.
    expect(wallet()).toMatchObject({
      balance: '10000',
      equity: '10000',
      initialMargin: '310',
      // What it would open counts too: (0.4 % + 0.06 %) · 6200.
      requirement: '28.52',
      marginRatio: '0.29',
      available: '9486.28',
    })
  })

  it('keeps what it knows without prices, and says what it does not', () => {
    annBuys(fixture)
    fixture.prices(0, BTC, 600_000)
    expect(wallet()).toMatchObject({
      balance: '9964',
      equity: null,
      unrealisedPnl: null,
      requirement: null,
      marginRatio: null,
      available: null,
      transferable: null,
    })
    // Who holds nothing in the contract needs no price of it.
    expect(wallet(BOB)).toMatchObject({ equity: '5000', available: '5000' })
  })

  it('shows isolated margin beside the balance that it left', () => {
    isolate(fixture, 'ann')
    annBuys(fixture)
    // 60000 / 20 went into the position.
    expect(wallet()).toMatchObject({
      balance: '6964',
      equity: '6964',
      unrealisedPnl: '0',
      initialMargin: '0',
      isolatedMargin: '3000',
      requirement: '0',
    })
  })

  it('counts each realm alone', () => {
    fixture.fund('ann', 70, 'USDT', 'paper')
    expect(walletView(fixture.state, { realm: 'paper', userId: 'ann' }, 'USDT').balance).toBe('70')
    expect(wallet().balance).toBe('10000')
  })

  it('counts an asset alone', () => {
    fixture.fund('ann', 1, 'BTC')
    expect(walletView(fixture.state, ANN, 'BTC')).toMatchObject({ balance: '1', equity: '1' })
    expect(wallet().balance).toBe('10000')
  })
})

describe('the settings of a contract (futures 2)', () => {
  let fixture: Fixture
  beforeEach(() => void (fixture = createFuturesFixture({ funds: { ann: 10_000 } })))
  const settings = (symbol = 'BTCUSDT') => settingsView(fixture.state, ANN, contractNamed(symbol))

  it('are cross at a leverage of 20 before anybody sets them', () => {
    expect(settings()).toEqual({
      symbol: 'BTCUSDT',
      marginMode: 2,
      longLeverage: 20,
      shortLeverage: 20,
      autoMargin: false,
    })
  })

  it('are of one contract', () => {
    isolate(fixture, 'ann')
    leverage(fixture, 'ann', 50)
    expect(settings()).toMatchObject({ marginMode: 1, longLeverage: 50, shortLeverage: 50 })
    expect(settings('ETHUSDT')).toMatchObject({ marginMode: 2, longLeverage: 20 })
  })

  it('list what was set, with the fees as rates', () => {
    leverage(fixture, 'ann', 50)
    const account = accountView(fixture.state, ANN, { makerPpm: 200, takerPpm: 600 })
    expect(account).toMatchObject({
      positionMode: 1,
      makerFeeRate: '0.0002',
      takerFeeRate: '0.0006',
      contracts: [{ symbol: 'BTCUSDT', longLeverage: 50 }],
    })
    expect(accountView(fixture.state, BOB, { makerPpm: -50, takerPpm: 0 })).toMatchObject({
      makerFeeRate: '-0.00005',
      takerFeeRate: '0',
      contracts: [],
    })
  })

  it('say which way positions are held', () => {
    fixture.send({
      kind: 'futuresPositionMode',
      realm: 'live',
      userId: 'ann',
      mode: 'two_way',
    })
    const { positionMode } = accountView(fixture.state, ANN, { makerPpm: 0, takerPpm: 0 })
    expect(positionMode).toBe(2)
  })
})

describe('a position (futures 3, futures 11)', () => {
  let fixture: Fixture
  beforeEach(() => void (fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 5_000 } })))
  const positionOf = (trader: typeof ANN | typeof BOB = ANN) =>
    positionViews(fixture.state, trader)[0]

  it('is none before anything traded', () => {
    fixture.place('ann', 'buy', { lots: 100, ticks: 590_000 })
    expect(positionViews(fixture.state, ANN)).toEqual([])
  })

  it('has the prices of a long, rounded against the user', () => {
    annBuys(fixture)
    fixture.prices(610_000)
    expect(positionOf()).toMatchObject({
      symbol: 'BTCUSDT',
      marginCoin: 'USDT',
      positionSide: 1,
      marginMode: 2,
      positionMode: 1,
      openDealCount: '1.000',
      closeDealCount: '0.000',
      openAvgPrice: '60000.0',
      positionsOpenAvgPrice: '60000.0',
      positionsOpenMarginCount: '3000',
      positionsCount: '1.000',
      count: '1.000',
      openLevel: 20,
      achievedProfits: '0',
      fees: '36',
      fundingPaid: '0',
      settled: '0',
      markPrice: '61000.0',
      unrealisedPnl: '1000',
      // 1000 · 20 / 61000
      roe: '32.79',
      // 9964 + P − 60000 = 0.0056 P − 50
      liquidationPrice: '50267.5',
      // (61000 − 10964) / 0.9994
      bankruptcyPrice: '50066.1',
      marginRatio: '2.66',
      // 60036 / 0.9994
      breakEvenPrice: '60072.1',
      takeProfit: null,
      stopLoss: null,
      autoMargin: false,
    })
  })

  it('has the prices of a short', () => {
    fixture.quote('buy', 600_000, 500)
    fixture.place('bob', 'sell', { lots: 500, ticks: 600_000 })
    fixture.prices(610_000)
    expect(positionOf(BOB)).toMatchObject({
      positionSide: 2,
      positionsCount: '0.500',
      count: '0.500',
      fees: '18',
      unrealisedPnl: '-500',
      roe: '-32.79',
      // 4982 + 30000 − P/2 = 0.0046 · P/2
      liquidationPrice: '69643.6',
      // 34982 / (0.5 · 1.0006)
      bankruptcyPrice: '69922.0',
      // (0.4 % + 0.06 %) · 30500 of 4482
      marginRatio: '3.14',
      // 29982 / (0.5 · 1.0006)
      breakEvenPrice: '59928.0',
    })
  })

  it('is realised by the part that was closed', () => {
    annBuys(fixture)
    fixture.prices(610_000)
    fixture.quote('buy', 610_000, 400)
    fixture.place('ann', 'sell', { lots: 400, ticks: 610_000 })
    // 0.4 · 1000 less nothing; its fee is 14.64.
    expect(positionOf()).toMatchObject({
      openDealCount: '1.000',
      closeDealCount: '0.400',
      positionsCount: '0.600',
      positionsOpenAvgPrice: '60000.0',
      achievedProfits: '400',
      fees: '50.64',
      unrealisedPnl: '600',
    })
    expect(walletView(fixture.state, ANN, 'USDT').balance).toBe('10349.36')
  })

  it('averages what it was opened at', () => {
    annBuys(fixture, 100)
    fixture.quote('sell', 600_500, 200)
    fixture.place('ann', 'buy', { lots: 200, ticks: 600_500 })
    // (60000 + 2 · 60050) / 3
    expect(positionOf()?.openAvgPrice).toBe('60033.3')
  })

  it('leaves open what an order that closes has not taken yet', () => {
    annBuys(fixture)
    fixture.place('ann', 'sell', { lots: 300, ticks: 620_000, reduceOnly: true })
    expect(positionOf()).toMatchObject({ positionsCount: '1.000', count: '0.700' })
  })

  it('says nothing of a market without a fresh mark', () => {
    annBuys(fixture)
    fixture.prices(0, BTC, 600_000)
    expect(positionOf()).toMatchObject({
      positionsCount: '1.000',
      markPrice: null,
      unrealisedPnl: null,
      roe: null,
      liquidationPrice: null,
      bankruptcyPrice: null,
      marginRatio: null,
      adl: 0,
    })
  })

  it('has no price where enough money stands behind it', () => {
    fixture.fund('ann', 1_000_000)
    annBuys(fixture)
    expect(positionOf()).toMatchObject({ liquidationPrice: null, markPrice: '60000.0' })
  })

  it('has the isolated margin that was put in', () => {
    isolate(fixture, 'ann')
    annBuys(fixture)
    expect(positionOf()).toMatchObject({ marginMode: 1, positionsOpenMarginCount: '3000' })
  })

  it('shows the exits that wait for all of it', () => {
    annBuys(fixture)
    fixture.send({
      kind: 'futuresExits',
      realm: 'live',
      userId: 'ann',
      symbol: BTC,
      side: 'net',
      makerPpm: 200,
      takerPpm: 600,
      exits: {
        takeProfit: { by: 'mark', ticks: 650_000, limit: 649_000 },
        stopLoss: { by: 'mark', ticks: 550_000 },
      },
    })
    expect(positionOf()).toMatchObject({
      takeProfit: { triggerPrice: '65000.0', price: '64900.0' },
      stopLoss: { triggerPrice: '55000.0', price: null },
    })
  })

  it('counts in coin for an inverse contract', () => {
    fixture.fund('ann', 1, 'BTC')
    fixture.prices(600_000, COIN)
    fixture.quote('sell', 600_000, 60, COIN)
    fixture.place('ann', 'buy', { symbol: COIN, lots: 60, ticks: 600_000 })
    fixture.prices(500_000, COIN)
    // 6000 USD were 0.1 BTC and are 0.12 now: a long lost 0.02.
    expect(positionOf()).toMatchObject({
      symbol: 'BTCUSD',
      marginCoin: 'BTC',
      positionsCount: '60',
      openAvgPrice: '60000.0',
      unrealisedPnl: '-0.02',
      fees: '0.00006',
      // −0.02 · 20 / 0.12
      roe: '-333.33',
    })
  })
})

describe('two contracts in one wallet', () => {
  it('need both prices, and share what stands behind them', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.prices(300_000, ETH)
    annBuys(fixture)
    fixture.quote('sell', 300_000, 1_000, ETH)
    fixture.place('ann', 'buy', { symbol: ETH, lots: 1_000, ticks: 300_000 })
    // 36 and 1.8 of fees; (0.56 % · 60000 − 50) and 0.46 % · 3000.
    expect(walletView(fixture.state, ANN, 'USDT')).toMatchObject({
      equity: '9962.2',
      requirement: '299.8',
      initialMargin: '3150',
    })
    fixture.prices(0, ETH, 300_000)
    expect(walletView(fixture.state, ANN, 'USDT').equity).toBeNull()
    expect(positionViews(fixture.state, ANN).map(({ markPrice }) => markPrice)).toEqual([
      null,
      null,
    ])
  })
})
