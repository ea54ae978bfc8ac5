import { decimal, formatDecimal } from '@x/decimal'
import { describe, expect, it } from 'vitest'
import { crossLiquidationPrice } from './crossLiquidationPrice.ts'
import type { Liquidation } from './solve.ts'
import { withMaintenanceAmounts } from './tiers.ts'

const none = { longOpenPrice: '0', longOpenCount: '0', shortOpenPrice: '0', shortOpenCount: '0' }
const account = {
  ...none,
  available: '10000',
  othersUpnl: '0',
  othersMaintain: '0',
  mm: '0.004',
  feeRate: '0.0006',
  markPrice: '60000',
}
const long = { ...account, longOpenPrice: '60000', longOpenCount: '1' }
const short = { ...account, shortOpenPrice: '60000', shortOpenCount: '1' }
const at = (price: string, when: 'falls' | 'rises') => ({
  status: 'at',
  price,
  when,
  falling: when === 'falls' ? price : null,
  rising: when === 'rises' ? price : null,
})

/** The published examples round to the nearest cent. */
const toCents = (found: Liquidation) =>
  found.status === 'at' && found.when === 'falls'
    ? formatDecimal(decimal(found.price), { scale: 2 })
    : found.status

describe('crossLiquidationPrice, the published checks (spec 5.13)', () => {
  it('gives 50231.0628892907… for the one-way long (trading 2)', () => {
    expect(crossLiquidationPrice(long)).toEqual(at('50231.0628892908', 'falls'))
  })

  it('gives 69679.4744176786… for the one-way short (trading 2)', () => {
    expect(crossLiquidationPrice(short)).toEqual(at('69679.4744176786', 'rises'))
  })

  // One account holds both: each is the other's "all other symbols".
  it('reproduces the published ETH example: 1153.26 (trading 2)', () => {
    const eth = {
      longOpenPrice: '1456.84',
      longOpenCount: '3683.979',
      othersUpnl: '-56354.57',
      othersMaintain: '71200.81144',
      mm: '0.10',
      cum: '135365',
      markPrice: '1335.18',
    }
    expect(
      toCents(crossLiquidationPrice({ ...none, available: '1535443.01', feeRate: '0', ...eth })),
    ).toBe('1153.26')
  })

  it('reproduces the published BTC example: 26316.89 (trading 2)', () => {
    const btc = {
      longOpenPrice: '32481.98',
      longOpenCount: '109.488',
      othersUpnl: '-448192.89',
      othersMaintain: '356512.508',
      mm: '0.025',
      cum: '16300',
      markPrice: '31967.27',
    }
    expect(
      toCents(crossLiquidationPrice({ ...none, available: '1535443.01', feeRate: '0', ...btc })),
    ).toBe('26316.89')
  })
})

describe('crossLiquidationPrice, the cases', () => {
  it('shows a price on the tick, rounded towards the mark (trading 2)', () => {
    expect(crossLiquidationPrice(long, { tick: '0.1' })).toEqual(at('50231.1', 'falls'))
    expect(crossLiquidationPrice(short, { tick: '0.1' })).toEqual(at('69679.4', 'rises'))
  })

  it('liquidates long 10 against short 9.99 above the market (trading 2)', () => {
    const hedge = {
      ...account,
      available: '3000',
      longOpenPrice: '60000',
      longOpenCount: '10',
      shortOpenPrice: '60000',
      shortOpenCount: '9.99',
    }
    expect(crossLiquidationPrice(hedge, { tick: '0.01' })).toEqual(at('66666.66', 'rises'))
  })

  it('counts a hedge’s larger leg, or both by rule "sum" (trading 2)', () => {
    const hedge = {
      ...account,
      longOpenPrice: '60000',
      longOpenCount: '2',
      shortOpenPrice: '60000',
      shortOpenCount: '1',
    }
    expect(crossLiquidationPrice(hedge, { tick: '0.01' })).toEqual(at('50464.28', 'falls'))
    expect(crossLiquidationPrice({ ...hedge, rule: 'sum' }, { tick: '0.01' })).toEqual(
      at('50699.66', 'falls'),
    )
  })

  it('charges open orders, other symbols and the margin coin (spec 3.10, trading 2)', () => {
    expect(
      crossLiquidationPrice({ ...long, totalDelegateValue: '100000' }, { tick: '0.01' }),
    ).toEqual(at('50693.19', 'falls'))
    expect(
      crossLiquidationPrice(
        { ...long, othersUpnl: '-500', othersMaintain: '500' },
        { tick: '0.01' },
      ),
    ).toEqual(at('51235.69', 'falls'))
    expect(
      crossLiquidationPrice({ ...long, available: '0.2', bp: '50000' }, { tick: '0.01' }),
    ).toEqual(at('50231.07', 'falls'))
  })

  it('returns no price for no, covered or balanced positions (trading 2)', () => {
    expect(crossLiquidationPrice(account)).toEqual({ status: 'never' })
    expect(crossLiquidationPrice({ ...long, available: '60000' })).toEqual({ status: 'never' })
    expect(
      crossLiquidationPrice({
        ...account,
        mm: '0.1',
        feeRate: '0',
        longOpenPrice: '1',
        longOpenCount: '10',
        shortOpenPrice: '1',
        shortOpenCount: '9',
      }),
    ).toEqual({ status: 'never' })
  })

  it('returns the mark once equity no longer exceeds the requirement (trading 2)', () => {
    expect(crossLiquidationPrice({ ...long, markPrice: '50231.06' }, { tick: '0.1' })).toEqual({
      status: 'liquidating',
      price: '50231.1',
    })
    expect(crossLiquidationPrice({ ...long, available: '-1', othersUpnl: '0' })).toMatchObject({
      status: 'liquidating',
    })
    // Exactly at the requirement: 276 is 0.0046 of 60000.
    expect(crossLiquidationPrice({ ...long, available: '276' })).toMatchObject({
      status: 'liquidating',
    })
    expect(crossLiquidationPrice({ ...long, available: '276.01' })).toMatchObject({ status: 'at' })
  })
})

describe('crossLiquidationPrice with tiers', () => {
  const tiers = withMaintenanceAmounts([
    { upTo: '50000', mm: '0.004' },
    { upTo: '250000', mm: '0.005' },
    { upTo: null, mm: '0.01' },
  ])
  const { mm: _, ...tiered } = long

  it('accepts the solution that lies in its tier (trading 2)', () => {
    expect(crossLiquidationPrice({ ...tiered, tiers })).toEqual(
      crossLiquidationPrice({ ...long, mm: '0.005', cum: '50' }),
    )
    expect(crossLiquidationPrice({ ...tiered, available: '20000', tiers })).toEqual(
      crossLiquidationPrice({ ...long, available: '20000' }),
    )
    expect(
      crossLiquidationPrice({ ...tiered, longOpenCount: '10', available: '100000', tiers }),
    ).toEqual(
      crossLiquidationPrice({
        ...long,
        longOpenCount: '10',
        available: '100000',
        mm: '0.01',
        cum: '1300',
      }),
    )
  })

  it('returns both solutions, the nearest to the mark first (trading 2)', () => {
    const steep = withMaintenanceAmounts([
      { upTo: '1000', mm: '0.004' },
      { upTo: null, mm: '0.4' },
    ])
    const hedge = {
      ...tiered,
      feeRate: '0',
      tiers: steep,
      markPrice: '90',
      available: '50',
      longOpenPrice: '90',
      longOpenCount: '10',
      shortOpenPrice: '90',
      shortOpenCount: '8',
    }
    expect(crossLiquidationPrice(hedge, { tick: '0.01' })).toEqual({
      status: 'at',
      price: '66.33',
      when: 'falls',
      falling: '66.33',
      rising: '133.00',
    })
    expect(crossLiquidationPrice({ ...hedge, markPrice: '110' }, { tick: '0.01' })).toEqual({
      status: 'at',
      price: '133.00',
      when: 'rises',
      falling: '66.33',
      rising: '133.00',
    })
  })

  it('sees the jump where open orders move up a tier (trading 2)', () => {
    // Orders of 1,000,000 cost 4,000 at 0.4 % and 10,000 at 1 %: a rise of the mark to 50,000 of
    // notional alone liquidates.
    const steps = withMaintenanceAmounts([
      { upTo: '50000', mm: '0.004' },
      { upTo: null, mm: '0.01' },
    ])
    const found = crossLiquidationPrice(
      {
        ...tiered,
        feeRate: '0',
        longOpenPrice: '49000',
        markPrice: '49000',
        available: '6000',
        totalDelegateValue: '1000000',
        tiers: steps,
      },
      { tick: '0.01' },
    )
    expect(found).toMatchObject({
      status: 'at',
      when: 'rises',
      rising: '50000.00',
      falling: '47188.76',
    })
    // With the mark on the very edge the next tick up liquidates.
    const onEdge = {
      ...tiered,
      feeRate: '0',
      longOpenPrice: '49000',
      markPrice: '50000',
      available: '6000',
      totalDelegateValue: '1000000',
      tiers: steps,
    }
    expect(crossLiquidationPrice(onEdge, { tick: '0.01' })).toMatchObject({
      status: 'at',
      price: '50000.00',
      when: 'rises',
    })
  })

  it('rejects a table that is empty, unsorted or without an end', () => {
    const wrong = [
      [],
      [{ upTo: '10', mm: '0.1', cum: '0' }],
      [
        { upTo: null, mm: '0.1', cum: '0' },
        { upTo: null, mm: '0.2', cum: '0' },
      ],
    ]
    for (const table of wrong)
      expect(() => crossLiquidationPrice({ ...tiered, tiers: table })).toThrow(
        expect.objectContaining({ code: 'bad-tiers' }),
      )
    for (const second of ['5', '10']) {
      const notRising = ['10', second, null].map((upTo) => ({ upTo, mm: '0.1', cum: '0' }))
      expect(() => crossLiquidationPrice({ ...tiered, tiers: notRising })).toThrow(
        expect.objectContaining({ code: 'bad-tiers', detail: 'tiers[1].upTo' }),
      )
    }
  })
})

describe('crossLiquidationPrice of inverse contracts', () => {
  const inverse = { ...account, contract: 'inverse', available: '0.1' } as const
  const wide = { ...inverse, longOpenPrice: '60000', longOpenCount: '60000' }
  const narrow = { ...inverse, shortOpenPrice: '60000', shortOpenCount: '60000' }

  it('liquidates a long below and a short above the mark (trading 2)', () => {
    expect(crossLiquidationPrice(wide)).toEqual(at('54796.3636363637', 'falls'))
    expect(crossLiquidationPrice(narrow)).toEqual(at('66360.0000000000', 'rises'))
  })

  it('never liquidates a short fully covered in coin (trading 2)', () => {
    expect(crossLiquidationPrice({ ...narrow, available: '1' })).toEqual({ status: 'never' })
    expect(crossLiquidationPrice({ ...narrow, available: '1.5' })).toEqual({ status: 'never' })
  })

  it('liquidates an inverse long, whose coin loss is unbounded (trading 2)', () => {
    expect(crossLiquidationPrice({ ...wide, available: '1' })).toEqual(
      at('30138.0000000000', 'falls'),
    )
  })

  it('open orders do not enter (trading 2)', () => {
    expect(crossLiquidationPrice({ ...wide, totalDelegateValue: '1000000' })).toEqual(
      crossLiquidationPrice(wide),
    )
  })

  it('picks the tier by coin notional, which grows as price falls', () => {
    const tiers = withMaintenanceAmounts([
      { upTo: '1.05', mm: '0.004' },
      { upTo: null, mm: '0.05' },
    ])
    const { mm: _, ...tiered } = wide
    expect(tiers[1]?.cum).toBe('0.0483')
    expect(crossLiquidationPrice({ ...tiered, tiers })).toEqual(
      crossLiquidationPrice({ ...wide, mm: '0.05', cum: '0.0483' }),
    )
  })
})

describe('crossLiquidationPrice, wrong inputs', () => {
  it('names them', () => {
    expect(() => crossLiquidationPrice({ ...long, available: 'much' })).toThrow(
      expect.objectContaining({ code: 'not-a-decimal', detail: 'available' }),
    )
    expect(() => crossLiquidationPrice({ ...long, longOpenPrice: '0' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'longOpenPrice' }),
    )
    expect(() => crossLiquidationPrice({ ...long, totalDelegateValue: '-1' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'totalDelegateValue' }),
    )
    expect(() => crossLiquidationPrice(long, { tick: '0' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'tick' }),
    )
  })
})
