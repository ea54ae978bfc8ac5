import { describe, expect, it } from 'vitest'
import {
  deleveragedDetail,
  deleveragedView,
  liquidationDetail,
  liquidationsFrom,
  liquidationView,
  publicView,
} from './liquidationViews.ts'
import type { DeleveragedRow, StepRow } from './recordQueries.ts'

const BTC = 'usdt/BTCUSDT'
const START = Date.UTC(2026, 0, 5, 7)

/** A slice of 0.219 BTC of a long position with cross margin. */
const row = (changes: Partial<StepRow> = {}): StepRow => ({
  liquidation_id: 7n,
  seq: 70n,
  realm: 'live',
  user_id: '1000000001',
  wallet: 'user:1000000001/futures',
  asset: 'USDT',
  step: 'reduce',
  equity: '28190000000',
  requirement: '28197864000',
  equity_after: '26632071668',
  requirement_after: '21297615394',
  symbol: BTC,
  side: 'net',
  lots: 219n,
  ticks: 590_354n,
  prices: [[BTC, 592_819, 592_800]],
  inputs: {
    wallet: '100000000000',
    positions: [
      {
        symbol: BTC,
        lots: 1_000,
        cost: '6000000000000',
        settled: '0',
        mark: 592_819,
        maintenancePpm: '5000',
        cum: '5000000000',
        takerPpm: '600',
      },
    ],
    exposures: [
      [BTC, '5928190000000', { maintenancePpm: '5000', cum: '5000000000', takerPpm: '600' }],
    ],
  },
  price_hash: 'f'.repeat(64),
  at: BigInt(START),
  filled: '219',
  tick_lots: '129827361',
  fee: '778964166',
  liquidation_fee: '778964166',
  fund_paid: '0',
  exchange_paid: '0',
  realised_early: '0',
  released: '0',
  fills: [[592_819, 219, '778964166']],
  taken: [],
  previous_id: null,
  lost: '17286568332',
  cancelled: 0,
  ...changes,
})

const running = { isRunning: true }
const ended = { isRunning: false }

describe('liquidations out of steps (futures 6)', () => {
  it('joins the steps of a wallet that follow each other (futures 6)', () => {
    const at = (seconds: number) => BigInt(START + seconds * 1_000)
    const isolated = 'user:1000000001/futures/usdt/BTCUSDT/net'
    const found = liquidationsFrom([
      row({ liquidation_id: 1n, step: 'cancel', at: at(0) }),
      row({ liquidation_id: 2n, at: at(0) }),
      row({ liquidation_id: 3n, wallet: isolated, at: at(1) }),
      row({ liquidation_id: 4n, at: at(60) }),
      row({ liquidation_id: 5n, asset: 'BTC', at: at(60) }),
      row({ liquidation_id: 6n, at: at(121) }),
    ])
    expect(found.map((steps) => steps.map(({ liquidation_id: id }) => Number(id)))).toEqual([
      [6],
      [5],
      [3],
      [1, 2, 4],
    ])
    expect(liquidationsFrom([])).toEqual([])
  })

  it('names the contract of an isolated margin, none of a cross wallet (futures 2)', () => {
    expect(liquidationView([row()], ended)).toEqual({
      liquidationId: '7',
      kind: 'liquidation',
      marginMode: 2,
      marginCoin: 'USDT',
      symbol: null,
      startedAt: START,
      endedAt: START,
      lost: '172.86568332',
    })
    const wallet = 'user:1000000001/futures/usdt/BTCUSDT/net'
    expect(liquidationView([row({ wallet })], running)).toMatchObject({
      marginMode: 1,
      symbol: 'BTCUSDT',
      endedAt: null,
    })
  })

  it('adds up what its steps lost (futures 6)', () => {
    const steps = [row({ lost: '100000000' }), row({ lost: '-30000000' }), row({ lost: '0' })]
    expect(liquidationView(steps, ended).lost).toBe('0.7')
  })
})

describe('a step of a liquidation (futures 6)', () => {
  const stepOf = (changes: Partial<StepRow> = {}) =>
    liquidationDetail([row(changes)], ended).steps[0]

  it('shows a slice with what it traded and paid (futures 6)', () => {
    expect(stepOf()).toMatchObject({
      step: 3,
      symbol: 'BTCUSDT',
      side: 'sell',
      size: '0.219',
      filled: '0.219',
      avgPrice: '59281.9',
      bankruptcyPrice: '59035.4',
      markPrice: '59281.9',
      indexPrice: '59280.0',
      equityBefore: '281.9',
      requirementBefore: '281.97864',
      equityAfter: '266.32071668',
      requirementAfter: '212.97615394',
      fee: '7.78964166',
      liquidationFee: '7.78964166',
      fundPaid: '0',
    })
  })

  it.each<[number, Partial<StepRow>]>([
    [1, { step: 'cancel', symbol: null, side: null, lots: null, ticks: null, cancelled: 3 }],
    [2, { step: 'net', symbol: null, side: null, lots: null, ticks: null }],
    [3, { step: 'reduce' }],
    [4, { step: 'reduce', equity: '-1' }],
    [4, { step: 'reduce', equity: '0' }],
    [5, { step: 'deleverage', equity: '-1', filled: '0', tick_lots: '0' }],
  ])('is number %i of %o (futures 6)', (number, changes) => {
    expect(stepOf(changes)?.step).toBe(number)
  })

  it('has no price where nothing traded (futures 6)', () => {
    expect(stepOf({ filled: '0', tick_lots: '0' })).toMatchObject({
      filled: '0.000',
      avgPrice: null,
    })
    const cancel = stepOf({ step: 'cancel', symbol: null, side: null, lots: null, ticks: null })
    expect(cancel).toMatchObject({ symbol: null, side: null, size: '0', bankruptcyPrice: null })
  })

  it('closes all of it at the bankruptcy price (futures 6)', () => {
    const changes = { step: 'deleverage', filled: '0', tick_lots: '0' } as const
    expect(stepOf(changes)).toMatchObject({ filled: '0.219', avgPrice: '59035.4' })
  })

  it('buys where the position was short, in either mode (futures 4)', () => {
    expect(stepOf({ side: 'short' })?.side).toBe('buy')
    expect(stepOf({ side: 'long' })?.side).toBe('sell')
    const [long] = row().inputs?.positions ?? []
    const inputs = long && {
      wallet: '0',
      positions: [{ ...long, lots: -1_000 }],
      exposures: [],
    }
    expect(stepOf(inputs ? { inputs } : {})?.side).toBe('buy')
  })

  it('says what it was computed from in decimals (futures 14)', () => {
    const { inputs, steps } = liquidationDetail([row()], ended)
    const rates = { maintenanceRate: '0.005', maintenanceAmount: '50', takerFeeRate: '0.0006' }
    expect(steps[0]?.inputs).toEqual(inputs)
    expect(inputs).toEqual({
      walletBalance: '1000',
      positions: [
        {
          symbol: 'BTCUSDT',
          positionSide: 1,
          size: '1.000',
          contractValue: null,
          cost: '60000',
          settled: '0',
          markPrice: '59281.9',
          ...rates,
        },
      ],
      exposures: [
        {
          symbol: 'BTCUSDT',
          exposure: '59281.9',
          ...rates,
        },
      ],
      equity: '281.9',
      requirement: '281.97864',
    })
  })

  it('has no inputs of steps from before they were kept (futures 14)', () => {
    const old = { inputs: null, equity_after: null, requirement_after: null, price_hash: null }
    expect(stepOf(old)).toMatchObject({
      inputs: null,
      equityAfter: null,
      requirementAfter: null,
      priceHash: null,
    })
  })
})

describe('what everybody may see (futures 14)', () => {
  it('is a step without its user and wallet (futures 14)', () => {
    const shown = publicView(row())
    expect(shown).toMatchObject({ liquidationId: '7', positionSide: 1, side: 'sell', step: 3 })
    expect(JSON.stringify(shown)).not.toContain('1000000001')
  })

  it('names the step before it, and each fill (futures 14)', () => {
    expect(publicView(row({ previous_id: 6n }))).toMatchObject({
      previousId: '6',
      marginMode: 2,
      marginCoin: 'USDT',
      equityAfter: '266.32071668',
      fills: [{ price: '59281.9', size: '0.219', fee: '7.78964166' }],
      prices: [{ symbol: 'BTCUSDT', markPrice: '59281.9', indexPrice: '59280.0' }],
    })
  })

  it('has the steps that traded nothing (futures 14)', () => {
    const none = { symbol: null, side: null, lots: null, ticks: null, fills: [] }
    expect(publicView(row({ ...none, step: 'cancel', cancelled: 3 }))).toMatchObject({
      step: 1,
      symbol: null,
      side: null,
      bankruptcyPrice: null,
      markPrice: null,
      cancelledOrders: 3,
      netted: [],
      fills: [],
    })
    const [long] = row().inputs?.positions ?? []
    const inputs = long && {
      wallet: '0',
      positions: [
        { ...long, side: 'long', lots: 1_000 },
        { ...long, side: 'short', lots: -400 },
      ],
      exposures: [],
    }
    expect(publicView(row({ ...none, step: 'net', inputs: inputs ?? null }))).toMatchObject({
      step: 2,
      netted: [{ symbol: 'BTCUSDT', size: '0.400', price: '59281.9' }],
    })
  })

  it('says who closed a bankrupt position, without names (futures 14)', () => {
    const step = { step: 'deleverage', equity: '-1', fills: [], exchange_paid: '5' } as const
    expect(publicView(row({ ...step, taken: [100, 19] }))).toMatchObject({
      step: 5,
      exchangePaid: '0.00000005',
      takenBy: [
        { kind: 'exchange', size: '0.100' },
        { kind: 'customer', size: '0.100' },
        { kind: 'customer', size: '0.019' },
      ],
    })
    expect(publicView(row({ ...step, taken: [219] })).takenBy).toEqual([
      { kind: 'customer', size: '0.219' },
    ])
  })
})

describe('a deleveraged position (futures 6)', () => {
  const taken: DeleveragedRow = {
    liquidation_id: 9n,
    symbol: 'coin/BTCUSD',
    side: 'short',
    lots: 5n,
    ticks: 590_000n,
    result: '250000',
    margin_mode: 'isolated',
    at: BigInt(START),
  }

  it('shows what it realised as a loss below zero (futures 6)', () => {
    expect(deleveragedView(taken)).toMatchObject({
      liquidationId: 'adl9',
      kind: 'deleveraged',
      marginMode: 1,
      marginCoin: 'BTC',
      symbol: 'BTCUSD',
      lost: '-0.0025',
    })
    const { steps } = deleveragedDetail(taken)
    expect(steps).toMatchObject([{ step: 5, size: '5', filled: '5', avgPrice: '59000.0' }])
    // What decided it is of the account of another.
    for (const figure of ['markPrice', 'indexPrice', 'equityBefore', 'requirementBefore'])
      expect(steps[0]).not.toHaveProperty(figure)
  })
})
