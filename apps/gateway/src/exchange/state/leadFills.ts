import type { Fill, SpotOrder } from './order.ts'
import type { ExchangeState } from './state.ts'

const LEAD = 'lead:'

/** What a lead has of an asset; `undefined` for an order that is no lead's. */
export function leadHolding(
  { accounts }: ExchangeState,
  { order, asset }: { readonly order: SpotOrder; readonly asset: string },
): bigint | undefined {
  if (order.owner?.startsWith(LEAD) !== true) return undefined
  return accounts.of(order.realm, order.owner, asset).balance
}

/** Remembers a fill of a lead, for its followers (products 1). */
export function noteLeadFill(
  { copy, next }: ExchangeState,
  { fill, before }: { readonly fill: Fill; readonly before: bigint | undefined },
): void {
  const { id: fillId, order, ticks, lots, at } = fill
  if (before === undefined || order.owner === undefined) return
  const leadId = Number(order.owner.slice(LEAD.length))
  if (copy.followsOf(leadId).size === 0) return
  const { symbol, side } = order
  const nextFollow = next.follow ?? 1
  copy.pending.set(fillId, {
    fillId,
    leadId,
    symbol,
    side,
    ticks,
    lots,
    before: String(before),
    nextFollow,
    at,
  })
}
