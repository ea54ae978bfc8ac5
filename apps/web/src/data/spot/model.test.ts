import { describe, expect, it } from 'vitest'
import {
  filledPercent,
  isArmed,
  isBookStatus,
  isLiveStatus,
  isOnlyArmed,
  latestFirst,
  pairName,
  sizeUnitOf,
  type SpotOrder,
  wireSymbol,
} from './model.ts'

const TRIGGER = {
  kind: 'stop',
  triggerBy: 'last',
  direction: 'falls',
  triggerPrice: '1',
  price: null,
} as const

const order = {
  size: '3',
  sizeUnit: 'base',
  filled: '1',
  filledQuote: '0',
  status: 'partially_filled',
} as const

describe('how much of an order is traded', () => {
  it('is cut, never rounded up to done', () => {
    expect(filledPercent(order)).toBe('33.3')
    expect(filledPercent({ ...order, filled: '2.9999' })).toBe('99.9')
  })
  it.each([
    ['0', '0'],
    ['-1', '0'],
    ['0.000', '0'],
  ])('is nothing of an order of size %s', (size, percent) => {
    expect(filledPercent({ ...order, size })).toBe(percent)
  })
  it('counts what is spent of a budget', () => {
    expect(filledPercent({ ...order, size: '200', sizeUnit: 'quote', filledQuote: '50' })).toBe(
      '25.0',
    )
  })
  it('is fully traded once the server says so, despite a remainder', () => {
    expect(
      filledPercent({
        ...order,
        size: '200',
        sizeUnit: 'quote',
        filledQuote: '199.9',
        status: 'filled',
      }),
    ).toBe('100')
  })
})

describe('an order that waits', () => {
  it.each([
    ['for another order, without a trigger', { status: 'waiting' }, true],
    ['for a price', { status: 'waiting', triggers: [TRIGGER], firedAt: null }, true],
    ['for nothing, in the book', { status: 'open', triggers: [], firedAt: null }, false],
    ['for its stop beside the book', { status: 'open', triggers: [TRIGGER], firedAt: null }, false],
    ['no longer', { status: 'cancelled', triggers: [TRIGGER], firedAt: null }, false],
  ] as const)('is listed with triggers: %s', (_name, waiting, isOnly) => {
    expect(isOnlyArmed(waiting)).toBe(isOnly)
  })
})

describe('what is live', () => {
  it.each([
    ['open', true, true],
    ['new', true, true],
    ['partially_filled', true, true],
    ['waiting', false, true],
    ['filled', false, false],
    ['cancelled', false, false],
    ['of_a_later_version', false, false],
  ])('says of %s whether it is in the book: %s, live: %s', (status, isInBook, isLive) => {
    expect([isBookStatus(status), isLiveStatus(status)]).toEqual([isInBook, isLive])
  })

  it.each([
    ['an OCO whose limit rests', { status: 'open', triggers: [TRIGGER], firedAt: null }, true],
    ['one that has fired', { status: 'open', triggers: [TRIGGER], firedAt: 5 }, false],
    ['one without triggers', { status: 'open' }, false],
    ['one of a list, without a trigger of its own', { status: 'waiting' }, true],
    ['one that ended', { status: 'filled', triggers: [TRIGGER] }, false],
  ] as const)('says whether it is armed: %s', (_what, given, armed) => {
    expect(isArmed(given)).toBe(armed)
  })
})

describe('lists of orders', () => {
  const row = (orderId: string, createdAt: number, status = 'open') =>
    ({ orderId, createdAt, status }) as SpotOrder

  it('have the newest first, by moment and then by number', () => {
    const sorted = latestFirst([row('9', 1), row('10', 1), row('2', 5)])
    expect(sorted.map(({ orderId }) => orderId)).toEqual(['2', '10', '9'])
  })

  it('have each order once, as it came last', () => {
    const [only, ...others] = latestFirst([row('9', 1), row('9', 1, 'filled')])
    expect([only?.status, others]).toEqual(['filled', []])
  })
})

describe('the names of a symbol', () => {
  it.each([
    ['BTCUSDT', 'BTCUSDT'],
    ['usdt/BTCUSDT', 'BTCUSDT'],
    ['coin/BTCUSD', 'BTCUSD'],
  ])('has %s on the wire as %s', (symbol, wire) => {
    expect(wireSymbol({ symbol })).toBe(wire)
  })

  it('counts sizes in the base coin, contracts in their own unit', () => {
    expect([
      sizeUnitOf({ base: 'BTC' }),
      sizeUnitOf({ base: 'BTC', sizeUnit: 'contracts' }),
    ]).toEqual(['BTC', 'contracts'])
  })

  it('names a pair by its coins, a contract by its name', () => {
    const pair = { base: 'BTC', quote: 'USDT' }
    expect([pairName(pair), pairName({ ...pair, name: 'BTCUSD' })]).toEqual(['BTC/USDT', 'BTCUSD'])
  })
})
