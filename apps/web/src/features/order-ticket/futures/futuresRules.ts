import { amountOf } from '../orderDraft.ts'
import type { TicketRules } from '../ticketProduct.ts'
import {
  closesAll,
  editPriceOf,
  editSize,
  type FuturesField,
  newFuturesDraft,
  pickPrice,
  placedDraft,
} from './futuresDraft.ts'
import { NO_FIGURES } from './figures.ts'
import type { FuturesTypes } from './futuresTypes.ts'

const FIELDS: readonly FuturesField[] = [
  'price',
  'trigger',
  'rate',
  'size',
  'takeProfit',
  'stopLoss',
]

/** The rules of futures drafts. */
export const futuresRules: TicketRules<FuturesTypes> = {
  fields: FIELDS,
  priceField: 'price',
  noFigures: NO_FIGURES,
  newDraft: newFuturesDraft,
  reduce(draft, change) {
    switch (change.type) {
      case 'side':
        return { ...draft, side: change.side, share: undefined }
      case 'picked': {
        const { pick, spec } = change
        const sided = pick.side ? { ...draft, side: pick.side, share: undefined } : draft
        const priced = pickPrice(sided, pick.price, spec)
        return pick.size === undefined ? priced : { ...editSize(priced, pick.size), unit: 'base' }
      }
      case 'marketPrice':
        return editPriceOf(draft, pickPrice(draft, change.price, change.spec).price)
      case 'placed':
        return placedDraft(draft)
    }
  },
  textOf: (draft, field) => draft[field],
  hasAmount: (draft, field) => amountOf(draft[field]) !== undefined,
  // What closes all is sized by the position.
  sizeText: (draft) => (closesAll(draft) ? 'all' : draft.size),
  sizeOf(draft) {
    const amount = closesAll(draft) ? undefined : amountOf(draft.size)
    return amount === undefined
      ? undefined
      : { amount, unit: draft.unit === 'value' ? 'quote' : draft.unit }
  },
  leftWith: () => [],
  loadFigures: async () => (await import('./futuresFigures.ts')).futuresFigures,
}
