import type { Sql } from '../ports/Sql.ts'
import { p2pKey } from '../products/p2p.ts'
import type { KeyDump } from '../state/keys.ts'
import {
  countCancel,
  type P2pAdvertDump,
  type P2pCancels,
  type P2pOrderDump,
  type P2pRow,
} from '../state/p2pState.ts'

const TWO_DAYS_MS = 2 * 86_400_000

/** Adverts and orders that are open, and what buyers gave up of late. */
export async function p2pFromLedger(
  db: Sql,
  { now }: { readonly now: number },
): Promise<readonly P2pRow[]> {
  const adverts = await db.query<{ document: P2pAdvertDump }>(
    "select document from p2p_advert where status <> 'closed' or open_orders > 0 order by " +
      'advert_id',
  )
  const orders = await db.query<{ document: P2pOrderDump }>(
    'select document from p2p_order where closed_seq is null order by order_id',
  )
  const given = await db.query<{ buyer: string; at: bigint }>(
    "select buyer, updated_at as at from p2p_order where status in ('cancelled', 'expired') " +
      'and updated_at > $1 order by updated_at, closed_seq',
    [now - TWO_DAYS_MS],
  )
  const cancels = new Map<string, P2pCancels>()
  for (const { buyer, at } of given) countCancel(cancels, { buyer, at: Number(at) })
  return [
    ...adverts.map(({ document }): P2pRow => ['advert', document]),
    ...orders.map(({ document }): P2pRow => ['order', document]),
    ...[...cancels].map(([userId, each]): P2pRow => ['cancels', userId, each]),
  ]
}

/** The largest numbers that P2P trading has used; `null` where there is none. */
export async function lastP2pNumbers(
  db: Sql,
): Promise<Record<'p2pAdvert' | 'p2pOrder', bigint | null>> {
  const [last] = await db.query<Record<'p2pAdvert' | 'p2pOrder', bigint | null>>(
    'select (select max(advert_id) from p2p_advert) as "p2pAdvert", ' +
      '(select max(order_id) from p2p_order) as "p2pOrder"',
  )
  return last ?? { p2pAdvert: null, p2pOrder: null }
}

/** The keys of a day's adverts and orders. */
export async function p2pKeys(db: Sql, { since }: { readonly since: number }): Promise<KeyDump> {
  const adverts = await db.query<{ document: P2pAdvertDump }>(
    'select document from p2p_advert where created_at > $1 order by advert_id',
    [since],
  )
  const orders = await db.query<{ document: P2pOrderDump }>(
    'select document from p2p_order where created_at > $1 order by order_id',
    [since],
  )
  return [
    ...adverts.map(({ document }) => [p2pKey(document), document] as const),
    ...orders.map(
      ({ document }) => [p2pKey({ ...document, userId: document.taker }), document] as const,
    ),
  ].map(
    ([key, { id, digest, createdAt }]) =>
      [key, digest, { transferId: String(id) }, createdAt] as const,
  )
}
