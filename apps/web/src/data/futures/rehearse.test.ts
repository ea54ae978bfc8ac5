import type { FuturesAccount, FuturesPosition } from '@x/api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BTC_CONTRACT,
  BTC_INVERSE,
  BTC_LONG,
  BTC_TIERS,
  ETH_CONTRACT,
  FUTURES_ACCOUNT,
} from '../../testing/futuresFixtures.ts'
import type { Contract } from './contracts.ts'
import type { AccountState } from './formulaAccount.ts'
import { rehearse } from './rehearse.ts'

const SOL_CONTRACT = { ...BTC_CONTRACT, symbol: 'SOLUSDT', base: 'SOL', tickSize: '0.01' }
const XRP_CONTRACT = { ...BTC_CONTRACT, symbol: 'XRPUSDT', base: 'XRP', tickSize: '0.0001' }
const CONTRACTS = [BTC_CONTRACT, ETH_CONTRACT, SOL_CONTRACT, XRP_CONTRACT, BTC_INVERSE].map(
  ({ symbol, ...rules }): Contract => ({
    ...rules,
    name: symbol,
    symbol: `${rules.product}/${symbol}`,
  }),
)
const LINEAR = CONTRACTS.filter(({ contractValue }) => contractValue === null)
const [INVERSE] = CONTRACTS.slice(-1) as [Contract]

/** Amounts and prices in 10^-8, so that everything below is exact in whole numbers. */
const UNIT = 10n ** 8n
const MILLION = 1_000_000n
const TAKER = 600n
const up = (top: bigint, bottom: bigint) => (top + bottom - 1n) / bottom
const size = (value: bigint) => (value < 0n ? -value : value)

function text(units: bigint): string {
  const digits = size(units).toString().padStart(9, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}
function units(decimal: string): bigint {
  const [whole = '0', decimals = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole) * UNIT + BigInt(decimals.slice(0, 8).padEnd(8, '0'))
  return decimal.startsWith('-') ? -value : value
}

interface Held {
  readonly contract: Contract
  readonly isIsolated: boolean
  /** Thousandths of the base coin, or inverse contracts; below zero a short. */
  readonly count: bigint
  /** Ticks of the mark now and of the entry. */
  readonly mark: bigint
  readonly entry: bigint
  /** Its isolated margin. */
  readonly margin: bigint
  /** What of its gain lies in the wallet already. */
  readonly settled: bigint
}

const ticksOf = ({ contract: { tickSize } }: Held, ticks: bigint) => ticks * units(tickSize)

/** What a position is worth at so many ticks: in coin rounded up to an atom. */
function worth(held: Held, ticks: bigint): bigint {
  const price = ticksOf(held, ticks)
  const { contractValue } = held.contract
  if (contractValue === null) return (size(held.count) * price) / 1_000n
  return up(size(held.count) * BigInt(contractValue) * UNIT * UNIT, price)
}

function gainAt(held: Held, ticks: bigint): bigint {
  const rise = worth(held, ticks) - worth(held, held.entry)
  return held.count > 0n === (held.contract.contractValue === null) ? rise : -rise
}

/** Half up, as a price is brought to its tick. */
const movedTicks = ({ mark }: Held, percent: number) =>
  (mark * BigInt(100 + percent) * 2n + 100n) / 200n

/** (mm + f)·notional − cum by the two tiers of the fixture, in millionths. */
function asked(notional: bigint): bigint {
  const [rate, cum] = notional <= 50_000n * UNIT ? [4_000n, 0n] : [5_000n, 50n * UNIT]
  return (rate + TAKER) * notional - cum * MILLION
}

/** Equity and requirement of a wallet, in 10^-8. */
function expected(wallet: bigint, held: readonly Held[], percent: number) {
  const gains = held.map((each) => gainAt(each, movedTicks(each, percent)))
  const pnl = gains.reduce((sum, gain) => sum + gain, 0n)
  const settled = held.reduce((sum, each) => sum + each.settled, 0n)
  const required = held.reduce(
    (sum, each) => sum + asked(worth(each, movedTicks(each, percent))),
    0n,
  )
  return { equity: wallet + pnl - settled, requirement: up(required, MILLION), pnl }
}

function positionOf(held: Held, at: number): FuturesPosition {
  const { contract, count, mark, entry, isIsolated, margin, settled } = held
  return {
    ...BTC_LONG,
    symbol: contract.name,
    marginCoin: contract.marginCoin,
    orderNo: String(at),
    positionSide: count > 0n ? 1 : 2,
    marginMode: isIsolated ? 1 : 2,
    positionsCount:
      contract.contractValue === null ? text((size(count) * UNIT) / 1_000n) : String(size(count)),
    positionsOpenAvgPrice: text(ticksOf(held, entry)),
    positionsOpenMarginCount: isIsolated ? text(margin) : '0',
    markPrice: text(ticksOf(held, mark)),
    unrealisedPnl: text(gainAt(held, mark)),
    settled: text(settled),
  }
}

function stateOf(wallet: bigint, held: readonly Held[], marginCoin: string): AccountState {
  const cross = held.filter(({ isIsolated }) => !isIsolated)
  const crossPnl = cross.reduce((sum, each) => sum + gainAt(each, each.mark), 0n)
  const settled = cross.reduce((sum, each) => sum + each.settled, 0n)
  const account: FuturesAccount = {
    ...FUTURES_ACCOUNT,
    takerFeeRate: '0.0006',
    wallets: [
      {
        ...FUTURES_ACCOUNT.wallets[0]!,
        marginCoin,
        balance: text(wallet),
        equity: text(wallet + crossPnl - settled),
        unrealisedPnl: text(crossPnl),
      },
    ],
    contracts: held.map(({ contract: { name }, isIsolated }) => ({
      symbol: name,
      marginMode: isIsolated ? 1 : 2,
      longLeverage: 20,
      shortLeverage: 20,
      autoMargin: false,
    })),
  }
  return {
    account,
    positions: held.map(positionOf),
    orders: [],
    contracts: CONTRACTS,
    tiersOf: () => BTC_TIERS,
    markOf: () => undefined,
  }
}

const heldIn = (contract: Contract): fc.Arbitrary<Held> =>
  fc.record({
    contract: fc.constant(contract),
    isIsolated: fc.boolean(),
    count: fc.bigInt({ min: 1n, max: 5_000n }).chain((count) => fc.constantFrom(count, -count)),
    mark: fc.bigInt({ min: 1_000n, max: 700_000n }),
    entry: fc.bigInt({ min: 1_000n, max: 700_000n }),
    margin: fc.bigInt({ min: 0n, max: 5_000n * UNIT }),
    settled: fc.bigInt({ min: 0n, max: 5_000n * UNIT }),
  })
const percents = fc.integer({ min: -50, max: 50 })

function compareAll(
  { wallet, held, percent }: { wallet: bigint; held: readonly Held[]; percent: number },
  marginCoin: string,
): void {
  const cross = held.filter(({ isIsolated }) => !isIsolated)
  const isolated = held.filter(({ isIsolated }) => isIsolated)
  const wanted = [
    ...(cross.length > 0 ? [expected(wallet, cross, percent)] : []),
    ...isolated.map((each) => expected(each.margin, [each], percent)),
  ]
  const groups = rehearse(stateOf(wallet, held, marginCoin), { marginCoin, percent })
  expect(groups?.length).toBe(wanted.length)
  for (const [at, { equity, requirement, pnl }] of wanted.entries()) {
    const found = groups![at]!
    // The formulas round a value in coin once, at the end, and the exchange at each position.
    const most = marginCoin === 'USDT' ? 0n : 1n
    expect(size(units(found.equity) - equity)).toBeLessThanOrEqual(most)
    expect(size(units(found.requirement) - requirement)).toBeLessThanOrEqual(most)
    expect(units(found.pnl)).toBe(pnl)
    if (size(equity - requirement) >= 2n * most) expect(found.isDue).toBe(equity <= requirement)
  }
}

describe('the rehearsal of an account (futures 3, futures 12)', () => {
  it('is exact for cross and several isolated margins together', () => {
    const several = fc.tuple(...LINEAR.map(heldIn))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 100_000n * UNIT }),
        several,
        percents,
        (wallet, held, percent) => compareAll({ wallet, held, percent }, 'USDT'),
      ),
      { numRuns: 500 },
    )
  })

  it('is exact for a contract settled in coin', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n * UNIT }),
        heldIn(INVERSE),
        percents,
        (wallet, each, percent) => compareAll({ wallet, held: [each], percent }, 'BTC'),
      ),
      { numRuns: 300 },
    )
  })

  it('liquidates each wallet by itself', () => {
    const [BTC, ETH, SOL] = LINEAR as [Contract, Contract, Contract]
    const common = { isIsolated: true, count: 1_000n, margin: 400n * UNIT, settled: 0n }
    const held = [
      { ...common, contract: BTC, mark: 600_000n, entry: 600_000n, isIsolated: false },
      { ...common, contract: ETH, mark: 300_000n, entry: 300_000n },
      { ...common, contract: SOL, mark: 15_000n, entry: 15_000n },
    ]
    const state = stateOf(20_000n * UNIT, held, 'USDT')
    const dueAt = (percent: number) =>
      rehearse(state, { marginCoin: 'USDT', percent })?.map(({ isDue }) => isDue)
    expect(dueAt(0)).toEqual([false, false, false])
    // 1 ETH loses 420 of its 400, the cross wallet 8,400 of 20,000, 1 SOL 21 of its 400.
    expect(dueAt(-14)).toEqual([false, true, false])
  })
})
