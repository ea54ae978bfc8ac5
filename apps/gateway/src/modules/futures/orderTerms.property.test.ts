import type { PlaceFuturesOrderRequest } from '@x/api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BTC, COIN, createFuturesFixture } from '../../exchange/futures/testing/futuresFixture.ts'
import { contractOf } from '../../exchange/state/state.ts'
import { GatewayError } from '../../platform/http/route.ts'
import {
  digestOf,
  exitsOf,
  futuresTerms,
  newClientOid,
  protectionTicks,
  readCallback,
  readLots,
  readTicks,
  type TermsContext,
} from './orderTerms.ts'

const { state } = createFuturesFixture()
const btc = contractOf(state, BTC).instrument
const coin = contractOf(state, COIN).instrument
const quotes = { last: 600_000, mark: 600_100, index: 599_900, opposite: 600_050 }
const base: PlaceFuturesOrderRequest = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60000',
  size: '0.5',
}
const terms = (
  changes: Partial<PlaceFuturesOrderRequest> = {},
  { id = BTC, ...own }: Partial<TermsContext> & { readonly id?: string } = {},
) =>
  futuresTerms(
    { ...base, ...changes },
    { market: contractOf(state, id), mode: 'one_way', quotes, leverageOf: () => 20, ...own },
  )

/** Code and field of a refusal. */
function refusalOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { field = '' } = (error.data ?? {}) as { readonly field?: string }
    return `${error.code} ${field}`.trim()
  }
}
const MAX = Number.MAX_SAFE_INTEGER

describe('a price', () => {
  it.each([
    ['60000', 600_000],
    ['60000.0', 600_000],
    ['60000.10', 600_001],
    ['0.1', 1],
    ['00.1', 1],
  ])('reads %s as %d ticks', (price, ticks) =>
    expect(refusalOf(() => readTicks({ price }, 'price', btc))).toBe(ticks),
  )

  it.each([
    ['0.05', '40202 price'],
    ['60000.01', '40202 price'],
    ['0', '40010 price'],
    ['-0.1', '40010 price'],
    [`${MAX}`, '40010 price'],
    ['abc', '40010 price'],
    ['6e4', '40010 price'],
    ['60,000', '40010 price'],
  ])('refuses %s with %s', (price, refusal) =>
    expect(refusalOf(() => readTicks({ price }, 'price', btc))).toBe(refusal),
  )

  it('is none where it is not given', () => {
    expect(
      [{}, { price: null }, { price: '' }].map((of) => readTicks<'price'>(of, 'price', btc)),
    ).toEqual([undefined, undefined, undefined])
  })

  it('says the tick that it has to be a multiple of', () => {
    expect(() => readTicks({ price: '1.23' }, 'price', btc)).toThrow(
      expect.objectContaining({ data: { field: 'price', limit: '0.1' } }),
    )
  })

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (ticks) => {
        expect(readTicks({ price: (ticks / 10).toFixed(1) }, 'price', btc)).toBe(ticks)
      }),
    )
  })
})

describe('a size', () => {
  it.each([
    [btc, '0.001', 1],
    [btc, '0.0010', 1],
    [btc, '12', 12_000],
    [coin, '1', 1],
    [coin, '1.0', 1],
  ])('is counted in lots', (instrument, size, lots) =>
    expect(readLots({ size }, 'size', instrument)).toBe(lots),
  )

  it.each([
    [btc, '0.0005', '40203 size'],
    [coin, '1.5', '40203 size'],
    [btc, '0', '40010 size'],
    [btc, '-1', '40010 size'],
    [btc, '9'.repeat(20), '40010 size'],
    [btc, '1 BTC', '40010 size'],
  ])('is refused where it is none', (instrument, size, refusal) =>
    expect(refusalOf(() => readLots({ size }, 'size', instrument))).toBe(refusal),
  )
})

describe('a size in money', () => {
  it('buys as many lots as it pays for, and not one more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 2_000_000 }),
        fc.integer({ min: 200_000, max: 100_000_000 }),
        (ticks, cents) => {
          const size = (cents / 100).toFixed(2)
          const price = (ticks / 10).toFixed(1)
          const { lots } = terms({ price, size, sizeUnit: 'value' })
          // A lot is 0.001 BTC: worth ticks / 10000 USDT.
          expect(lots * ticks).toBeLessThanOrEqual(cents * 100)
          expect((lots + 1) * ticks).toBeGreaterThan(cents * 100)
        },
      ),
    )
  })

  it('is worth its leverage as margin', () => {
    const asValue = terms({ size: '12000', sizeUnit: 'value' }).lots
    expect(terms({ size: '600', sizeUnit: 'margin' }).lots).toBe(asValue)
    const leverageOf = () => 100
    expect(terms({ size: '120', sizeUnit: 'margin' }, { leverageOf }).lots).toBe(asValue)
  })

  it('takes the leverage of the leg that it opens', () => {
    const own = {
      mode: 'two_way',
      leverageOf: (side: 'net' | 'long' | 'short') => (side === 'short' ? 10 : 50),
    } as const
    const sized = { size: '600', sizeUnit: 'margin', tradeSide: 'open' } as const
    expect(terms({ ...sized, side: 'buy' }, own).lots).toBe(500)
    expect(terms({ ...sized, side: 'sell' }, own).lots).toBe(100)
  })

  it('is measured at what it meets for an order at the market', () => {
    const market = { orderType: 'market', price: null, size: '6000.5', sizeUnit: 'value' } as const
    expect(terms(market).lots).toBe(100)
    const dearer = { quotes: { ...quotes, opposite: 600_051 } }
    expect(terms(market, dearer).lots).toBe(99)
    // Nobody stands opposite: the mark is the measure.
    expect(terms(market, { quotes: { ...quotes, opposite: 0 } }).lots).toBe(99)
  })

  it.each([
    ['0', '40010 size'],
    ['-5', '40010 size'],
    ['0.000000001', '40010 size'],
    ['59.99', '40010 size'],
    ['9'.repeat(38), '40010 size'],
  ])('is refused as %s', (size, refusal) =>
    expect(refusalOf(() => terms({ size, sizeUnit: 'value' }))).toBe(refusal),
  )

  it('counts whole contracts of an inverse one', () => {
    const inverse = (size: string) =>
      refusalOf(() => terms({ symbol: 'BTCUSD', size, sizeUnit: 'value' }, { id: COIN }).lots)
    expect([inverse('199'), inverse('200'), inverse('99'), inverse('100.5')]).toEqual([
      1,
      2,
      '40010 size',
      '40010 size',
    ])
  })
})

describe('the protection of an order at the market (trading 7)', () => {
  it('is within five per cent, on the side of the user', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 100_000_000 }), (opposite) => {
        const of = { opposite, mark: 1 }
        const [buy, sell] = [protectionTicks('buy', of), protectionTicks('sell', of)]
        expect(buy * 100).toBeLessThanOrEqual(opposite * 105)
        expect((buy + 1) * 100).toBeGreaterThan(opposite * 105)
        expect(sell * 100).toBeGreaterThanOrEqual(opposite * 95)
        expect((sell - 1) * 100).toBeLessThan(opposite * 95)
      }),
    )
  })

  it('never leaves the prices that there are', () => {
    expect(protectionTicks('sell', { opposite: 1, mark: 9 })).toBe(1)
    expect(protectionTicks('buy', { opposite: 1, mark: 9 })).toBe(1)
    const most = protectionTicks('buy', { opposite: MAX, mark: 1 })
    expect(Number.isSafeInteger(most)).toBe(true)
    expect(refusalOf(() => readTicks({ price: (most / 10).toFixed(1) }, 'price', btc))).toBe(most)
  })
})

describe('an order that closes', () => {
  it('follows its position where it closes all of it', () => {
    expect(terms({ closePosition: true, size: null })).toMatchObject({
      lots: 0,
      reduceOnly: true,
      closePosition: true,
    })
  })

  it.each([
    [{ reduceOnly: true }, '40010 takeProfitTriggerPrice'],
    [{ closePosition: true }, '40010 takeProfitTriggerPrice'],
  ])('brings no exits: %j', (changes, refusal) =>
    expect(refusalOf(() => terms({ ...changes, stopLossTriggerPrice: '59000' }))).toBe(refusal),
  )

  it('opens no leg at the same time', () => {
    const twoWay = { mode: 'two_way' } as const
    expect(refusalOf(() => terms({ tradeSide: 'open', closePosition: true }, twoWay))).toBe(
      '40010 reduceOnly',
    )
    expect(terms({ tradeSide: 'close', side: 'sell' }, twoWay)).toMatchObject({
      positionSide: 'long',
      reduceOnly: true,
    })
  })

  it('is an entry where the flags say no', () => {
    expect(terms({ reduceOnly: false, closePosition: false })).not.toHaveProperty('closePosition')
    expect(terms({ reduceOnly: false })).toMatchObject({ reduceOnly: false })
  })
})

describe('how long an order stands', () => {
  it.each([
    ['limit', null, 'gtc'],
    ['limit', 'post_only', 'post_only'],
    ['limit', 'ioc', 'ioc'],
    ['limit', 'fok', 'fok'],
    ['market', null, 'ioc'],
    ['market', 'gtc', 'ioc'],
    ['market', 'ioc', 'ioc'],
    ['market', 'fok', 'fok'],
  ] as const)('%s with %s is %s', (orderType, timeInForce, expected) => {
    const price = orderType === 'market' ? null : '60000'
    expect(terms({ orderType, timeInForce, price }).timeInForce).toBe(expected)
  })

  it('keeps orders of one user apart unless they ask otherwise', () => {
    expect(terms().prevention).toBe('taker')
    expect(terms({ selfTradePrevention: 'both' }).prevention).toBe('both')
  })
})

describe('a callback rate', () => {
  it.each([
    ['0.1', 10],
    ['0.10', 10],
    ['10', 1_000],
    ['10.00', 1_000],
    ['2.55', 255],
  ])('reads %s as %d ten-thousandths', (callbackRate, expected) =>
    expect(readCallback({ callbackRate })).toBe(expected),
  )

  it.each([{}, { callbackRate: null }, { callbackRate: '' }])('may be missing in %j', (params) =>
    expect(readCallback(params)).toBeUndefined(),
  )
})

describe('exits', () => {
  const exits = (
    fields: Parameters<typeof exitsOf>[0],
    of: Partial<Parameters<typeof exitsOf>[1]>,
  ) => exitsOf(fields, { instrument: btc, quotes, isLong: true, ...of })

  it('wait for the last price, or for the mark', () => {
    const fields = { stopLossTriggerPrice: '59000' }
    expect(exits(fields, {})).toEqual({ stopLoss: { by: 'last', ticks: 590_000 } })
    expect(exits(fields, { fallback: 'mark' })).toEqual({
      stopLoss: { by: 'mark', ticks: 590_000 },
    })
  })

  it.each([
    ['last', '60000.1', true],
    ['last', '60000', false],
    ['mark', '60010.1', true],
    ['mark', '60010', false],
    ['index', '59990.1', true],
    ['index', '59990', false],
  ] as const)('are judged by the %s price: %s', (triggerBy, price, isTaken) => {
    const found = refusalOf(() => exits({ takeProfitTriggerPrice: price, triggerBy }, {}))
    expect(found === '40208 takeProfitTriggerPrice').toBe(!isTaken)
  })

  it('say the price that they lie on the wrong side of', () => {
    expect(() => exits({ stopLossTriggerPrice: '61000', triggerBy: 'index' }, {})).toThrow(
      expect.objectContaining({ data: { field: 'stopLossTriggerPrice', limit: '59990.0' } }),
    )
  })

  it('are judged by the mark before anything traded', () => {
    const before = { quotes: { ...quotes, last: 0 } }
    expect(refusalOf(() => exits({ takeProfitTriggerPrice: '60005' }, before))).toBe(
      '40208 takeProfitTriggerPrice',
    )
  })
})

describe('the name of a request', () => {
  it('is one that a client could have given', () => {
    const names = Array.from({ length: 20 }, (_, fill) =>
      newClientOid({ bytes: (count) => new Uint8Array(count).fill(fill) }),
    )
    expect(new Set(names).size).toBe(20)
    for (const name of names) expect(name).toMatch(/^x[0-9a-f]{24}$/)
  })

  it('does not depend on the order of what is asked', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(fc.string(), fc.boolean())),
        (fields) => {
          const turned = Object.fromEntries(Object.entries(fields).toReversed())
          expect(digestOf(turned)).toBe(digestOf(fields))
        },
      ),
    )
  })

  it('is the same for what is not given, in whatever way', () => {
    const digest = digestOf({ size: '1' })
    for (const price of [undefined, null, '']) expect(digestOf({ size: '1', price })).toBe(digest)
  })

  it.each([
    [{ a: '1' }, { a: '2' }],
    [{ a: '1' }, { b: '1' }],
    [
      { a: '1', b: '2' },
      { a: '2', b: '1' },
    ],
    [{ a: true }, { a: false }],
    [{ a: false }, {}],
    [{ a: '0' }, {}],
    [{ a: 'x' }, { a: 'X' }],
    [{ a: ['1', '2'] }, { a: ['2', '1'] }],
  ])('differs between %j and %j', (one, other) => expect(digestOf(one)).not.toBe(digestOf(other)))

  it.each([
    ['1.50', '1.5'],
    ['01', '1'],
    ['-0', '0'],
    ['100', '100.000'],
  ])('is the same for %s and %s', (one, other) =>
    expect(digestOf({ size: one })).toBe(digestOf({ size: other })),
  )
})
