import type { LiquidationInputs } from '@x/api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BTC_CONTRACT,
  BTC_INVERSE,
  BTC_TIERS,
  COIN_LIQUIDATION,
  ETH_CONTRACT,
  LIQUIDATION,
} from '../../testing/futuresFixtures.ts'
import {
  atomsOf,
  bankruptcyTicks,
  boundOf,
  closeAll,
  type ContractTable,
  equityOf,
  fillFeeOf,
  type Group,
  groupOf,
  isLargest,
  type Leg,
  requirementOf,
  sliceOf,
  termsOf,
} from './ladderArithmetic.ts'

const tables: ReadonlyMap<string, ContractTable> = new Map(
  [BTC_CONTRACT, ETH_CONTRACT, BTC_INVERSE].map((contract) => [
    contract.symbol,
    { contract, tiers: BTC_TIERS },
  ]),
)
type Position = LiquidationInputs['positions'][number]
const [LONG] = LIQUIDATION.inputs.positions as [Position]
const [COIN_LONG] = COIN_LIQUIDATION.inputs.positions as [Position]

function group(
  walletBalance: string,
  positions: readonly Partial<Position>[],
  { isIsolated = false, like = LONG }: { isIsolated?: boolean; like?: Position } = {},
): Group {
  const inputs = {
    ...LIQUIDATION.inputs,
    walletBalance,
    positions: positions.map((part) => ({ ...like, ...part })),
  }
  return groupOf(inputs, { tables, isIsolated })
}
function legOf({ legs }: Group, at = 0): Leg {
  const leg = legs[at]
  if (!leg) throw new Error('There is such a leg.')
  return leg
}
const inCoin = { like: COIN_LONG }

describe('the terms of a contract in integers', () => {
  const terms = (contract: ContractTable['contract'] = BTC_CONTRACT) =>
    termsOf({ contract, tiers: BTC_TIERS })

  it('counts prices in ticks and sizes in lots', () => {
    expect([terms().ticks('60000.1'), terms().lots('0.219')]).toEqual([600_001n, 219n])
    // A lot at a tick: 0.001 · 0.1 in atoms of 10^-8.
    expect(terms().unit).toBe(10_000n)
  })

  it.each([
    ['price', () => terms().ticks('60000.05')],
    ['size', () => terms().lots('0.0001')],
    ['amount', () => atomsOf('0.000000001')],
    ['text', () => atomsOf('abc')],
  ])('refuses a %s that is not exact', (_what, read) => {
    expect(read).toThrow(RangeError)
  })

  it('reads rates in millionths and tiers in atoms', () => {
    expect(terms()).toMatchObject({
      isInverse: false,
      liquidationPpm: 600n,
      bandPpm: 50_000n,
      tiers: [
        { upTo: 5_000_000_000_000n, ppm: 4_000n, cum: 0n },
        { upTo: 60_000_000_000_000n, ppm: 5_000n, cum: 5_000_000_000n },
      ],
    })
  })

  it('refuses inputs of a contract that is not published', () => {
    expect(() => group('1', [{ symbol: 'DOGEUSDT' }])).toThrow(
      new RangeError('The contract DOGEUSDT is not known.'),
    )
  })
})

describe('what an account is worth and must be worth (futures 3)', () => {
  it('finds the worked example to the atom', () => {
    const found = group('1000', [{}])
    expect([equityOf(found), requirementOf(found)]).toEqual([28_190_000_000n, 28_197_864_000n])
  })

  it('leaves out what lies in the wallet already', () => {
    expect(equityOf(group('1000', [{ settled: '100' }]))).toBe(18_190_000_000n)
  })

  it('grows with a short as the price falls', () => {
    const short = { positionSide: 2, cost: '-60000' } as const
    // 60,000 taken, 59,281.9 owed.
    expect(equityOf(group('0', [short]))).toBe(71_810_000_000n)
  })

  it('asks for the larger leg of a contract alone', () => {
    const [large, small] = [{ size: '1.000' }, { size: '0.999', positionSide: 2 } as const]
    const one = requirementOf(group('0', [large]))
    expect(requirementOf(group('0', [large, small]))).toBe(one)
    expect(requirementOf(group('0', [small, large]))).toBe(one)
  })

  it('adds up contracts', () => {
    const eth = { symbol: 'ETHUSDT', size: '2.000', markPrice: '3100.00', cost: '6000' }
    // 6,200 at 0.46 % are 28.52.
    expect(requirementOf(group('0', [{}, eth]))).toBe(28_197_864_000n + 2_852_000_000n)
  })

  it('takes the tier whose end the value just reaches', () => {
    const at = (markPrice: string) =>
      requirementOf(group('0', [{ size: '1.000', markPrice, cost: '50000' }]))
    // 50,000 at 0.46 %; 50,000.1 at 0.56 % less 50.
    expect([at('50000.0'), at('50000.1')]).toEqual([23_000_000_000n, 23_000_056_000n])
  })

  it('keeps the last tier beyond its end', () => {
    const huge = group('0', [{ size: '100.000', markPrice: '60000.0', cost: '6000000' }])
    expect(requirementOf(huge)).toBe(3_355_000_000_000n)
  })

  it('is in coin of inverse contracts, worth rounded up', () => {
    const found = group('0.02940303', [{}], inCoin)
    expect([equityOf(found), requirementOf(found)]).toEqual([665_572n, 700_464n])
  })

  it('asks nothing of an empty leg', () => {
    expect(requirementOf(group('1', [{ size: '0.000', cost: '0' }]))).toBe(0n)
  })
})

describe('the slice of a step (futures 6)', () => {
  it('is the one of the worked example', () => {
    const found = group('1000', [{}])
    expect(sliceOf(found, legOf(found))).toBe(219n)
  })

  it('is all where equity is two thirds of the requirement or less', () => {
    // Requirement 281.97864: two thirds are 187.98576.
    const at = (equity: string) => {
      const found = group(String(Number(equity) + 718.1), [{}])
      return sliceOf(found, legOf(found))
    }
    expect(at('187.98')).toBe(1_000n)
    expect(at('188')).toBeLessThan(1_000n)
  })

  it('is all where no part is enough', () => {
    const found = group('700', [{}])
    expect(sliceOf(found, legOf(found))).toBe(1_000n)
  })

  it('changes nothing of the account', () => {
    const found = group('1000', [{}])
    sliceOf(found, legOf(found))
    expect([legOf(found).lots, equityOf(found)]).toEqual([1_000n, 28_190_000_000n])
  })

  it('is the fewest lots that are enough', () => {
    const equities = fc.integer({ min: 18_800, max: 28_190 })
    fc.assert(
      fc.property(equities, (cents) => {
        const found = group(((cents + 71_810) / 100).toFixed(2), [{}])
        const leg = legOf(found)
        const slice = sliceOf(found, leg)
        /** By closing it at the mark, with both fees whole. */
        const isEnough = (lots: bigint) => {
          const value = lots * leg.mark * leg.terms.unit
          const fees = (value * 600n + 999_999n) / 1_000_000n
          const after = group('0', [{ size: formatLots(leg.lots - lots) }])
          return (equityOf(found) - 2n * fees) * 4n >= requirementOf(after) * 5n
        }
        if (slice < leg.lots) expect(isEnough(slice)).toBe(true)
        if (slice < leg.lots) expect(isEnough(slice - 1n)).toBe(false)
      }),
    )
  })
})
const formatLots = (lots: bigint) => `${lots / 1_000n}.${String(lots % 1_000n).padStart(3, '0')}`

describe('the position that a step takes', () => {
  it('is the one that asks for most, or both of two', () => {
    const eth = { symbol: 'ETHUSDT', size: '2.000', markPrice: '3100.00', cost: '6000' }
    const found = group('1000', [{}, eth])
    expect(found.legs.map((leg) => isLargest(found, leg))).toEqual([true, false])
    const same = group('1000', [{}, { positionSide: 2 }])
    expect(same.legs.map((leg) => isLargest(same, leg))).toEqual([true, true])
  })
})

describe('the price at which nothing is left (futures 3)', () => {
  it('is the one of the worked example', () => {
    const found = group('1000', [{}])
    // (59,281.9 - 281.9) / (1 - 0.0006) = 59,035.42...
    expect(bankruptcyTicks(found, legOf(found))).toBe(590_355n)
  })

  it('lies above the mark for a short', () => {
    const found = group('0', [{ positionSide: 2, cost: '-60000' }])
    // (59,281.9 + 718.1) / (1 + 0.0006) = 59,964.02...
    expect(bankruptcyTicks(found, legOf(found))).toBe(599_640n)
  })

  it('is none for a long that is worth more than its price', () => {
    const found = group('100000', [{}])
    expect(bankruptcyTicks(found, legOf(found))).toBe(0n)
  })

  it('leaves an inverse short that nothing can ruin without one', () => {
    const short = group('100', [{ positionSide: 2, cost: '1.5' }], inCoin)
    expect(bankruptcyTicks(short, legOf(short))).toBeUndefined()
  })

  it('leaves nothing a tick beyond, where a long is closed', () => {
    const wallets = fc.integer({ min: 72_000, max: 400_000 })
    fc.assert(
      fc.property(wallets, (cents) => {
        const found = group((cents / 100).toFixed(2), [{}])
        const leg = legOf(found)
        const ticks = bankruptcyTicks(found, leg) ?? 0n
        /** Equity after all is closed at a price and its fee is paid. */
        const left = (price: bigint) => {
          const value = leg.lots * price * leg.terms.unit
          const fee = (value * 600n + 999_999n) / 1_000_000n
          return found.wallet + value - leg.cost - leg.settled - fee
        }
        expect(left(ticks)).toBeGreaterThanOrEqual(0n)
        expect(left(ticks - 1n)).toBeLessThan(0n)
      }),
    )
  })
})

describe('the worst price of the order of a step', () => {
  it('is the bankruptcy price within the band around the mark', () => {
    const found = group('1000', [{}])
    expect(boundOf(found, legOf(found))).toBe(590_355n)
  })

  it('is the end of the band where bankruptcy is further', () => {
    const found = group('20000', [{}])
    // 95 % of 59,281.9 are 56,317.805.
    expect(boundOf(found, legOf(found))).toBe(563_179n)
    const short = group('20000', [{ positionSide: 2, cost: '-60000' }])
    // 105 % are 62,245.995.
    expect(boundOf(short, legOf(short))).toBe(622_459n)
  })

  it('is the end of the band of an account without equity', () => {
    const found = group('700', [{}])
    expect(equityOf(found)).toBeLessThan(0n)
    expect(boundOf(found, legOf(found))).toBe(563_179n)
  })
})

describe('closing a part of an account (futures 2)', () => {
  const close = (found: Group, lots: bigint, ticks: bigint, { isOrder = true, at = 0 } = {}) =>
    closeAll(found, [{ leg: legOf(found, at), lots, ticks, isOrder }])

  it('books the slice of the worked example', () => {
    const found = group('1000', [{}])
    expect(close(found, 219n, 592_819n)).toEqual({
      fee: atomsOf('7.78964166'),
      liquidationFee: atomsOf('7.78964166'),
      shortage: 0n,
      realisedEarly: 0n,
      released: 0n,
    })
    expect([equityOf(found), requirementOf(found)]).toEqual([
      atomsOf('266.32071668'),
      atomsOf('212.97615394'),
    ])
  })

  it('rounds the share of what closes up, against the account', () => {
    const found = group('1000', [{ size: '0.003', cost: '180.00000001' }])
    close(found, 1n, 600_000n, { isOrder: false })
    // A third of the cost is 60.0000000033..., of which 60.00000001 is paid for 60.
    expect([found.wallet, legOf(found).cost]).toEqual([atomsOf('999.99999999'), atomsOf('120')])
  })

  it('pays no fee where legs are netted', () => {
    const found = group('1000', [{}, { positionSide: 2, cost: '-60000' }])
    const done = closeAll(found, [
      { leg: legOf(found, 1), lots: 1_000n, ticks: 592_819n, isOrder: false },
      { leg: legOf(found, 0), lots: 1_000n, ticks: 592_819n, isOrder: false },
    ])
    expect(done).toMatchObject({ fee: 0n, liquidationFee: 0n, shortage: 0n })
    expect([found.wallet, legOf(found).lots, legOf(found, 1).lots]).toEqual([
      atomsOf('1000'),
      0n,
      0n,
    ])
  })

  it('takes the liquidation fee only from what a fill was better', () => {
    const found = group('1000', [{}])
    // At its bankruptcy price a lot leaves nothing to spare.
    expect(close(found, 1_000n, 590_354n).liquidationFee).toBe(0n)
    const better = group('1000', [{}])
    expect(close(better, 1_000n, 590_400n).liquidationFee).toBeGreaterThan(0n)
  })

  it('has the fund pay what the wallet lacks, fee included', () => {
    const found = group('1000', [{}])
    const done = close(found, 1_000n, 588_000n)
    // 58,800 - 60,000 + 1,000 leave -200, and the fee is 35.28.
    expect(done).toMatchObject({ fee: 0n, shortage: atomsOf('235.28') })
    expect(found.wallet).toBe(0n)
  })

  it('draws the profit of other positions first, the largest first', () => {
    const eth = { symbol: 'ETHUSDT', size: '2.000', markPrice: '3100.00', cost: '6000' }
    const sol = { ...eth, positionSide: 2, cost: '-6250' } as const
    // 200 and 50 of profit; closing the long costs 1,200 and 35.28 of fee.
    const found = group('1000', [{}, eth, sol])
    const done = close(found, 1_000n, 588_000n)
    expect(done).toMatchObject({ fee: atomsOf('35.28'), shortage: 0n })
    expect(done.realisedEarly).toBe(atomsOf('235.28'))
    expect(found.legs.map(({ settled }) => settled)).toEqual([0n, atomsOf('200'), atomsOf('35.28')])
  })

  it('gives isolated margin back in proportion', () => {
    const found = group('1000', [{}], { isIsolated: true })
    // Half the margin, 500, less half the loss of 718.1 and both fees.
    const done = close(found, 500n, 592_819n)
    const fees = done.fee + done.liquidationFee
    expect(done.released).toBe(atomsOf('500') - atomsOf('359.05') - fees)
    expect(found.wallet).toBe(atomsOf('500'))
  })

  it('gives back all that is left once the position is closed', () => {
    const found = group('1000', [{}], { isIsolated: true })
    const done = close(found, 1_000n, 592_819n)
    expect([found.wallet, done.released]).toEqual([
      0n,
      atomsOf('281.9') - done.fee - done.liquidationFee,
    ])
  })

  it('rounds fees up', () => {
    const found = group('1000', [{}])
    // 0.001 · 59,281.9 · 0.0006 is 0.03556914.
    expect(fillFeeOf(legOf(found), { lots: 1n, ticks: 592_819n })).toBe(3_556_914n)
    const coin = group('1', [{}], inCoin)
    // 100 / 59,103.7 = 0.00169195 rounded up, of which 0.0006 are 0.00000101517.
    expect(fillFeeOf(legOf(coin), { lots: 1n, ticks: 591_037n })).toBe(102n)
  })

  it('loses no atom, in whatever parts a position is closed (F2, F3)', () => {
    const part = fc.record({
      lots: fc.bigInt({ min: 1n, max: 400n }),
      ticks: fc.bigInt({ min: 400_000n, max: 800_000n }),
      isOrder: fc.boolean(),
    })
    const cases = fc.tuple(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.integer({ min: -900, max: 900 }),
      fc.constantFrom(1, 2),
    )
    fc.assert(
      fc.property(cases, ([parts, wallet, settled, positionSide]) => {
        const found = group(String(wallet), [
          {
            positionSide: positionSide as 1 | 2,
            cost: positionSide === 1 ? '60000' : '-60000',
            settled: String(settled),
          },
          { symbol: 'ETHUSDT', size: '2.000', markPrice: '3100.00', cost: '6000' },
        ])
        const leg = legOf(found)
        const before = found.wallet
        const owed = () => found.legs.reduce((sum, each) => sum + each.cost + each.settled, 0n)
        const owedBefore = owed()
        let proceeds = 0n
        const fitting = fittingParts(parts, leg.lots).map((each) => ({ leg, ...each }))
        for (const { lots, ticks } of fitting) {
          const value = lots * ticks * leg.terms.unit
          proceeds += leg.isLong ? value : -value
        }
        const done = closeAll(found, fitting)
        // What came in is in the wallet, or went to fees; what was lacking came from outside.
        const feesWanted = fitting
          .filter(({ isOrder }) => isOrder)
          .reduce((sum, each) => sum + fillFeeOf(leg, each), 0n)
        expect(found.wallet).toBe(
          before +
            proceeds -
            (owedBefore - owed()) +
            done.shortage -
            feesWanted -
            done.liquidationFee,
        )
        expect(found.wallet).toBeGreaterThanOrEqual(0n)
        expect(done.fee).toBeLessThanOrEqual(feesWanted)
      }),
    )
  })
})

/** As many of some parts, in order, as a position has lots for. */
function fittingParts<P extends { readonly lots: bigint }>(parts: readonly P[], all: bigint) {
  let left = all
  return parts.filter(({ lots }) => {
    if (lots > left) return false
    left -= lots
    return true
  })
}
