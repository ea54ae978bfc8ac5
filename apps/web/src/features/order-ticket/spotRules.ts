import type { Params } from '../../data/services/call.ts'
import type { OrderProblem } from '@x/trading'
import type { SpotSymbol } from '../../data/spot/model.ts'
import type { PlacedResponse } from '../../data/orders/orderOutcome.ts'
import { type DraftField, isLimited, sizeFieldOf } from '../order-terms/index.ts'
import {
  amountOf,
  type Available,
  changeSide,
  changeType,
  editAmount,
  editPrice,
  emptied,
  newDraft,
  onTick,
  type OrderDraft,
} from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'
import type { TicketRules } from './ticketProduct.ts'

/** A broken rule of a spot order; `lastPrice` where the limit lies beyond the price band. */
export type SpotProblem = OrderProblem & { readonly lastPrice?: string | null }

/** The types of spot orders. */
export interface SpotTypes {
  readonly spec: SpotSymbol
  readonly field: DraftField
  readonly draft: OrderDraft
  readonly available: Available
  readonly problem: SpotProblem
  readonly figures: OrderFigures
  readonly terms: Omit<Params<'POST /v1/spot/order/place'>, 'clientOid'>
  readonly response: PlacedResponse
}

const FIELDS: readonly DraftField[] = [
  'price',
  'trigger',
  'stop',
  'rate',
  'amount',
  'total',
  'takeProfit',
  'takeProfitLimit',
  'stopLoss',
  'stopLossLimit',
]
const SIZES: readonly DraftField[] = ['amount', 'total']

/** The rules of spot drafts. */
export const spotRules: TicketRules<SpotTypes> = {
  fields: FIELDS,
  priceField: 'price',
  noFigures: { fee: undefined, fill: undefined },
  newDraft,
  reduce(draft, change) {
    switch (change.type) {
      case 'side':
        return changeSide(draft, change.side)
      case 'picked': {
        const { pick, spec } = change
        const sided = pick.side ? changeSide(draft, pick.side) : draft
        const limited = isLimited(sided.type) ? sided : changeType(sided, 'limit')
        const priced = editPrice(limited, onTick(pick.price, spec), spec)
        return pick.size === undefined ? priced : editAmount(priced, pick.size)
      }
      case 'marketPrice':
        return editPrice(draft, onTick(change.price, change.spec), change.spec)
      case 'placed':
        return emptied(draft)
    }
  },
  textOf: (draft, field) => draft[field],
  hasAmount: (draft, field) => amountOf(draft[field]) !== undefined,
  sizeText: ({ amount, total }) => (amount || total ? `${amount} ${total}` : ''),
  sizeOf(draft) {
    const field = sizeFieldOf(draft)
    const amount = amountOf(draft[field])
    return amount === undefined ? undefined : { amount, unit: field === 'total' ? 'quote' : 'base' }
  },
  leftWith: ({ type }, field) => (isLimited(type) && SIZES.includes(field) ? SIZES : []),
  loadFigures: async () => (await import('./orderFigures.ts')).orderFigures,
}
