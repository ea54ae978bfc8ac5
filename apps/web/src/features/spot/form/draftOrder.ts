import { finishAmount } from '@x/decimal'
import { type OrderProblem, type SpotMarket, type SpotOrder, validateSpotOrder } from '@x/trading'
import { amountOf, type OrderDraft } from './orderDraft.ts'

export type DraftField = 'price' | 'amount' | 'total'

/** The order a draft stands for. A market buy is sized by what it may cost, everything else by what is traded. */
export function orderOf({ side, type, price, amount, total }: OrderDraft): SpotOrder {
  const size = finishAmount(sizeFieldOf({ side, type }) === 'total' ? total : amount)
  if (type === 'limit') return { side, orderType: 'limit', price: finishAmount(price), size }
  return { side, orderType: 'market', size, sizeUnit: side === 'buy' ? 'quote' : 'base' }
}

export function sizeFieldOf({ side, type }: Pick<OrderDraft, 'side' | 'type'>): 'amount' | 'total' {
  return type === 'market' && side === 'buy' ? 'total' : 'amount'
}

export interface DraftCheck {
  /** What is wrong with fields that hold something. */
  readonly problems: Readonly<Partial<Record<DraftField, OrderProblem>>>
  /** The first field that is still empty. */
  readonly missing: DraftField | undefined
  readonly isReady: boolean
}

/** The checks of the server, run here first; a problem of the size stands at the field that the user sizes the order with. */
export function checkDraft(draft: OrderDraft, market: SpotMarket): DraftCheck {
  const sizeField = sizeFieldOf(draft)
  const missing = missingField(draft, sizeField)
  const outcome = validateSpotOrder(orderOf(draft), market)
  const found = outcome.status === 'refused' ? outcome.problems : []
  const problems: Partial<Record<DraftField, OrderProblem>> = {}
  for (const problem of found) {
    const field: DraftField = problem.field === 'price' ? 'price' : problem.refusal === 'balance' && draft.type === 'limit' && draft.side === 'buy' ? 'total' : sizeField
    if (problem.refusal === 'parameter') continue
    problems[field] ??= problem
  }
  return { problems, missing, isReady: missing === undefined && outcome.status === 'accepted' }
}

function missingField({ type, price, amount, total }: OrderDraft, sizeField: 'amount' | 'total'): DraftField | undefined {
  if (type === 'limit' && amountOf(price) === undefined) return 'price'
  const size = sizeField === 'total' ? total : amount
  return amountOf(size) === undefined ? sizeField : undefined
}
