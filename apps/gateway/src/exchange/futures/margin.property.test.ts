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
  liquidationSlice,
  mayLeave as mayLeaveExactly,
  type OpenOrder,
  type PositionLeg,
  requirement,
} from '@x/trading/futures'
import { expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { valueOf } from '../instruments/contractTerms.ts'
import type { FuturesAccountView } from '../state/ExchangeView.ts'
import { openLots, waitsForTrigger } from '../state/futuresOrder.ts'
import { type FuturesPosition, leverageOf, settingsOf } from '../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../state/state.ts'
import {
  availableOf,
  bankruptcyTicks,
  crossGroup,
  equityOf,
  groupOf,
  groupsOf,
  isDue,
  type MarginGroup,
  markOf,
  mayLeave,
  requirementOf,
  symbolsOf,
  walletOf,
} from './margin.ts'
import { adlCandidates, adlShares } from './deleverage.ts'
import { sliceOf } from './liquidation.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

/** Of USDT and BTC. */
const SCALE = 8
/** Histories that are played; by hand there may be more. */
const COUNT = Number(process.env['EXCHANGE_SEEDS'] ?? 3)
const SEEDS = Array.from({ length: COUNT }, (_, at) => 31_000 + at)
const STEPS = 1_200

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
  const { pricePlace, quantityPlace, settlement, tiers, takerRate } = instrument
  const price = (ticks: number) => formatUnits(BigInt(ticks), pricePlace)
  const unit = settlement.kind === 'inverse' ? BigInt(settlement.contractValue) : 1n
  const count = (lots: number) => formatUnits(BigInt(lots) * unit, quantityPlace)
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

interface Compared {
  readonly given: FuturesInput
  /** Of the input, in its order. */
  readonly symbols: readonly string[]
}

function compareGroup(state: ExchangeState, group: MarginGroup): void {
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
  if (given.symbols.some(({ markPrice }) => Number(markPrice) === 0)) return
  const slack = slackOf(given)
  const differs = (core: bigint, exact: string) => size(core - atoms(exact)) > slack
  expect(differs(equityOf(state, group), accountEquity(given))).toBe(false)
  const hasInverseOrders = given.symbols.some(
    ({ contract, orders = [] }) => contract === 'inverse' && orders.length > 0,
  )
  // T does not enter the requirement of inverse contracts (trading 2).
  if (!hasInverseOrders) {
    expect(differs(requirementOf(state, group), requirement(given))).toBe(false)
    if (slack === 0n && group.positions.length > 0)
      expect(isDue(state, group)).toBe(isDueExactly(given))
  }
  if (slack > 0n) return
  compareBankruptcy(state, { group, given, symbols })
  if (isDue(state, group)) compareSlice(state, { group, given, symbols })
}

/**
 * Linear contracts on their tick. Two legs of a symbol are netted before they are closed (futures
 * 6), so that only single ones are compared; the core names 0 where no price is above it.
 */
function compareBankruptcy(
  state: ExchangeState,
  { group, given, symbols }: Compared & { readonly group: MarginGroup },
): void {
  if (given.symbols.some(({ legs }) => legs.length > 1)) return
  for (const position of group.positions) {
    const { instrument } = contractOf(state, position.symbol)
    const core = bankruptcyTicks(state, position, group) ?? 0
    const symbol = symbols.indexOf(position.symbol)
    const exact = crossBankruptcyPrice(given, { symbol, tick: instrument.tickSize })
    const ticks = exact === null ? 0 : Number(parseUnits(exact, instrument.pricePlace))
    // Beyond the mark the core rounds the other way: at most one tick.
    expect(Math.abs(core - ticks)).toBeLessThanOrEqual(1)
  }
}

/** The fewest lots, which fees that round up by an atom may make one more (futures 6). */
function compareSlice(
  state: ExchangeState,
  { group, given, symbols }: Compared & { readonly group: MarginGroup },
): void {
  const hasOrders = given.symbols.some(({ orders = [] }) => orders.length > 0)
  if (hasOrders || given.symbols.some(({ legs }) => legs.length > 1)) return
  const { position, lots } = sliceOf(state, group)
  const { instrument } = contractOf(state, position.symbol)
  const exact = liquidationSlice(given, {
    symbol: symbols.indexOf(position.symbol),
    stepSize: instrument.stepSize,
    liquidationRate: instrument.liquidationRate,
  })
  const wanted = Number(parseUnits(exact, instrument.quantityPlace))
  expect(lots - wanted).toBeGreaterThanOrEqual(0)
  expect(lots - wanted).toBeLessThanOrEqual(1)
}

/** Who would give up how much if a position went at its bankruptcy price (futures 6). */
function compareDeleveraging(state: ExchangeState, position: FuturesPosition): void {
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
function compareFree(state: ExchangeState, account: FuturesAccountView): void {
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

it.each(SEEDS)('agrees with the formulas on exact fractions (futures 3, futures 6), %i', (seed) => {
  const exchange = createExchange(FUTURES_INSTRUMENTS)
  const next = createFuturesFlow(seed)
  let positions = 0
  for (let step = 0; step < STEPS; step++) {
    exchange.execute(next(exchange.state))
    if (step % 4 !== 0) continue
    for (const account of exchange.state.futures.accounts.values()) {
      if (account.userId === '') continue
      for (const group of groupsOf(exchange.state, account)) {
        compareGroup(exchange.state, group)
        positions += group.positions.length
        for (const position of group.positions) compareDeleveraging(exchange.state, position)
      }
      compareFree(exchange.state, account)
    }
  }
  expect(positions).toBeGreaterThan(1_000)
})
