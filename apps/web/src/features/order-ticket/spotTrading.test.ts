import { RequestError } from '@x/request'
import { createMemoryStorage } from '@x/kit/testing'
import type { BookView } from '@x/market'
import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { SPOT_FUNDS, type FundsChoice } from './fundsChoice.ts'
import { newDraft, type OrderDraft } from './orderDraft.ts'
import { trading } from './spotTrading.ts'
import { spec } from './testing/ticketFixture.ts'

const level = (price: string, size = '1') => ({ price, size, total: size })
const BOOK = {
  status: 'live',
  bids: [level('59999.00'), level('59990.00')],
  asks: [level('60001.00'), level('60010.00')],
} as unknown as BookView
const market = {
  book: BOOK,
  ticker: { last: '60000.00' },
  spec,
  available: { base: '1', quote: '1000' },
} as const
type Market = Parameters<typeof trading.check>[1]

const draftOf = (part: Partial<OrderDraft>): OrderDraft => ({
  ...newDraft('buy'),
  price: '60000',
  amount: '0.01',
  ...part,
})
const check = (part: Partial<OrderDraft>, over: Partial<Market> = {}) =>
  trading.check(draftOf(part), { ...market, ...over })
/** The refusals by field, with the bound that is said. */
const problemsOf = (part: Partial<OrderDraft>, over: Partial<Market> = {}) =>
  Object.entries(check(part, over).problems).map(([field, problem]) => [
    field,
    problem?.refusal,
    problem?.limit,
  ])

describe('the verdict on the grid of a pair (wire 10)', () => {
  it.each([
    ['a price of whole ticks', { price: '60000.01' }, []],
    ['zeros behind the tick', { price: '60000.0100' }, []],
    ['a price between ticks', { price: '60000.005' }, [['price', 'tick', '0.01']]],
    ['a size of one step more', { amount: '0.01001' }, []],
    ['a size between steps', { amount: '0.010005' }, [['amount', 'step', '0.00001']]],
    [
      'an exit between ticks',
      { hasExits: true, takeProfit: '66000.001' },
      [['takeProfit', 'tick', '0.01']],
    ],
    [
      'the limit of an exit between ticks',
      { hasExits: true, stopLoss: '59000', stopLossLimit: '58999.999' },
      [['stopLossLimit', 'tick', '0.01']],
    ],
    [
      'a trigger between ticks',
      { type: 'stop_market', trigger: '61000.001', unit: 'base' },
      [['trigger', 'tick', '0.01']],
    ],
  ] as const)('is found for %s', (_what, part, problems) => {
    expect(problemsOf(part)).toEqual(problems)
  })
})

describe('the least value of an order (wire 10)', () => {
  it.each([
    ['limit', { amount: '0.00009' }, ['amount', 'minimum', '5']],
    ['sale at the market', { side: 'sell', type: 'market', amount: '0.00008' }, ['amount']],
    ['buy by cost', { type: 'market', total: '4.99' }, ['total', 'minimum', '5']],
    [
      'stop',
      { type: 'stop_limit', trigger: '61000', price: '61000', amount: '0.00008' },
      ['amount'],
    ],
  ] as const)('is missed by a %s', (_type, part, [field, refusal = 'minimum', limit = '5']) => {
    expect(problemsOf({ price: '50000', ...part })).toEqual([[field, refusal, limit]])
  })

  it.each([
    ['limit', { price: '50000', amount: '0.0001' }],
    ['buy by cost', { type: 'market', total: '5' }],
    ['sale at the market', { side: 'sell', type: 'market', amount: '0.00009' }],
  ] as const)('is met to the last digit by a %s', (_type, part) => {
    expect(check(part)).toEqual({ problems: {}, missing: undefined, isReady: true })
  })

  it('is the price of a step where that is dearer', () => {
    const coarse = { ...spec, stepSize: '1' }
    expect(problemsOf({ type: 'market', total: '60000' }, { spec: coarse })).toContainEqual([
      'total',
      'minimum',
      '60001',
    ])
  })
})

describe('the band around the last price (trading 7)', () => {
  it.each([
    ['lowest', '48000.00', []],
    ['below', '47999.99', [['price', 'protection', '48000.00']]],
    ['highest', '72000.00', []],
    ['above', '72000.01', [['price', 'protection', '72000.00']]],
  ])('takes the %s price it holds: %s', (_end, price, problems) => {
    expect(problemsOf({ side: 'sell', price, amount: '0.01' })).toEqual(problems)
  })

  it('says what it was measured against', () => {
    expect(check({ price: '72000.01' }).problems.price).toMatchObject({ lastPrice: '60000.00' })
    expect(check({ price: '60000.001' }).problems.price).not.toHaveProperty('lastPrice')
  })

  it('is none before the first trade', () => {
    expect(problemsOf({ side: 'sell', price: '1000', amount: '1' }, { ticker: undefined })).toEqual(
      [],
    )
  })

  it('lies around the trigger of an order that waits', () => {
    const stop = { type: 'stop_limit', trigger: '100000', amount: '0.001' } as const
    expect(problemsOf({ ...stop, price: '120000' })).toEqual([])
    expect(problemsOf({ ...stop, price: '120000.01' })).toEqual([
      ['price', 'protection', '120000.00'],
    ])
  })

  it('refuses an order at the market that nobody takes', () => {
    const empty = { ...BOOK, asks: [] } as BookView
    expect(problemsOf({ type: 'market', total: '100' }, { book: empty })).toEqual([
      ['total', 'protection', undefined],
    ])
  })
})

describe('the balance of an order (wire 10)', () => {
  it.each([
    ['exactly what there is', { price: '50000', amount: '0.02' }, []],
    ['a step more', { price: '50000', amount: '0.02001' }, [['total', 'balance', '1000']]],
    ['a budget above it', { type: 'market', total: '1000.01' }, [['total', 'balance', '1000']]],
    ['all of the coin', { side: 'sell', amount: '1' }, []],
    ['more than the coin', { side: 'sell', amount: '1.00001' }, [['amount', 'balance', '1']]],
  ] as const)('is held against %s', (_what, part, problems) => {
    expect(problemsOf(part)).toEqual(problems)
  })

  it('counts a buy at the market in coin at its protection price', () => {
    const buy = { type: 'market', unit: 'base' } as const
    // 60,001 and 5 % are 63,001.05: 0.01587 of it cost 999.83, a step more 1,000.46.
    expect(problemsOf({ ...buy, amount: '0.01587' })).toEqual([])
    expect(problemsOf({ ...buy, amount: '0.01588' })).toEqual([['amount', 'balance', '1000']])
  })

  it('counts an OCO buy by its dearer leg', () => {
    const oco = { type: 'oco', price: '50000', trigger: '62500', amount: '0.016' } as const
    expect(problemsOf({ ...oco, stop: '62500' })).toEqual([])
    expect(problemsOf({ ...oco, stop: '62500.01' })).toEqual([['total', 'balance', '1000']])
  })

  it('is not asked for while it is unknown', () => {
    expect(problemsOf({ amount: '1000' }, { available: undefined })).toEqual([])
  })

  it('is asked for only once the order is on the grid', () => {
    expect(problemsOf({ amount: '1000.000001' })).toEqual([['amount', 'step', '0.00001']])
  })
})

describe('the side on which a price must lie (trading 2)', () => {
  it.each([
    ['buy stop at the last price', { type: 'stop_market', trigger: '60000' }, 'trigger'],
    ['buy stop below', { type: 'stop_market', trigger: '59999.99' }, 'trigger'],
    ['buy stop above', { type: 'stop_market', trigger: '60000.01' }, undefined],
    ['sell stop above', { type: 'stop_market', side: 'sell', trigger: '60001' }, 'trigger'],
    ['sell stop below', { type: 'stop_market', side: 'sell', trigger: '59999' }, undefined],
    ['trailing buy above', { type: 'trailing', trigger: '60001' }, 'trigger'],
    ['trailing buy below', { type: 'trailing', trigger: '59999' }, undefined],
    ['take profit of a buy below', { hasExits: true, takeProfit: '59999' }, 'takeProfit'],
    ['take profit of a buy above', { hasExits: true, takeProfit: '60000.01' }, undefined],
    ['stop loss of a buy above', { hasExits: true, stopLoss: '60000.01' }, 'stopLoss'],
    [
      'take profit of a sale above',
      { side: 'sell', hasExits: true, takeProfit: '60001' },
      'takeProfit',
    ],
    ['stop loss of a sale below', { side: 'sell', hasExits: true, stopLoss: '59999' }, 'stopLoss'],
  ] as const)('is judged for a %s', (_what, part, field) => {
    const found = problemsOf({ unit: 'base', amount: '0.001', ...part })
    expect(found.map(([name, refusal]) => [name, refusal])).toEqual(
      field ? [[field, 'direction']] : [],
    )
  })
})

describe('the request of a spot draft (wire 10)', () => {
  const requestOf = (
    part: Partial<OrderDraft> = {},
    { funds = SPOT_FUNDS, stored }: { funds?: FundsChoice; stored?: string } = {},
  ) => {
    const storage = createMemoryStorage()
    if (stored !== undefined) storage.set(STORAGE_KEYS.selfTrade, stored)
    return trading.toRequest(draftOf(part), { spec, storage, funds })
  }
  const plain = {
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'limit',
    price: '60000',
    size: '0.01',
  }

  it('leaves out what the gateway takes by default', () => {
    expect(requestOf()).toEqual(plain)
  })

  it.each([
    ['maker', 'maker'],
    ['both', 'both'],
    ['taker', undefined],
    // Of earlier versions, and of nobody.
    ['none', undefined],
    ['', undefined],
    ['MAKER', undefined],
  ])('names who gives way to own orders: %o', (stored, sent) => {
    expect(requestOf({}, { stored })).toEqual({
      ...plain,
      ...(sent === undefined ? {} : { selfTradePrevention: sent }),
    })
  })

  it.each([
    [{ account: 'cross', loan: 'none' }, { funds: 'cross' }],
    [
      { account: 'cross', loan: 'auto' },
      { funds: 'cross', loan: 'auto' },
    ],
    [
      { account: 'isolated', loan: 'both' },
      { funds: 'isolated', loan: 'both' },
    ],
    [
      { account: 'isolated', loan: 'repay' },
      { funds: 'isolated', loan: 'repay' },
    ],
    // A loan that was chosen before the account went back to spot.
    [{ account: 'spot', loan: 'auto' }, {}],
  ] as const)('names the funds that it trades: %o', (funds, sent) => {
    expect(requestOf({}, { funds })).toEqual({ ...plain, ...sent })
  })

  it.each([
    ['limit', ['side', 'orderType', 'price', 'size']],
    ['market', ['side', 'orderType', 'size', 'sizeUnit']],
    ['stop_limit', ['side', 'orderType', 'price', 'size', 'triggerPrice']],
    ['stop_market', ['side', 'orderType', 'size', 'sizeUnit', 'triggerPrice']],
    ['oco', ['side', 'orderType', 'price', 'size', 'triggerPrice', 'stopPrice']],
    ['trailing', ['side', 'orderType', 'size', 'sizeUnit', 'triggerPrice', 'callbackRate']],
  ] as const)('has the fields of its type alone: %s', (type, fields) => {
    const full = { type, total: '600', trigger: '61000', stop: '61500', rate: '2' } as const
    expect(Object.keys(requestOf(full)).toSorted()).toEqual(['symbol', ...fields].toSorted())
  })
})

describe('the field of a refusal (wire 10)', () => {
  it.each([
    ['40201', undefined, 'amount'],
    ['40202', undefined, 'price'],
    ['40203', undefined, 'amount'],
    ['40204', 'size', 'amount'],
    ['40205', undefined, 'price'],
    ['40206', undefined, 'price'],
    ['40207', undefined, 'amount'],
    ['40208', 'takeProfitTriggerPrice', 'takeProfit'],
    ['40208', undefined, undefined],
    ['40010', 'callbackRate', 'rate'],
    ['40010', 'orderType', undefined],
    ['40222', 'size', undefined],
    [undefined, 'price', undefined],
  ] as const)('is chosen for %s about %s: %s', (code, named, field) => {
    expect(trading.refusedField(draftOf({}), { code, named })).toBe(field)
  })
})

describe('a code that also decides an earlier attempt', () => {
  it.each(['40010', '40201', '40208', '40222'])('is %s', (code) => {
    expect(trading.decided).toContain(code)
  })

  it.each(['401', '40901', '42900', '50000'])('is not %s', (code) => {
    expect(trading.decided).not.toContain(code)
  })
})

describe('the text of a refused order', () => {
  const catalog = {
    getState: () => ({
      locale: 'en',
      messages: { app: { 'error.other': 'Something went wrong.', 'error.balance': 'Too little.' } },
      parts: { margin: { 'margin.error.level': 'The level would be too low.' } },
    }),
  }
  const textOf = (code: string) =>
    trading.errorText?.(new RequestError('business', { message: 'refused', code }), {
      catalog,
    } as never)

  it('is of the margin account where the order borrows', () => {
    expect(textOf('40222')).toBe('The level would be too low.')
  })

  it('is of the order otherwise', () => {
    expect(textOf('40201')).toBe('Too little.')
  })
})
