import { parseUnits } from '@x/decimal'
import type { Side } from '../../instruments/Instrument.ts'
import { MAX_LOTS, MAX_TICKS } from '../../matching/command.ts'
import {
  COPY_QUOTE,
  copyOwner,
  slippageOf,
  type CopyFollow,
  type CopyLead,
  type LeadFill,
  type SkipReason,
} from '../../state/copyState.ts'
import { pairOf, type ExchangeView, type MarketView } from '../../state/ExchangeView.ts'

export const DAY_MS = 86_400_000
/** A fill that waited longer is too old to buy after. */
export const BACKLOG_MS = 10_000
const BP = 10_000n

export interface CopyPlan {
  readonly ticks: number
  readonly lots: number
  readonly reason?: SkipReason
}

interface Planned {
  readonly fill: LeadFill
  readonly lead: Pick<CopyLead, 'pairs'>
  readonly follow: Readonly<CopyFollow>
  /** Of lead and follow, in atoms of the quote asset. */
  readonly leadWorth: bigint
  readonly worth: bigint
  readonly at: number
}

type Pair = Extract<MarketView, { product: 'spot' }>

/**
 * What a follow trades after a fill of its lead, or why it does not (products 1). Follows have
 * accounts of their own, so that plans of one fill do not depend on each other.
 */
export function planCopy(
  state: Pick<ExchangeView, 'accounts' | 'markets'>,
  planned: Planned,
): CopyPlan {
  const { fill, lead, follow, at } = planned
  const pair = pairOf(state, fill.symbol)
  const ticks = limitTicks(fill, slippageOf(fill.symbol, follow))
  const skip = (reason: SkipReason, lots = 0): CopyPlan => ({ ticks, lots, reason })
  if (follow.status === 'paused') return skip('paused')
  if (fill.side === 'sell') {
    const lots = sellLots(state, { pair, fill, follow })
    return isBelowMinimum(pair, { ticks: fill.ticks, lots })
      ? skip('minimum', lots)
      : { ticks, lots }
  }
  if (!lead.pairs.includes(fill.symbol)) return skip('pair')
  if (at - fill.at > BACKLOG_MS) return skip('backlog')
  return planBuy(state, { ...planned, pair, ticks })
}

function planBuy(
  state: Pick<ExchangeView, 'accounts'>,
  { pair, ticks, ...planned }: Planned & { readonly pair: Pair; readonly ticks: number },
): CopyPlan {
  const { fill, follow, at } = planned
  const wanted = wantedLots(pair, planned)
  if (isBelowMinimum(pair, { ticks: fill.ticks, lots: wanted }))
    return { ticks, lots: wanted, reason: 'minimum' }
  const price = BigInt(ticks) * pair.units.quotePerTickLot
  const free = state.accounts.spendable(follow.realm, copyOwner(follow.id), COPY_QUOTE)
  const lots = Math.min(wanted, toLots(free / price))
  if (isBelowMinimum(pair, { ticks: fill.ticks, lots }))
    return { ticks, lots: wanted, reason: 'funds' }
  const bought = follow.day === Math.floor(at / DAY_MS) ? follow.bought : 0n
  const isOverCap = follow.dailyCap > 0n && bought + BigInt(lots) * price > follow.dailyCap
  return isOverCap ? { ticks, lots, reason: 'dailyCap' } : { ticks, lots }
}

/** The fill times what the follow is worth beside the lead, or the amount. */
function wantedLots(pair: Pair, { fill, follow, leadWorth, worth }: Omit<Planned, 'lead'>): number {
  if (follow.mode === 'amount')
    return toLots(follow.amount / (BigInt(fill.ticks) * pair.units.quotePerTickLot))
  return leadWorth > 0n ? toLots((BigInt(fill.lots) * worth) / leadWorth) : 0
}

/** The part of the holding that the lead sold of his. */
function sellLots(
  state: Pick<ExchangeView, 'accounts'>,
  {
    pair,
    fill,
    follow,
  }: { readonly pair: Pair; readonly fill: LeadFill; readonly follow: Readonly<CopyFollow> },
): number {
  const { base } = pair.instrument
  const held = state.accounts.spendable(follow.realm, copyOwner(follow.id), base)
  const before = BigInt(fill.before)
  const sold = BigInt(fill.lots) * pair.units.basePerLot
  const part = before > sold ? (held * sold) / before : held
  return toLots(part / pair.units.basePerLot)
}

/** The furthest price, rounded towards the price of the fill. */
export function limitTicks(
  { ticks, side }: { readonly ticks: number; readonly side: Side },
  slippageBp: number,
): number {
  const price = BigInt(ticks)
  if (side === 'buy') return Math.min(Number((price * (BP + BigInt(slippageBp))) / BP), MAX_TICKS)
  return Math.max(Number((price * (BP - BigInt(slippageBp)) + BP - 1n) / BP), 1)
}

/** Below the smallest order of the pair. */
export function isBelowMinimum(
  { instrument, units }: Pick<Pair, 'instrument' | 'units'>,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
): boolean {
  const least = parseUnits(instrument.minNotional, instrument.quoteScale) ?? 0n
  return lots === 0 || BigInt(lots) * BigInt(ticks) * units.quotePerTickLot < least
}

export const toLots = (lots: bigint): number => (lots > BigInt(MAX_LOTS) ? MAX_LOTS : Number(lots))
