import { CALLBACK_RATES, type OrderProblem, type SpotMarket, validateSpotOrder } from '@x/trading'
import { markPrice } from './markPrice.ts'
import { amountOf, type OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import { type DraftField, isLimited, sizeFieldOf, TYPE_FIELDS } from './orderTypes.ts'
import { DRAFT_FIELDS } from './wireFields.ts'

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
  const outcome = validateSpotOrder(orderOf(draft), { ...market, markPrice: markPrice(market) })
  const problems: Partial<Record<DraftField, OrderProblem>> = {}
  for (const problem of outcome.status === 'refused' ? outcome.problems : []) {
    const field = fieldOfProblem(problem, { draft, sizeField })
    // What is only empty is missing, not wrong.
    if (problem.refusal === 'parameter' && amountOf(draft[field]) === undefined) continue
    // The bounds of a rate, so that they can be said: `least–most`.
    problems[field] ??= field === 'rate' ? { ...problem, limit: `${CALLBACK_RATES.least}–${CALLBACK_RATES.most}` } : problem
  }
  const missing = [...TYPE_FIELDS[draft.type].needed, sizeField].find((field) => amountOf(draft[field]) === undefined)
  return { problems, missing, isReady: missing === undefined && outcome.status === 'accepted' }
}

function fieldOfProblem({ field, refusal }: OrderProblem, { draft, sizeField }: { readonly draft: OrderDraft; readonly sizeField: 'amount' | 'total' }): DraftField {
  const named = DRAFT_FIELDS[field]
  if (named) return named
  return refusal === 'balance' && isLimited(draft.type) && draft.side === 'buy' ? 'total' : sizeField
}
