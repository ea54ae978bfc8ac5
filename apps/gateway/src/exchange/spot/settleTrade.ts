import type { Account, Realm } from '../accounts/accounts.ts'
import { FEES, HOUSE_ACCOUNT } from '../accounts/owner.ts'
import { feeOn } from '../accounts/fee.ts'
import { postOne, type Entry } from '../accounts/posting.ts'
import type { Side } from '../instruments/Instrument.ts'
import { releaseHold } from '../funds/holds.ts'
import { accountOf } from '../funds/orderAccounts.ts'
import { drawLine, repayReceived } from '../funds/orderLoans.ts'
import type { EffectLog } from '../state/effects.ts'
import {
  goesAtMarket,
  leftLots,
  quoteAtoms,
  tickLots,
  worstTicks,
  type Fill,
  type SpotOrder,
} from '../state/order.ts'
import { leadHolding, noteLeadFill } from '../state/leadFills.ts'
import type { ExchangeState, Pair } from '../state/state.ts'

export interface Match {
  readonly realm: Realm
  readonly pair: Pair
  readonly ticks: number
  readonly lots: number
  /** `undefined`: the house account. At least one of the two is a user. */
  readonly maker: SpotOrder | undefined
  readonly taker: SpotOrder | undefined
  readonly takerSide: Side
  readonly frictions?: NonNullable<Fill['frictions']>
}

/** One of the two users of a trade, or the house account where there is no order. */
interface TradeSide {
  readonly order: SpotOrder | undefined
  /** What it pays and receives, in atoms. */
  readonly paid: bigint
  readonly received: bigint
  /** The account that it receives in. */
  readonly into: Account
  /** What a lead had of the base before. */
  readonly before: bigint | undefined
}

/**
 * Moves the money of one trade: base and quote change owner, each user pays the fee out of what it
 * receives.
 */
export function settleTrade(state: ExchangeState, log: EffectLog, match: Match): void {
  const { realm, pair, ticks, lots, maker, taker } = match
  const { instrument, units } = pair
  const tradeId = state.next.trade++
  const base = BigInt(lots) * units.basePerLot
  const quote = quoteAtoms(units, { ticks, lots })
  const buyer = match.takerSide === 'buy' ? taker : maker
  const seller = match.takerSide === 'buy' ? maker : taker
  const boughtBefore = buyer && leadHolding(state, { order: buyer, asset: instrument.base })
  const soldBefore = seller && leadHolding(state, { order: seller, asset: instrument.base })
  if (buyer) releasePaid(state, log, { match, order: buyer, paid: quote })
  if (seller) releasePaid(state, log, { match, order: seller, paid: base })

  const account = (order: SpotOrder | undefined, asset: string): Account =>
    touched(
      log,
      order
        ? accountOf(state.accounts, order, asset)
        : state.accounts.of(realm, HOUSE_ACCOUNT, asset),
    )
  const baseFrom = account(seller, instrument.base)
  const baseInto = account(buyer, instrument.base)
  const baseEntry = postOne('base', { from: baseFrom, to: baseInto, amount: base })
  const quoteFrom = account(buyer, instrument.quote)
  const quoteInto = account(seller, instrument.quote)
  const quoteEntry = postOne('quote', { from: quoteFrom, to: quoteInto, amount: quote })
  const sides: readonly [TradeSide, TradeSide] = [
    { order: buyer, paid: quote, received: base, into: baseInto, before: boughtBefore },
    { order: seller, paid: base, received: quote, into: quoteInto, before: soldBefore },
  ]
  const entries = [
    baseEntry,
    quoteEntry,
    settleSide(state, log, { match, tradeId, quote, side: sides[0] }),
    settleSide(state, log, { match, tradeId, quote, side: sides[1] }),
  ]
  log.addTransaction({
    realm,
    kind: 'trade',
    scope: 'trade',
    key: String(tradeId),
    entries: hasAll(entries) ? entries : entries.filter((entry) => entry !== undefined),
  })
  for (const { order, received } of sides)
    if (order?.loan === 'repay' || order?.loan === 'both')
      repayReceived(state, log, { order, pair, received, isTaker: order === taker })
}

const hasAll = (entries: readonly (Entry | undefined)[]): entries is readonly Entry[] =>
  !entries.includes(undefined)

/** Gives back what the order kept back for these lots, and borrows what it lacks. */
function releasePaid(
  state: ExchangeState,
  log: EffectLog,
  { match, order, paid }: { match: Match; order: SpotOrder; paid: bigint },
): void {
  const { pair } = match
  const amount = heldFor(order, { match, paid })
  const line = releaseHold(state, log, { order, pair, amount })
  if (line > 0n) drawLine(state, log, { order, pair, paid })
}

/** What a trade is to one of its orders: the fee, whose entry it answers, and the fill. */
function settleSide(
  state: ExchangeState,
  log: EffectLog,
  {
    match,
    tradeId,
    quote,
    side: { order, received, into, before },
  }: { match: Match; tradeId: number; quote: bigint; side: TradeSide },
): Entry | undefined {
  if (!order) return undefined
  const { ticks, lots, frictions } = match
  const isTaker = order === match.taker
  const fee = feeOn(received, isTaker ? order.takerPpm : order.makerPpm)
  const fees = state.accounts.of(into.realm, FEES, into.asset)
  const entry = postOne('fee', { from: into, to: fees, amount: fee })
  addToOrder(order, { ticks, lots, fee, at: log.at })
  log.touchOrder(order)
  const id = state.next.fill++
  const role = isTaker ? 'taker' : 'maker'
  const plain: Fill = { id, tradeId, order, ticks, lots, quote, fee, role, at: log.at }
  const fill = isTaker && frictions ? { ...plain, frictions } : plain
  log.addFill(fill)
  noteLeadFill(state, { fill, before })
  return entry
}

function touched(log: EffectLog, account: Account): Account {
  log.touchAccount(account)
  return account
}

function addToOrder(
  order: SpotOrder,
  { ticks, lots, fee, at }: { ticks: number; lots: number; fee: bigint; at: number },
): void {
  order.filledLots += lots
  order.filledTickLots += tickLots(ticks, lots)
  order.fee += fee
  order.updatedAt = at
  order.status = order.lots > 0 && leftLots(order) === 0 ? 'filled' : 'partially_filled'
}

/**
 * The part of an order's hold that these lots had needed; for a buy at a limit that is the limit
 * price, not the better one paid.
 */
function heldFor(order: SpotOrder, { match, paid }: { match: Match; paid: bigint }): bigint {
  if (order.side === 'sell' || goesAtMarket(order)) return paid
  const ticks = worstTicks(order)
  return ticks === match.ticks ? paid : quoteAtoms(match.pair.units, { ticks, lots: match.lots })
}

/** What an order that stands or waits keeps back for all that is left of it. */
export function holdFor(order: SpotOrder, { units }: Pair): bigint {
  if (order.side === 'sell') return BigInt(leftLots(order)) * units.basePerLot
  if (order.budget > 0) return BigInt(order.budget) * units.quotePerTickLot
  return quoteAtoms(units, { ticks: worstTicks(order), lots: leftLots(order) })
}
