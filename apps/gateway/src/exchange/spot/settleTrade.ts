import type { Account, Realm } from '../accounts/accounts.ts'
import { FEES, HOUSE_ACCOUNT } from '../accounts/owner.ts'
import { feeOn } from '../accounts/fee.ts'
import { post, type Entry } from '../accounts/posting.ts'
import type { Side } from '../instruments/Instrument.ts'
import { releaseHold } from '../funds/holds.ts'
import { drawLine, repayReceived } from '../funds/orderLoans.ts'
import type { EffectLog } from '../state/effects.ts'
import {
  goesAtMarket,
  leftLots,
  ownerOf,
  receivedAsset,
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

/**
 * Moves the money of one trade: base and quote change owner, each user pays the fee out of what it
 * receives.
 */
export function settleTrade(state: ExchangeState, log: EffectLog, match: Match): void {
  const { realm, pair, ticks, lots, maker, taker } = match
  const { instrument, units } = pair
  const tradeId = state.next.trade++
  const tickLots = BigInt(ticks) * BigInt(lots)
  const base = BigInt(lots) * units.basePerLot
  const quote = tickLots * units.quotePerTickLot
  const [buyer, seller] = match.takerSide === 'buy' ? [taker, maker] : [maker, taker]
  const account = (order: SpotOrder | undefined, asset: string): Account =>
    touched(log, state.accounts.of(realm, order ? ownerOf(order) : HOUSE_ACCOUNT, asset))

  const before = (order: SpotOrder | undefined) =>
    order && leadHolding(state, { order, asset: instrument.base })
  const boughtBefore = before(buyer)
  const soldBefore = before(seller)
  for (const [order, paid] of [
    [buyer, quote],
    [seller, base],
  ] as const) {
    if (!order) continue
    const amount = heldFor(order, { pair, lots, quote })
    const line = releaseHold(state, log, { order, pair, amount })
    if (line > 0n) drawLine(state, log, { order, pair, paid })
  }
  const entries: Entry[] = [
    ...post('base', {
      from: account(seller, instrument.base),
      to: account(buyer, instrument.base),
      amount: base,
    }),
    ...post('quote', {
      from: account(buyer, instrument.quote),
      to: account(seller, instrument.quote),
      amount: quote,
    }),
  ]
  for (const [order, received] of [
    [buyer, base],
    [seller, quote],
  ] as const) {
    if (!order) continue
    const role = order === taker ? 'taker' : 'maker'
    const fee = feeOn(received, role === 'taker' ? order.takerPpm : order.makerPpm)
    const asset = receivedAsset(order, instrument)
    entries.push(
      ...post('fee', {
        from: account(order, asset),
        to: state.accounts.of(realm, FEES, asset),
        amount: fee,
      }),
    )
    addToOrder(order, { lots, tickLots, fee, at: log.at })
    log.touchOrder(order)
    const frictions = role === 'taker' && match.frictions ? { frictions: match.frictions } : {}
    const fill: Fill = {
      id: state.next.fill++,
      tradeId,
      order,
      ticks,
      lots,
      quote,
      fee,
      role,
      at: log.at,
      ...frictions,
    }
    log.fills.push(fill)
    noteLeadFill(state, { fill, before: order === buyer ? boughtBefore : soldBefore })
  }
  log.transactions.push({ realm, kind: 'trade', scope: 'trade', key: String(tradeId), entries })
  for (const [order, received] of [
    [buyer, base],
    [seller, quote],
  ] as const)
    if (order?.loan === 'repay' || order?.loan === 'both')
      repayReceived(state, log, { order, pair, received, isTaker: order === taker })
}

function touched(log: EffectLog, account: Account): Account {
  log.touchAccount(account)
  return account
}

function addToOrder(
  order: SpotOrder,
  { lots, tickLots, fee, at }: { lots: number; tickLots: bigint; fee: bigint; at: number },
): void {
  order.filledLots += lots
  order.filledTickLots += tickLots
  order.fee += fee
  order.updatedAt = at
  order.status = order.lots > 0 && leftLots(order) === 0 ? 'filled' : 'partially_filled'
}

/**
 * The part of an order's hold that these lots had needed; for a buy at a limit that is the limit
 * price, not the better one paid.
 */
function heldFor(
  order: SpotOrder,
  { pair, lots, quote }: { pair: Pair; lots: number; quote: bigint },
): bigint {
  if (order.side === 'sell') return BigInt(lots) * pair.units.basePerLot
  if (goesAtMarket(order)) return quote
  return BigInt(worstTicks(order)) * BigInt(lots) * pair.units.quotePerTickLot
}

/** What an order that stands or waits keeps back for all that is left of it. */
export function holdFor(order: SpotOrder, { units }: Pair): bigint {
  if (order.side === 'sell') return BigInt(leftLots(order)) * units.basePerLot
  if (order.budget > 0) return BigInt(order.budget) * units.quotePerTickLot
  return BigInt(worstTicks(order)) * BigInt(leftLots(order)) * units.quotePerTickLot
}
