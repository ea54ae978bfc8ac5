import { compare, decimal } from '@x/decimal'
import {
  CALLBACK_RATES,
  ORDER_REFUSAL_CODES,
  type OrderProblem,
  type SpotMarket,
  validateSpotOrder,
} from '@x/trading'
import {
  crossesBest,
  DRAFT_FIELDS,
  type DraftField,
  isLimited,
  markPrice,
  sellsByValue,
  sizeFieldOf,
  takesExits,
  TYPE_FIELDS,
} from '../order-terms/index.ts'
import { amountOf, type OrderDraft } from './orderDraft.ts'
import { inCoin, orderOf } from './orderOf.ts'

export interface DraftCheck {
  /** What is wrong with fields that hold something. */
  readonly problems: Readonly<Partial<Record<DraftField, OrderProblem>>>
  /** The first field that is still to be filled in. */
  readonly missing: DraftField | undefined
  readonly isReady: boolean
}

/**
 * The checks of the server, run here first; a problem of the size stands at the field that the user
 * sizes the order with.
 */
export function checkDraft(draft: OrderDraft, market: SpotMarket): DraftCheck {
  const sizeField = sizeFieldOf(draft)
  const outcome = validateSpotOrder(orderOf(inCoin(draft)), {
    ...market,
    markPrice: markPrice(market),
  })
  const found = (outcome.status === 'refused' ? outcome.problems : []).filter(
    ({ refusal }) => refusal !== 'minimum' || !isWorthEnough(draft, market),
  )
  const problems: Partial<Record<DraftField, OrderProblem>> = {}
  for (const problem of found) {
    const field = fieldOfProblem(problem, { draft, sizeField })
    // What is only empty is missing, not wrong.
    if (problem.refusal === 'parameter' && amountOf(draft[field]) === undefined) continue
    // The bounds of a rate, so that they can be said: `least–most`.
    problems[field] ??=
      field === 'rate'
        ? { ...problem, limit: `${CALLBACK_RATES.least}–${CALLBACK_RATES.most}` }
        : problem
  }
  if (draft.type === 'limit' && draft.timeInForce === 'post_only' && crossesBest(draft, market)) {
    problems.price ??= {
      refusal: 'would-cross',
      code: ORDER_REFUSAL_CODES['would-cross'],
      field: 'price',
    }
  }
  const isSmall = isLessThanAStep(draft)
  if (isSmall)
    problems.total = {
      refusal: 'minimum',
      code: ORDER_REFUSAL_CODES.minimum,
      field: 'size',
      limit: market.symbol.minNotional,
    }
  const missing =
    [...TYPE_FIELDS[draft.type].needed, ...(isSmall ? [] : [sizeField])].find(
      (field) => amountOf(draft[field]) === undefined,
    ) ?? unfinished(draft)
  return {
    problems,
    missing,
    isReady:
      missing === undefined && found.length === 0 && problems.price?.refusal !== 'would-cross',
  }
}

/** A total that pays for no step of the coin: there is no amount, though one was asked for. */
const isLessThanAStep = (draft: OrderDraft): boolean =>
  (sellsByValue(draft) ||
    (isLimited(draft.type) && draft.lead === 'total' && amountOf(draft.price) !== undefined)) &&
  draft.amount === '' &&
  amountOf(draft.total) !== undefined

/** A sale by value has its value, however its estimated amount is rounded. */
function isWorthEnough(draft: OrderDraft, { symbol }: SpotMarket): boolean {
  const value = sellsByValue(draft) ? amountOf(draft.total) : undefined
  return value !== undefined && compare(decimal(value), decimal(symbol.minNotional)) >= 0
}

const EXITS = [
  ['takeProfit', 'takeProfitLimit'],
  ['stopLoss', 'stopLossLimit'],
] as const

/**
 * What was begun and would not be sent, an optional field that holds no amount, or
 * exits that were asked for and have no trigger.
 */
function unfinished(draft: OrderDraft): DraftField | undefined {
  const isBegun = (field: DraftField): boolean =>
    draft[field] !== '' && amountOf(draft[field]) === undefined
  if (!takesExits(draft.type)) return TYPE_FIELDS[draft.type].optional.find(isBegun)
  if (!draft.hasExits) return undefined
  const wanted = EXITS.filter((fields) => fields.some((field) => draft[field] !== ''))
  const open = wanted
    .map(([trigger, limit]) =>
      amountOf(draft[trigger]) === undefined ? trigger : isBegun(limit) ? limit : undefined,
    )
    .find((field) => field !== undefined)
  return wanted.length === 0 ? 'takeProfit' : open
}

function fieldOfProblem(
  { field, refusal }: OrderProblem,
  { draft, sizeField }: { readonly draft: OrderDraft; readonly sizeField: 'amount' | 'total' },
): DraftField {
  const named = DRAFT_FIELDS[field]
  if (named) return named
  return refusal === 'balance' && isLimited(draft.type) && draft.side === 'buy'
    ? 'total'
    : sizeField
}
