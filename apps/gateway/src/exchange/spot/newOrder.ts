import type { Realm } from '../accounts/accounts.ts'
import type { OrderRequest } from '../state/command.ts'
import type { OrderList, PendingTerms, SpotOrder } from '../state/order.ts'
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
  const order: Mutable<SpotOrder> = {
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
  }
  // A spread for each of these would take as long as all of the above.
  if (owner !== undefined) order.owner = owner
  if (triggers) order.triggers = triggers
  if (exits) order.exits = exits
  if (command.pending) order.list = listBegunBy(command, command.pending, order.id)
  if (account) order.account = account
  if (account && loan) order.loan = loan
  if (WAITS_FOR_THE_MARKET.includes(orderType)) order.atMarket = true
  return order
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] }

/** The list that an order begins which has a second one. */
const listBegunBy = (
  { clientOid }: OrderRequest,
  pending: PendingTerms,
  id: number,
): OrderList => ({ id, clientOid: pending.listOid, names: [clientOid, pending.clientOid] })
