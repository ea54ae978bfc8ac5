import type { FeeRates } from '../../accounts/fee.ts'
import { placeHold } from '../../funds/holds.ts'
import type { Side } from '../../instruments/Instrument.ts'
import { BUY, NO_POSITION, SELL, type PlaceOrder } from '../../matching/command.ts'
import { takePaperFills } from '../../paper/paperOrders.ts'
import { enterBook } from '../../spot/enterBook.ts'
import { newOrder } from '../../spot/newOrder.ts'
import type { OrderRequest } from '../../state/command.ts'
import type { PaperDecision } from '../../state/paperDecision.ts'
import { copyOwner, type CopyFollow } from '../../state/copyState.ts'
import type { EffectLog } from '../../state/effects.ts'
import { bindParty } from '../../state/holders.ts'
import type { SpotOrder } from '../../state/order.ts'
import { type ExchangeState, pairOf } from '../../state/state.ts'

export interface CopyOrderTerms extends FeeRates {
  readonly follow: CopyFollow
  /** The holder of the lead: lead and follows do not trade with each other. */
  readonly leadHolder: string
  readonly clientOid: string
  readonly symbol: string
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly decision?: PaperDecision | undefined
}

/**
 * One immediate-or-cancel order with a follow's funds, which the caller has counted; `undefined`
 * where nothing stands within its limit.
 */
export function placeCopy(
  state: ExchangeState,
  log: EffectLog,
  terms: CopyOrderTerms,
): SpotOrder | undefined {
  const { follow, leadHolder, decision } = terms
  const { realm } = follow
  const pair = pairOf(state, terms.symbol)
  const request = requestOf(terms, log.at)
  const party = realm === 'live' ? bindParty(state, { userId: leadHolder }) : 0
  const alsoParty = realm === 'live' ? bindParty(state, follow) : 0
  const entry = entryOf(terms, { orderId: state.next.order, party, alsoParty })
  const wouldTrade = realm === 'live' ? pair.engine.preview(entry).lots : decision?.fills.length
  if (!wouldTrade) return undefined
  const order = newOrder(state, { command: request, realm, queueAhead: 0 })
  state.next.order++
  state.addOrder(order)
  log.touchOrder(order)
  const { lots, ticks, side } = terms
  const amount =
    side === 'sell'
      ? BigInt(lots) * pair.units.basePerLot
      : BigInt(lots) * BigInt(ticks) * pair.units.quotePerTickLot
  placeHold(state, log, { order, pair, amount })
  if (realm === 'live') enterBook(state, log, { pair, order, entry })
  else if (decision)
    takePaperFills(state, log, { order, pair, decision: { ...decision, rests: false } })
  return order
}

const requestOf = (
  { follow, clientOid, symbol, side, ticks, lots, makerPpm, takerPpm }: CopyOrderTerms,
  at: number,
): OrderRequest => ({
  at,
  userId: follow.userId,
  owner: copyOwner(follow.id),
  clientOid,
  digest: '',
  symbol,
  side,
  orderType: 'limit',
  timeInForce: 'ioc',
  prevention: 'taker',
  ticks,
  lots,
  budget: 0,
  makerPpm,
  takerPpm,
})

const entryOf = (
  { side, ticks, lots }: CopyOrderTerms,
  ids: Pick<PlaceOrder, 'orderId' | 'party'> & { readonly alsoParty: number },
): PlaceOrder => ({
  kind: 'place',
  ...ids,
  account: NO_POSITION,
  side: side === 'buy' ? BUY : SELL,
  ticks,
  lots,
  budget: 0,
  timeInForce: 'ioc',
  prevention: 'taker',
})
