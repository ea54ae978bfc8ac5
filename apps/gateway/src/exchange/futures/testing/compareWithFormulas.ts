import { formatUnits, parseUnits } from '@x/decimal'
import { withMaintenanceAmounts } from '@x/trading'
import {
  accountEquity,
  adlAllocation,
  availableBalance,
  crossBankruptcyPrice,
  type FuturesAccount as FuturesInput,
  type FuturesSymbol,
  isDue as isDueExactly,
  liquidationPrice,
  liquidationSlice,
  mayLeave as mayLeaveExactly,
  type OpenOrder,
  type PositionLeg,
  requirement,
} from '@x/trading/futures'
import { expect } from 'vitest'
import { magnitudeOf, valueOf } from '../../instruments/contractTerms.ts'
import type { FuturesInstrument } from '../../instruments/Instrument.ts'
import type { FuturesAccountView } from '../../state/ExchangeView.ts'
import { openLots, waitsForTrigger } from '../../state/futuresOrder.ts'
import { type FuturesPosition, leverageOf, settingsOf } from '../../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../../state/state.ts'
import {
  availableOf,
  bankruptcyTicks,
  crossGroup,
  equityOf,
  groupOf,
  isDue,
  type MarginGroup,
  markOf,
  mayLeave,
  requirementOf,
  symbolsOf,
  walletOf,
} from '../margin.ts'
import { adlCandidates, adlShares } from '../deleverage.ts'
import { sliceOf } from '../liquidation.ts'
import { liquidationPriceOf } from '../preview.ts'

/** Of USDT and BTC. */
const SCALE = 8
const text = (atoms: bigint): string => formatUnits(atoms, SCALE)
const atoms = (decimal: string): bigint => parseUnits(decimal, SCALE) ?? 0n
const size = (value: bigint): bigint => (value < 0n ? -value : value)

/** The account as `@x/trading` takes it: decimal strings in place of atoms, lots and ticks. */
function inputOf(
  state: ExchangeState,
  {
    account,
    wallet,
    symbols,
    positions,
  }: {
    readonly account: FuturesAccountView
    readonly wallet: bigint
    readonly symbols: Iterable<string>
    readonly positions: readonly FuturesPosition[]
  },
): FuturesInput {
  return {
    wallet: text(wallet),
    symbols: [...symbols].map((symbol) => symbolInput(state, { account, symbol, positions })),
  }
}

function symbolInput(
  state: ExchangeState,
  {
    account,
    symbol,
    positions,
  }: {
    readonly account: FuturesAccountView
    readonly symbol: string
    readonly positions: readonly FuturesPosition[]
  },
): FuturesSymbol {
  const { instrument } = contractOf(state, symbol)
  const { pricePlace, settlement, tiers, takerRate } = instrument
  const price = (ticks: number) => formatUnits(BigInt(ticks), pricePlace)
  const count = (lots: number) => countOfLots(instrument, lots)
  const legs = positions
    .filter((position) => position.symbol === symbol)
    .map(({ lots, cost, settled }): PositionLeg => ({
      side: lots > 0 ? 'long' : 'short',
      count: count(Math.abs(lots)),
      cost: text(size(cost)),
      settled: text(settled),
    }))
  const orders = [...account.orders]
    .filter((order) => order.symbol === symbol && !waitsForTrigger(order))
    .map((order): OpenOrder => ({
      side: order.side,
      price: price(order.ticks),
      count: count(openLots(order)),
      reduceOnly: order.reduceOnly,
    }))
  return {
    contract: settlement.kind,
    mode: account.mode === 'two_way' ? 'two-way' : 'one-way',
    leverage: String(leverageOf(settingsOf(account, symbol), 'net')),
    feeRate: takerRate,
    markPrice: price(markOf(state, symbol)),
    tiers: withMaintenanceAmounts(
      tiers.map(({ upTo, maintenance }, at) => ({
        upTo: at === tiers.length - 1 ? null : upTo,
        mm: maintenance,
      })),
    ),
    legs,
    orders,
  }
}

/** Atoms that both may differ by: what rounding each inverse value to an atom makes. */
const slackOf = ({ symbols }: FuturesInput): bigint =>
  BigInt(
    symbols.reduce(
      (sum, { contract, legs, orders = [] }) =>
        sum + (contract === 'inverse' ? 3 * (legs.length + orders.length) : 0),
      0,
    ),
  )

/**
 * Equity, requirement, who is due, bankruptcy price, liquidation price and slice of a group, to the
 * atom, tick and lot for linear contracts; answers how many slices were compared.
 */
export function compareGroup(state: ExchangeState, group: MarginGroup): number {
  const symbols = group.isIsolated
    ? group.positions.map(({ symbol }) => symbol)
    : [...symbolsOf(state, group.account, group.asset)].filter(
        (symbol) => settingsOf(group.account, symbol).marginMode === 'cross',
      )
  const given = inputOf(state, {
    account: group.isIsolated ? { ...group.account, orders: new Set() } : group.account,
    wallet: walletOf(state, group),
    symbols,
    positions: group.positions,
  })
  if (given.symbols.some(({ markPrice }) => Number(markPrice) === 0)) return 0
  const slack = slackOf(given)
  const differs = (core: bigint, exact: string) => size(core - atoms(exact)) > slack
  const [equity, required] = [equityOf(state, group), requirementOf(state, group)]
  expect(differs(equity, accountEquity(given))).toBe(false)
  expect(differs(required, requirement(given))).toBe(false)
  if (group.positions.length > 0 && size(equity - required) >= 2n * slack)
    expect(isDue(state, group)).toBe(isDueExactly(given))
  const compared = { group, given, symbols, slack }
  compareBankruptcy(state, compared)
  compareLiquidation(state, compared)
  return isDue(state, group) ? compareSlice(state, compared) : 0
}

interface Compared {
  readonly group: MarginGroup
  readonly given: FuturesInput
  /** Of the input, in its order. */
  readonly symbols: readonly string[]
  readonly slack: bigint
}

/**
 * Two legs of a symbol are netted before they are closed (futures 6), so that only single ones are
 * compared; the core names 0 or nothing where no price is far enough.
 */
function compareBankruptcy(state: ExchangeState, { group, given, symbols, slack }: Compared): void {
  if (given.symbols.some(({ legs }) => legs.length > 1)) return
  for (const position of group.positions) {
    const { instrument, terms } = contractOf(state, position.symbol)
    const core = bankruptcyTicks(state, position, group) ?? 0
    const symbol = symbols.indexOf(position.symbol)
    const exact = crossBankruptcyPrice(given, { symbol, tick: instrument.tickSize })
    const ticks = exact === null ? 0 : Number(parseUnits(exact, instrument.pricePlace))
    const worth = magnitudeOf(terms, Math.abs(position.lots), core || 1)
    // Beyond the mark the core rounds the other way: at most one tick. An atom of an inverse
    // position is worth the more ticks the smaller it is.
    const most = 1 + Math.ceil((2 * core * Number(slack)) / Number(worth))
    expect(Math.abs(core - ticks)).toBeLessThanOrEqual(most)
  }
}

/** The price that is shown, with each open order by itself instead of their sums. */
function compareLiquidation(state: ExchangeState, { group, given, symbols }: Compared): void {
  for (const { symbol, side } of group.positions)
    expect(liquidationPriceOf(state, group.account, { symbol, side })).toEqual(
      liquidationPrice(given, {
        symbol: symbols.indexOf(symbol),
        tick: contractOf(state, symbol).instrument.tickSize,
      }),
    )
}

/** The fewest lots, which fees that round up by an atom may make one more (futures 6). */
function compareSlice(state: ExchangeState, { group, given, symbols, slack }: Compared): number {
  const hasOrders = given.symbols.some(({ orders = [] }) => orders.length > 0)
  if (hasOrders || given.symbols.some(({ legs }) => legs.length > 1)) return 0
  // An atom of an inverse value may decide who is due, and at two thirds whether all goes at once.
  const [equity, required] = [equityOf(state, group), requirementOf(state, group)]
  if (size(equity - required) < 2n * slack) return 0
  if (size(equity * 3n - required * 2n) < 5n * slack) return 0
  const { position, lots } = sliceOf(state, group)
  const { instrument } = contractOf(state, position.symbol)
  const exact = liquidationSlice(given, {
    symbol: symbols.indexOf(position.symbol),
    stepSize: countOfLots(instrument, 1),
    liquidationRate: instrument.liquidationRate,
  })
  const wanted = lotsOfCount(instrument, exact)
  expect(lots - wanted).toBeGreaterThanOrEqual(slack > 0n ? -1 : 0)
  expect(lots - wanted).toBeLessThanOrEqual(1)
  return 1
}

/** Base coin, or the nominal value of inverse contracts. */
const countOfLots = ({ settlement, quantityPlace }: FuturesInstrument, lots: number): string =>
  settlement.kind === 'inverse'
    ? String(BigInt(lots) * BigInt(settlement.contractValue))
    : formatUnits(BigInt(lots), quantityPlace)

const lotsOfCount = ({ settlement, quantityPlace }: FuturesInstrument, count: string): number =>
  settlement.kind === 'inverse'
    ? Number(count) / Number(settlement.contractValue)
    : Number(parseUnits(count, quantityPlace))

/** Who would give up how much if a position went at its bankruptcy price (futures 6). */
export function compareDeleveraging(state: ExchangeState, position: FuturesPosition): void {
  const ticks = markOf(state, position.symbol)
  const wanted = Math.abs(position.lots)
  const found = adlCandidates(state, { position, ticks })
  const candidates = found.map(({ position: each, lots }) => {
    const account = state.futures.accounts.get(`${each.realm}:${each.userId}`)
    if (account === undefined) throw new Error('a candidate without an account')
    const group = groupOf(state, account, each)
    const { terms } = contractOf(state, each.symbol)
    return {
      id: `${each.userId} ${each.side}`,
      count: String(lots),
      pnl: text(valueOf(terms, each.lots, ticks) - each.cost),
      collateral: text(walletOf(state, group)),
      requirement: text(requirementOf(state, group)),
      equity: text(equityOf(state, group)),
    }
  })
  const exact = adlAllocation(candidates, { count: String(wanted), stepSize: '1' })
  const core = adlShares(found, wanted).map(({ candidate, lots }) => ({
    id: `${candidate.position.userId} ${candidate.position.side}`,
    count: String(lots),
  }))
  const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)
  expect(core.toSorted(byId)).toEqual(exact.shares.toSorted(byId))
}

/** Free funds of a cross wallet: the core rounds each part against the user, never for it. */
export function compareFree(state: ExchangeState, account: FuturesAccountView): void {
  for (const asset of ['USDT', 'BTC']) {
    const symbols = [...symbolsOf(state, account, asset)]
    if (symbols.some((symbol) => settingsOf(account, symbol).marginMode === 'isolated')) continue
    const group = crossGroup(state, account, asset)
    const given = inputOf(state, {
      account,
      wallet: walletOf(state, group),
      symbols,
      positions: group.positions,
    })
    if (given.symbols.some(({ markPrice }) => Number(markPrice) === 0)) continue
    const parts = given.symbols.reduce((sum, { orders = [] }) => sum + 2 + orders.length, 0)
    const most = BigInt(parts) + slackOf(given)
    for (const [core, exact] of [
      [availableOf(state, account, { asset }), availableBalance(given)],
      [mayLeave(state, account, asset), mayLeaveExactly(given)],
    ] as const) {
      expect(atoms(exact) - core).toBeLessThanOrEqual(most)
      expect(core - atoms(exact)).toBeLessThanOrEqual(slackOf(given))
    }
  }
}
