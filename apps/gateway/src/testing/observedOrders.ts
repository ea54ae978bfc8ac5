import { formatUnits } from '@x/decimal'
import { expect } from 'vitest'
import type { Sql } from '../platform/db/Database.ts'
import { unitsOf, type SpotOrder } from '../exchange/state/order.ts'
import { requireSymbol } from '../exchange/instruments/symbols.ts'

/** What a gateway reported to its users of their orders before it was killed. */
export interface ObservedOrders {
  readonly statuses: Map<string, string>
  /** What orders were changed to, in the words of the amendment; each was changed once at most. */
  readonly amended: Map<string, Readonly<Record<string, string>>>
  /** Orders with a trigger and exits that were reported as waiting. */
  readonly waiting: Set<string>
  /** Orders that were asked to be cancelled, answered or not. */
  readonly cancelling: Set<string>
}

export const createObservedOrders = (): ObservedOrders => ({
  statuses: new Map(),
  amended: new Map(),
  waiting: new Set(),
  cancelling: new Set(),
})

type Legs = Pick<SpotOrder, 'triggers' | 'exits' | 'parent' | 'firedAt'>
interface StoredOrder {
  readonly order_id: bigint
  readonly symbol: string
  readonly side: string
  readonly order_type: string
  readonly status: string
  readonly ticks: bigint
  readonly lots: bigint
  readonly budget: bigint
  readonly filled_lots: bigint
  readonly filled_tick_lots: string
  readonly fee: string
  readonly legs: Legs | null
}

/**
 * 0 answers about orders lost: each is there, done where it was reported as done, as it was
 * changed, and where it waited it still does or it is known why not.
 */
export async function expectObservedOrders(db: Sql, observed: ObservedOrders): Promise<void> {
  const rows = await db.query<StoredOrder>('select * from spot_order')
  const stored = new Map(rows.map((row) => [String(row.order_id), row]))
  for (const [orderId, status] of observed.statuses) {
    expect({ orderId, isStored: stored.has(orderId) }).toEqual({ orderId, isStored: true })
    if (status === 'filled' || status === 'cancelled')
      expect({ orderId, status: stored.get(orderId)!.status }).toEqual({ orderId, status })
  }
  // An amendment that was answered stands, whatever became of the order since.
  for (const [orderId, change] of observed.amended) {
    const words = toOrderInput(stored.get(orderId)!)
    expect({
      orderId,
      ...Object.fromEntries(Object.keys(change).map((field) => [field, words[field]])),
    }).toEqual({ orderId, ...change })
  }
  await expectWaiting(db, { observed, stored })
  expectCovered(rows)
}

function toOrderInput({
  symbol,
  ticks,
  lots,
  legs,
}: StoredOrder): Readonly<Record<string, string | undefined>> {
  const { pricePlace, quantityPlace } = requireSymbol(symbol)
  const priceOf = (at: number | undefined) =>
    at === undefined ? undefined : formatUnits(BigInt(at), pricePlace)
  const legOf = (kind: string) => legs?.triggers?.find((trigger) => trigger.kind === kind)?.ticks
  const callback = legs?.triggers?.[0]?.callback
  return {
    price: formatUnits(ticks, pricePlace),
    size: formatUnits(lots, quantityPlace, { trim: true }),
    callbackRate: callback ? formatUnits(BigInt(callback), 2, { trim: true }) : undefined,
    takeProfitTriggerPrice: priceOf(legs?.exits?.takeProfit?.ticks ?? legOf('take_profit')),
    stopLossTriggerPrice: priceOf(legs?.exits?.stopLoss?.ticks ?? legOf('stop_loss')),
  }
}

/**
 * What was reported as waiting still waits, has been triggered, has traded by its other leg, or was
 * cancelled by its trader or with its season.
 */
async function expectWaiting(
  db: Sql,
  {
    observed: { waiting, statuses, cancelling },
    stored,
  }: { readonly observed: ObservedOrders; readonly stored: ReadonlyMap<string, StoredOrder> },
): Promise<void> {
  const over = new Set(
    (
      await db.query<{ order_id: bigint }>(
        `select order_id from spot_order where realm = 'paper' and exists (select 1
          from ledger_transaction where scope = 'season' and idempotency_key = user_id || ':' ||
          (season + 1))`,
      )
    ).map(({ order_id }) => String(order_id)),
  )
  for (const orderId of waiting) {
    const order = stored.get(orderId)
    const isExplained =
      order !== undefined &&
      (['open', 'waiting'].includes(order.status) ||
        order.filled_lots > 0n ||
        order.legs?.firedAt !== undefined ||
        over.has(orderId) ||
        cancelling.has(orderId) ||
        statuses.get(orderId) === 'cancelled')
    expect({ orderId, status: order?.status, isExplained }).toEqual({
      orderId,
      status: order?.status,
      isExplained: true,
    })
  }
}

/**
 * Exits have been given all that their entry received, in whole lots or units of quote (decisions
 * 150 and 179); of a limit exit that was let go the budget is gone.
 */
function expectCovered(rows: readonly StoredOrder[]): void {
  const exits = new Map<number, StoredOrder[]>()
  for (const row of rows)
    if (row.legs?.parent !== undefined)
      exits.set(row.legs.parent, [...(exits.get(row.legs.parent) ?? []), row])
  for (const entry of rows.filter(({ legs }) => legs?.exits !== undefined)) {
    const own = exits.get(Number(entry.order_id)) ?? []
    if (own.some(({ side, budget }) => side === 'buy' && budget === 0n)) continue
    const { basePerLot, quotePerTickLot } = unitsOf(requireSymbol(entry.symbol))
    const [received, unit] =
      entry.side === 'buy'
        ? [entry.filled_lots * basePerLot, basePerLot]
        : [BigInt(entry.filled_tick_lots) * quotePerTickLot, quotePerTickLot]
    const given = own.reduce(
      (sum, { lots, budget }) => sum + (entry.side === 'buy' ? lots : budget),
      0n,
    )
    expect({ entry: entry.order_id, given }).toEqual({
      entry: entry.order_id,
      given: (received - BigInt(entry.fee)) / unit,
    })
  }
}
