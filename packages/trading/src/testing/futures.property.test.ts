import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import * as futures from '../exports/futures.ts'
import type { AdlCandidate, FuturesAccount, FuturesSymbol } from '../exports/futures.ts'
import { withMaintenanceAmounts } from '../liquidation/tiers.ts'
import * as arb from './arbitraries.ts'
import * as reference from './futuresReference.ts'
import { isRounded, R, Rational, ROUNDERS } from './rational.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

// 21,000 cases together; nightly 1,000,000 (PROPERTY_RUNS).

const TINY = new Rational(1n, 10n ** 10n)
/** Prices beyond which nothing changes. */
const [NOTHING, EVERYTHING] = [new Rational(1n, 10n ** 40n), R(10n ** 40n)]

/** Towards plus or minus infinity, at 8 decimals. */
const ceiled = (text: string, exact: Rational, scale = 8) =>
  expect(isRounded(text, { exact, scale, mode: exact.sign() < 0 ? 'down' : 'up' })).toBe(true)
const floored = (text: string, exact: Rational, scale = 8) =>
  expect(isRounded(text, { exact, scale, mode: exact.sign() < 0 ? 'up' : 'down' })).toBe(true)

const TIERS = withMaintenanceAmounts([
  { upTo: '50000', mm: '0.004' },
  { upTo: '600000', mm: '0.005' },
  { upTo: '3000000', mm: '0.0065' },
  { upTo: '12000000', mm: '0.01' },
  { upTo: null, mm: '0.025' },
])
const COIN_TIERS = withMaintenanceAmounts([
  { upTo: '5', mm: '0.004' },
  { upTo: '10', mm: '0.005' },
  { upTo: '50', mm: '0.01' },
  { upTo: null, mm: '0.025' },
])

const mark = arb.decimalBetween(100n, 1_000_000n, 1)
/** Prices within 20 % of the mark. */
const near = (price: string) =>
  fc.integer({ min: 800, max: 1200 }).map((share) => {
    const tenths = BigInt(price.replace('.', '')) * BigInt(share)
    return `${tenths / 10_000n}.${((tenths / 1000n) % 10n).toString()}`
  })
const above = (text: string) => (R(text).sign() > 0 ? text : '0.1')

function costOf(
  contract: 'linear' | 'inverse',
  { count, price }: { count: string; price: string },
) {
  const exact = reference.worth(contract, R(count), R(price))
  const units = exact.times(R(10n ** 8n)).floor()
  const digits = units.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

const symbolOf = (contract: 'linear' | 'inverse'): fc.Arbitrary<FuturesSymbol> =>
  fc
    .record({ markPrice: mark, mode: fc.constantFrom('one-way', 'two-way'), entries: fc.gen() })
    .chain(({ markPrice, mode }) => {
      const count = contract === 'linear' ? arb.count : arb.decimalBetween(1n, 5_000_000n, 0)
      const leg = fc.record({ count, price: near(markPrice), settled: amount, owed: fc.boolean() })
      const order = fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        price: near(markPrice).map(above),
        count,
        reduceOnly: fc.boolean(),
      })
      return fc
        .record({
          long: fc.option(leg),
          short: fc.option(leg),
          orders: fc.array(order, { maxLength: 3 }),
          leverage: arb.decimalBetween(1n, 125n, 0),
          feeRate: fc.constantFrom('0.0006', '0.00035', '0'),
        })
        .map(({ long, short, orders, leverage, feeRate }) => {
          const both = [
            { side: 'long' as const, held: long },
            { side: 'short' as const, held: short },
          ]
          const legs = both.flatMap(({ side, held }) =>
            held === null
              ? []
              : [
                  {
                    side,
                    count: held.count,
                    cost: costOf(contract, { count: held.count, price: above(held.price) }),
                    settled: held.owed ? held.settled : '0',
                  },
                ],
          )
          const tiers = contract === 'linear' ? TIERS : COIN_TIERS
          const kept = mode === 'one-way' ? legs.slice(0, 1) : legs
          return { contract, mode, markPrice, orders, leverage, feeRate, tiers, legs: kept }
        })
    })
const amount = arb.signed(arb.decimalBetween(0n, 1_000_000n, 4))
const account: fc.Arbitrary<FuturesAccount> = fc
  .constantFrom('linear' as const, 'inverse' as const)
  .chain((contract) =>
    fc.record({
      wallet: arb.decimalBetween(0n, contract === 'linear' ? 100_000_000n : 10_000n, 2),
      symbols: fc.array(symbolOf(contract), { minLength: 1, maxLength: 3 }),
    }),
  )
const first = ({ symbols }: FuturesAccount) => symbols[0] as FuturesSymbol

describe('margin against exact fractions', () => {
  it('agrees on every quantity of an account (futures 3)', () => {
    fc.assert(
      fc.property(account, (given) => {
        const symbol = first(given)
        const exposure = reference.exposure(symbol)
        ceiled(futures.exposure(symbol), exposure)
        ceiled(futures.orderNotional(symbol), reference.ordersNotional(symbol))
        ceiled(futures.openLoss(symbol), reference.openLoss(symbol))
        const shown = futures.exposure(symbol)
        ceiled(
          futures.initialMargin({ exposure: shown, leverage: symbol.leverage }),
          R(shown).over(R(symbol.leverage)),
        )
        const [equity, needed] = [reference.equity(given), reference.requirement(given)]
        floored(futures.accountEquity(given), equity)
        ceiled(futures.requirement(given), needed)
        floored(futures.availableBalance(given), reference.available(given))
        floored(futures.mayLeave(given), reference.mayLeave(given))
        const asked = R(ROUNDERS.up(needed.times(R(10n ** 8n)))).over(R(10n ** 8n))
        expect(futures.isDue(given)).toBe(needed.sign() > 0 && equity.compare(asked) <= 0)
        const ratio = futures.marginRatio(given)
        if (needed.sign() === 0) expect(ratio).toBe('0.00')
        else if (equity.sign() <= 0) expect(ratio).toBeNull()
        else ceiled(ratio ?? '', needed.over(equity).times(R(100)), 2)
      }),
      runs(6000),
    )
  })

  it('computes the cost of an order from the balance (futures 3)', () => {
    fc.assert(
      fc.property(account, mark, arb.count, fc.boolean(), (given, price, count, isBuy) => {
        const symbol = first(given)
        const order = { side: isBuy ? ('buy' as const) : ('sell' as const), price, count }
        const after = { ...symbol, orders: [...(symbol.orders ?? []), order] }
        const exact = reference
          .initial(after)
          .minus(reference.initial(symbol))
          .plus(reference.lossOf(symbol, order))
          .plus(reference.feeOf(symbol, order))
        ceiled(futures.orderCost(symbol, { order }), exact)
        const rest = { ...given, symbols: [after, ...given.symbols.slice(1)] }
        expect(reference.available(given).minus(reference.available(rest)).compare(exact)).toBe(0)
      }),
      runs(2000),
    )
  })

  it('finds prices at which equity meets the requirement (futures 3, trading 2)', () => {
    fc.assert(
      fc.property(account, (given) => {
        fc.pre(reference.largerSize(first(given)).sign() > 0)
        const at = (price: Rational) => reference.surplusAt(given, 0, price).sign()
        const now = R(first(given).markPrice)
        const found = futures.liquidationPrice(given, { symbol: 0 })
        if (found.status === 'liquidating') {
          expect(at(now)).toBeLessThanOrEqual(0)
          return
        }
        expect(at(now)).toBeGreaterThan(0)
        const sides = found.status === 'at' ? found : { falling: null, rising: null }
        const beyond = { falling: TINY.times(R(-1)), rising: TINY }
        const ends = { falling: NOTHING, rising: EVERYTHING }
        for (const side of ['falling', 'rising'] as const) {
          const price = sides[side]
          if (price === null) {
            expect(at(ends[side])).toBeGreaterThanOrEqual(0)
            continue
          }
          expect(at(R(price))).toBeGreaterThanOrEqual(0)
          const next = R(price).plus(beyond[side])
          if (next.sign() > 0) expect(at(next)).toBeLessThanOrEqual(0)
        }
      }),
      runs(2500),
    )
  })

  it('rounds a bankruptcy price to the mark from either side (futures 3)', () => {
    const leg = { side: 'long' as const, count: '7375', settled: '0' }
    const at = (cost: string) =>
      futures.crossBankruptcyPrice(
        {
          wallet: '0.00',
          symbols: [
            {
              contract: 'inverse' as const,
              mode: 'one-way' as const,
              markPrice: '10.3',
              orders: [],
              leverage: '1',
              feeRate: '0',
              tiers: [{ upTo: null, mm: '0.004', cum: '0' }],
              legs: [{ ...leg, cost }],
            },
          ],
        },
        { symbol: 0 },
      )
    expect([at('716.01941747'), at('716.01941748')]).toEqual(['10.3000000000', '10.3000000000'])
  })

  it('uses up the share of the equity at bankruptcy (futures 3)', () => {
    fc.assert(
      fc.property(account, (given) => {
        const symbol = { ...first(given), orders: [] }
        const [leg] = symbol.legs
        fc.pre(leg !== undefined && symbol.legs.length === 1)
        if (leg === undefined) return
        // Orders do not count, those of other symbols neither.
        const others = given.symbols.slice(1).map((one) => ({ ...one, orders: [] }))
        const bare = { ...given, symbols: [symbol, ...others] }
        const needed = reference.requirement(bare)
        const part = reference.equity(bare).times(reference.requirementOf(symbol).over(needed))
        const left = (price: Rational) =>
          reference
            .leftAt(
              {
                kind: symbol.contract ?? 'linear',
                side: leg.side,
                count: R(leg.count),
                mark: R(symbol.markPrice),
                part,
                fee: R(symbol.feeRate),
              },
              price,
            )
            .sign()
        const found = futures.crossBankruptcyPrice(given, { symbol: 0 })
        if (found === null) {
          // No positive price changes the sign.
          expect(left(NOTHING) * left(EVERYTHING)).toBeGreaterThanOrEqual(0)
          return
        }
        // Towards the mark: above it the exact price is not below, below it not above. What is
        // rounded to the mark itself may have been on either side of it.
        const side = R(found).compare(R(symbol.markPrice))
        const low = side > 0 ? R(found) : R(found).minus(TINY)
        const high = side < 0 ? R(found) : R(found).plus(TINY)
        fc.pre(low.sign() > 0)
        const [worse, better] = leg.side === 'long' ? [low, high] : [high, low]
        expect(left(worse)).toBeLessThanOrEqual(0)
        expect(left(better)).toBeGreaterThanOrEqual(0)
      }),
      runs(1500),
    )
  })

  it('breaks even where closing pays fees and funding (futures 3)', () => {
    fc.assert(
      fc.property(
        symbolOf('linear'),
        symbolOf('inverse'),
        fc.boolean(),
        arb.decimalBetween(0n, 100_000n, 4),
        amount,
        (linear, inverse, isLinear, fees, funding) => {
          const symbol = isLinear ? linear : inverse
          const [leg] = symbol.legs
          fc.pre(leg !== undefined)
          if (leg === undefined) return
          const { contract = 'linear', feeRate } = symbol
          const found = futures.breakEvenPrice({ ...leg, contract, fees, funding, feeRate })
          const spent = opposite(R(fees).plus(R(funding)))
          const entry = R(leg.count).over(R(leg.cost))
          const left = (price: Rational) =>
            reference.leftAt(
              {
                kind: contract,
                side: leg.side,
                count: R(leg.count),
                mark: isLinear ? R(1).over(entry) : entry,
                part: spent,
                fee: R(feeRate),
              },
              price,
            )
          if (found === null) {
            expect(left(NOTHING).sign() * left(EVERYTHING).sign()).toBeGreaterThanOrEqual(0)
            return
          }
          // Against the user: at the price shown nothing is lost, one unit nearer something is.
          expect(left(R(found)).sign()).toBeGreaterThanOrEqual(0)
          const nearer = R(found).plus(leg.side === 'long' ? opposite(TINY) : TINY)
          if (nearer.sign() > 0) expect(left(nearer).sign()).toBeLessThan(0)
        },
      ),
      runs(1000),
    )
  })
})

const { opposite } = reference
const premiums = fc.array(arb.signed(arb.decimalBetween(0n, 900_000n, 8)), {
  minLength: 1,
  maxLength: 12,
})

describe('prices and funding against exact fractions', () => {
  it('takes the median price, on the tick, near the index (futures 5)', () => {
    fc.assert(
      fc.property(
        fc.record({
          index: mark,
          rate: arb.signed(arb.decimalBetween(0n, 300_000n, 8)),
          msLeft: fc.integer({ min: 0, max: 28_800_000 }),
          bases: fc.array(arb.signed(arb.decimalBetween(0n, 100_000n, 2)), {
            minLength: 1,
            maxLength: 30,
          }),
          last: mark,
          tick: fc.constantFrom('0.1', '0.5', '0.001'),
        }),
        (input) => {
          const shown = R(futures.markPrice(input))
          const steps = shown.over(R(input.tick))
          expect(steps.isWhole()).toBe(true)
          const exact = reference.mark(input).over(R(input.tick))
          const [low, high] = ['0.95', '1.05'].map((share) =>
            R(input.index).times(R(share)).over(R(input.tick)),
          ) as [Rational, Rational]
          const wanted = ROUNDERS['half-away'](exact)
          const [lowest, highest] = [ROUNDERS.up(low), high.floor()]
          const held = wanted < lowest ? lowest : wanted > highest ? highest : wanted
          expect(steps.compare(R(held))).toBe(0)
        },
      ),
      runs(1500),
    )
  })

  it('weighs late premiums more, keeps the rate capped (futures 5)', () => {
    fc.assert(
      fc.property(
        premiums,
        arb.decimalBetween(10n, 125n, 0),
        fc.constantFrom('0.004', '0.0065', '0.02'),
        fc.constantFrom(1, 4, 8),
        (given, maxLeverage, mm, hours) => {
          const { free, cap } = reference.rate(given, { maxLeverage, mm, hours })
          const shown = futures.fundingRate({
            premiums: given,
            maxLeverage,
            mm,
            intervalHours: hours,
          })
          expect(
            isRounded(futures.fundingRateCap({ maxLeverage, mm }), {
              exact: cap,
              scale: 8,
              mode: 'down',
            }),
          ).toBe(true)
          const sum = given.reduce(futures.addPremium, futures.NO_PREMIUMS)
          expect(
            futures.fundingRate({ premiums: sum, maxLeverage, mm, intervalHours: hours }),
          ).toBe(shown)
          const top = cap.times(R(10n ** 8n)).floor()
          const wanted = ROUNDERS['half-away'](free.times(R(10n ** 8n)))
          const held = wanted > top ? top : wanted < -top ? -top : wanted
          expect(
            R(shown)
              .times(R(10n ** 8n))
              .compare(R(held)),
          ).toBe(0)
        },
      ),
      runs(1000),
    )
  })

  it('computes the premium from the impact prices of the book (futures 5)', () => {
    const side = fc.array(fc.tuple(mark, arb.count), { maxLength: 6 })
    fc.assert(
      fc.property(side, side, mark, arb.contract, (bids, asks, index, contract) => {
        const notional = '25000'
        const [bid, ask] = [bids, asks].map((levels) => {
          const exact = reference.impact(levels, { kind: contract, notional: R(notional) })
          const shown = futures.impactPrice({ levels, notional, contract })
          if (exact === null) expect(shown).toBeNull()
          else expect(isRounded(shown ?? '', { exact, scale: 10, mode: 'half-away' })).toBe(true)
          return shown
        }) as [string | null, string | null]
        const over = bid === null ? R(0) : reference.most(R(0), R(bid).minus(R(index)))
        const under = ask === null ? R(0) : reference.most(R(0), R(index).minus(R(ask)))
        const exact = over.minus(under).over(R(index))
        const shown = futures.premiumIndex({ impactBid: bid, impactAsk: ask, index })
        expect(isRounded(shown, { exact, scale: 8, mode: 'half-away' })).toBe(true)
      }),
      runs(1000),
    )
  })

  it('never receives more funding than is paid (futures F6)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(arb.count, fc.boolean()), { minLength: 1, maxLength: 6 }),
        mark,
        arb.signed(arb.decimalBetween(0n, 300_000n, 8)),
        arb.contract,
        (held, markPrice, rate, contract) => {
          // Each long with an equal short, so that the lots sum to zero (futures F1).
          const payments = held.flatMap(([count]) =>
            (['long', 'short'] as const).map((side) =>
              R(futures.fundingPayment({ contract, side, count, markPrice, rate }, { scale: 8 })),
            ),
          )
          const rest = reference.total(payments).times(R(10n ** 8n))
          expect(rest.sign()).toBeGreaterThanOrEqual(0)
          expect(rest.compare(R(payments.length))).toBeLessThan(0)
        },
      ),
      runs(500),
    )
  })
})

describe('liquidation against exact fractions', () => {
  /** A long or short of at most 60 steps whose equity is about its requirement. */
  const nearlyDue = fc
    .record({
      contract: arb.contract,
      side: arb.side,
      steps: fc.bigInt({ min: 1n, max: 60n }),
      share: fc.integer({ min: 500, max: 1100 }),
      markPrice: arb.decimalBetween(50_000n, 1_000_000n, 1),
      other: fc.option(symbolOf('linear')),
    })
    .map(({ contract, side, steps, share, markPrice, other }) => {
      const step = contract === 'linear' ? '0.5' : '10000'
      const exact = R(steps).times(R(step))
      const count = contract === 'linear' ? `${steps / 2n}.${(steps % 2n) * 5n}` : `${steps}0000`
      expect(R(count).compare(exact)).toBe(0)
      const tiers = contract === 'linear' ? TIERS : COIN_TIERS
      const leg = { side, count, cost: costOf(contract, { count, price: markPrice }) }
      const symbol = { contract, markPrice, leverage: '10', feeRate: '0.0006', tiers, legs: [leg] }
      const symbols: readonly FuturesSymbol[] =
        other !== null && contract === 'linear' ? [symbol, { ...other, orders: [] }] : [symbol]
      const bare: FuturesAccount = { wallet: '0', symbols }
      const wanted = reference
        .requirement(bare)
        .times(R(share))
        .over(R(1000))
        .minus(reference.equity(bare))
      const units = wanted.times(R(10n ** 8n)).floor()
      const digits = (units < 0n ? -units : units).toString().padStart(9, '0')
      const wallet = `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
      return { given: { wallet, symbols }, step }
    })

  it('closes the fewest steps that suffice (futures 6, futures F8)', () => {
    fc.assert(
      fc.property(nearlyDue, ({ given, step }) => {
        const options = { symbol: 0, liquidationRate: '0.0006' }
        const shown = futures.liquidationSlice(given, { ...options, stepSize: step })
        const exact = reference.slice(given, { ...options, step: R(step) })
        expect(R(shown).compare(exact)).toBe(0)
        const isAnything = reference.netSize(first(given)).sign() > 0
        expect(shown !== '0').toBe(futures.isDue(given) && isAnything)
      }),
      runs(1000),
    )
  })

  it('takes the fee only from what beat bankruptcy (futures 6, futures F7)', () => {
    fc.assert(
      fc.property(
        arb.contract,
        arb.side,
        arb.count,
        mark,
        mark,
        (contract, side, count, price, bankruptcyPrice) => {
          const rates = { feeRate: '0.0006', liquidationRate: '0.0006' }
          const shown = R(
            futures.liquidationFee({ contract, side, count, price, bankruptcyPrice, ...rates }),
          )
          const left = (at: string) =>
            reference.leftAt(
              {
                kind: contract,
                side,
                count: R(count),
                mark: R(price),
                part: R(0),
                fee: R('0.0006'),
              },
              R(at),
            )
          const better = left(price).minus(left(bankruptcyPrice))
          const full = reference.worth(contract, R(count), R(price)).times(R('0.0006'))
          const atoms = (value: Rational) => value.times(R(10n ** 8n))
          const [whole, most] = [ROUNDERS.up(atoms(full)), atoms(better).floor()]
          const held = most < 0n ? 0n : whole < most ? whole : most
          expect(atoms(shown).compare(R(held))).toBe(0)
        },
      ),
      runs(500),
    )
  })

  it('draws from the fund within balance and share (futures 6)', () => {
    const money = arb.decimalBetween(0n, 100_000_000n, 8)
    fc.assert(
      fc.property(money, money, money, money, (shortage, balance, high, paid) => {
        const exact = reference.most(
          R(0),
          reference.least(R(shortage), R(balance), R('0.3').times(R(high)).minus(R(paid))),
        )
        floored(futures.fundDraw({ shortage, balance, high, paid }), exact)
      }),
      runs(500),
    )
  })

  const candidate = (index: number): fc.Arbitrary<AdlCandidate> =>
    fc.record({
      id: fc.constant(`u${index}`),
      count: arb.decimalBetween(1n, 500n, 0),
      pnl: fc.constantFrom('-5', '0', '10', '10', '25.5', '400'),
      collateral: fc.constantFrom('0', '50', '100', '100'),
      requirement: fc.constantFrom('10', '20', '90'),
      equity: fc.constantFrom('20', '80', '100'),
    })
  const candidates = fc
    .integer({ min: 0, max: 14 })
    .chain((length) => fc.tuple(...Array.from({ length }, (_, index) => candidate(index))))

  it('shares a bankrupt size by rank, group and lots (futures 6, futures F9)', () => {
    fc.assert(
      fc.property(candidates, arb.decimalBetween(1n, 3000n, 0), (given, count) => {
        const score = (one: AdlCandidate) => R(one.pnl).times(R(one.requirement))
        const base = (one: AdlCandidate) => R(one.collateral).times(R(one.equity))
        const order = given
          .filter((one) => R(one.pnl).sign() > 0 && R(one.equity).compare(R(one.requirement)) > 0)
          .toSorted(
            (a, b) =>
              score(b)
                .times(base(a))
                .compare(score(a).times(base(b))) || (a.id < b.id ? -1 : 1),
          )
        expect(futures.adlLights(given)).toEqual(
          order.map(({ id }, at) => ({ id, lights: 5 - Math.floor((at * 5) / order.length) })),
        )
        const { shares, rest } = futures.adlAllocation(given, { count, stepSize: '1' })
        const expected = new Map<string, bigint>()
        let left = BigInt(count)
        for (const lights of [5, 4, 3, 2, 1]) {
          const group = order.filter((_, at) => 5 - Math.floor((at * 5) / order.length) === lights)
          const held = group.reduce((sum, one) => sum + BigInt(one.count), 0n)
          if (held === 0n || left === 0n) continue
          const taken = left < held ? left : held
          const parts = group.map((one) => ({
            id: one.id,
            whole: (BigInt(one.count) * taken) / held,
            over: (BigInt(one.count) * taken) % held,
          }))
          let missing = taken - parts.reduce((sum, { whole }) => sum + whole, 0n)
          for (const part of parts.toSorted((a, b) =>
            a.over === b.over ? (a.id < b.id ? -1 : 1) : b.over > a.over ? 1 : -1,
          )) {
            const extra = missing > 0n ? 1n : 0n
            missing -= extra
            if (part.whole + extra > 0n) expected.set(part.id, part.whole + extra)
          }
          left -= taken
        }
        expect(new Map(shares.map((one) => [one.id, BigInt(one.count)]))).toEqual(expected)
        expect(BigInt(rest)).toBe(left)
      }),
      runs(1000),
    )
  })

  it('charges interest by the hour and levels by value (futures 7)', () => {
    const hour = 3_600_000
    fc.assert(
      fc.property(
        arb.count,
        arb.decimalBetween(1n, 100_000n, 8),
        fc.integer({ min: 0, max: 100 * hour }),
        fc.integer({ min: 0, max: 100 * hour }),
        mark,
        (principal, dailyRate, from, lasting, price) => {
          const to = from + lasting
          let charges = 1n
          for (let at = from - (from % hour) + hour; at <= to; at += hour) charges++
          const one = ROUNDERS.up(
            R(principal)
              .times(R(dailyRate))
              .over(R(24))
              .times(R(10n ** 8n)),
          )
          const interest = futures.interestFor({ principal, dailyRate, from, to })
          expect(
            R(interest)
              .times(R(10n ** 8n))
              .compare(R(one * charges)),
          ).toBe(0)
          const level = futures.marginLevel({
            assets: [{ amount: principal, price, rate: '0.95' }],
            debts: [{ principal: '3', interest, price: '2' }],
          })
          const worth = R(principal).times(R(price)).times(R('0.95'))
          floored(level ?? '', worth.over(R('3').plus(R(interest)).times(R(2))), 4)
        },
      ),
      runs(1000),
    )
  })
})
