import type { Realm } from '../accounts/accounts.ts'
import type { OrderRequest } from '../state/command.ts'
import type { OrderList, SpotOrder } from '../state/order.ts'
import type { ExchangeState } from '../state/state.ts'

const WAITS_FOR_THE_MARKET: readonly string[] = ['stop_market', 'trailing']

/**
 * The record of an accepted order; it takes the next order number, which the caller then moves on.
 */
export function newOrder(
  state: ExchangeState,
  { command, realm, queueAhead }: { command: OrderRequest; realm: Realm; queueAhead: number },
): SpotOrder {
  const {
    userId,
    clientOid,
    symbol,
    side,
    orderType,
    timeInForce,
    prevention,
    ticks,
    lots,
    budget,
    makerPpm,
    takerPpm,
    at,
    triggers,
    exits,
    owner,
    account,
    loan,
  } = command
  return {
    product: 'spot',
    id: state.next.order,
    realm,
    userId,
    clientOid,
    symbol,
    side,
    orderType,
    timeInForce,
    prevention,
    ticks,
    lots,
    budget,
    makerPpm,
    takerPpm,
    createdAt: at,
    updatedAt: at,
    season: realm === 'paper' ? (state.paper.get(userId)?.season ?? 1) : 0,
    queueAhead,
    status: 'open',
    filledLots: 0,
    filledTickLots: 0n,
    fee: 0n,
    held: 0n,
    ...(owner === undefined ? {} : { owner }),
    ...(triggers ? { triggers } : {}),
    ...(exits ? { exits } : {}),
    ...listBegunBy(command, state.next.order),
    ...(account ? { account } : {}),
    ...(account && loan ? { loan } : {}),
    ...(WAITS_FOR_THE_MARKET.includes(orderType) ? { atMarket: true } : {}),
  }
}

/** The list that an order begins which has a second one. */
function listBegunBy(
  { pending, clientOid }: OrderRequest,
  id: number,
): { readonly list?: OrderList } {
  if (!pending) return {}
  return { list: { id, clientOid: pending.listOid, names: [clientOid, pending.clientOid] } }
}
