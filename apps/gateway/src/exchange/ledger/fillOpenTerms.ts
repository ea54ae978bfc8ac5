import type { Sql } from '../ports/Sql.ts'
import type { ExchangeState } from '../state/state.ts'
import { openTermsOf, type OpenTerms } from './batch.ts'

/**
 * Gives open orders of a ledger from before `open_terms` what a rebuild needs of them, once. Their
 * places in the book become ranks below those of every later record. Answers how many there were.
 * Nothing waits for settlement meanwhile.
 */
export async function fillOpenTerms(
  db: Sql,
  { orders, markets }: Pick<ExchangeState, 'orders' | 'markets'>,
): Promise<number> {
  const rows = await db.query<{ order_id: bigint }>(
    'select order_id from spot_order where closed_seq is null and open_terms is null',
  )
  if (rows.length === 0) return 0
  const ranks = new Map<number, number>()
  for (const { engine } of markets.values())
    for (const slot of engine.book.inOrder())
      ranks.set(engine.book.orders.idAt(slot), ranks.size + 1)
  const filled = rows.flatMap(({ order_id }): { order_id: number; open_terms: OpenTerms }[] => {
    const order = orders.get(Number(order_id))
    return order
      ? [
          {
            order_id: order.id,
            open_terms: openTermsOf(
              order,
              order.status === 'waiting' ? undefined : ranks.get(order.id),
            ),
          },
        ]
      : []
  })
  await db.query(
    'update spot_order o set open_terms = f.open_terms from jsonb_to_recordset($1::jsonb) ' +
      'as f (order_id bigint, open_terms jsonb) where o.order_id = f.order_id and ' +
      'o.closed_seq is null',
    [JSON.stringify(filled)],
  )
  return filled.length
}
