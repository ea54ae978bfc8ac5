import { compare, decimal } from '@x/decimal'
import { CALLBACK_RATES, type OrderProblem, type SpotMarket, validateSpotOrder } from '@x/trading'
import { amountOf, type OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import { DRAFT_FIELDS, type DraftField, isLimited, sizeFieldOf, TYPE_FIELDS } from './orderTypes.ts'

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

/** As the gateway has it (decision 150): the middle one of best bid, best ask and last trade; with a side of the book empty the last. */
export function markPrice({ lastPrice, bestBid, bestAsk }: Pick<SpotMarket, 'lastPrice' | 'bestBid' | 'bestAsk'>): string | null {
  if (lastPrice === null || bestBid === null || bestAsk === null) return lastPrice
  return [lastPrice, bestBid, bestAsk].sort((a, b) => compare(decimal(a), decimal(b)))[1] ?? lastPrice
}

function fieldOfProblem({ field, refusal }: OrderProblem, { draft, sizeField }: { readonly draft: OrderDraft; readonly sizeField: 'amount' | 'total' }): DraftField {
  const named = DRAFT_FIELDS[field]
  if (named) return named
  return refusal === 'balance' && isLimited(draft.type) && draft.side === 'buy' ? 'total' : sizeField
}
