import type { Database } from '../../platform/db/Database.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { OrderAnswer } from '../../exchange/state/effects.ts'
import { digestPiece, type PastUse } from '../../exchange/state/pastKeys.ts'
import type { SpotOrder } from '../../exchange/state/order.ts'
import { usedForAnother } from '../trading/ports/idempotency.ts'
import type { OrderInput } from './orderInput.ts'

export interface RepeatedOrder extends Pick<OrderInput, 'symbol' | 'side' | 'orderType'> {
  readonly realm: Realm
  readonly userId: string
  readonly clientOid: string
  readonly digest: string
  readonly past: PastUse
}

/**
 * The answer to an order that is sent again when only a hash of its key is left: from the open
 * order, or from its row. The order itself is the proof; one of another user or name, which a hash
 * in common would lead to, is no answer.
 * @throws GatewayError 40902 when the key was used for other terms, 00006 while the row cannot be
 * read
 */
export async function pastOrder(
  {
    trading,
    db,
  }: { readonly trading: TradingService; readonly db: Pick<Database, 'query' | 'whileReachable'> },
  repeated: RepeatedOrder,
): Promise<OrderAnswer | undefined> {
  const { past, digest, realm, userId, clientOid } = repeated
  if (past.digest !== digestPiece(digest)) throw usedForAnother('order')
  const open = trading.core.state.orders.get(past.number)
  const found =
    open?.realm === realm && open.userId === userId
      ? open
      : await closedOrder({ trading, db }, repeated)
  if (found?.clientOid !== clientOid) return undefined
  // The terms that no amendment changes.
  const isSame = (['symbol', 'side', 'orderType'] as const).every(
    (term) => found[term] === repeated[term],
  )
  if (!isSame) throw usedForAnother('order')
  return { orderId: String(found.id), clientOid, status: found.status }
}

interface StoredOrder extends Pick<SpotOrder, 'status' | 'symbol' | 'side'> {
  readonly client_oid: string
  readonly order_type: SpotOrder['orderType']
}

type FoundOrder = Pick<SpotOrder, 'id' | 'clientOid' | 'status' | 'symbol' | 'side' | 'orderType'>

async function closedOrder(
  {
    trading,
    db,
  }: { readonly trading: TradingService; readonly db: Pick<Database, 'query' | 'whileReachable'> },
  { realm, userId, past }: RepeatedOrder,
): Promise<FoundOrder | undefined> {
  try {
    const settled = trading.core.settled()
    // Settlement waits for a server that is away as long as it takes; the one who asks does not.
    await (db.whileReachable?.(settled) ?? settled)
    // By its number alone: of a user with a million orders no other row is looked at.
    const [row] = await db.query<StoredOrder>(
      'select client_oid, status, symbol, side, order_type from spot_order where order_id ' +
        '= $1 and realm = $2 and user_id = $3',
      [past.number, realm, userId],
    )
    return (
      row && {
        id: past.number,
        clientOid: row.client_oid,
        status: row.status,
        symbol: row.symbol,
        side: row.side,
        orderType: row.order_type,
      }
    )
  } catch (cause) {
    throw new GatewayError(
      '00006',
      'The order was sent before, and what became of it cannot be read now; please try again later',
      { cause },
    )
  }
}
