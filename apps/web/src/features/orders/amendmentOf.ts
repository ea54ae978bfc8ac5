import { compare, decimal, finishAmount, parseDecimal, ZERO } from '@x/decimal'
import {
  CALLBACK_RATES,
  fitsStep,
  ORDER_REFUSAL_CODES,
  type OrderProblem,
  type SpotMarket,
  type SpotOrder as OrderWords,
  validateAmendment,
  validateExitAmendment,
} from '@x/trading'
import { crossesBest } from '../order-terms/index.ts'
import { amendableFields, standsAsExit, termsOf } from './amendment.ts'
import { type AmendField, type AmendTerms } from '../../data/spot/model.ts'
import { isArmed, type SpotOrder } from '../../data/spot/model.ts'

export type AmendProblem =
  | { readonly field: AmendField; readonly why: 'empty' | 'filled' }
  | { readonly field: OrderProblem['field']; readonly why: 'refused'; readonly found: OrderProblem }

export type Amendment =
  | { readonly status: 'unchanged' }
  | { readonly status: 'wrong'; readonly problem: AmendProblem }
  | { readonly status: 'ready'; readonly terms: AmendTerms }

/**
 * What has changed, in the form of `POST /v1/spot/order/amend`, judged as there
 * (docs/adr/trading.md); the size is the whole one, what is filled included.
 */
export function amendmentOf(
  order: SpotOrder,
  {
    terms,
    market,
    judge = spotProblems,
  }: {
    readonly terms: AmendTerms
    readonly market: SpotMarket
    readonly judge?: AmendmentJudge | undefined
  },
): Amendment {
  const before = termsOf(order)
  const changed = amendableFields(order).flatMap((field) => {
    // What is still being typed, `61000.`, is the amount that it will be.
    const text = finishAmount(terms[field] ?? before[field])
    return isSame(text, before[field]) ? [] : [{ field, text }]
  })
  if (changed.length === 0) return { status: 'unchanged' }
  for (const { field, text } of changed) {
    const value = parseDecimal(text)
    if (!value || compare(value, ZERO) <= 0)
      return { status: 'wrong', problem: { field, why: 'empty' } }
    if (
      field === 'size' &&
      compare(value, decimal(order.sizeUnit === 'base' ? order.filled : order.filledQuote)) <= 0
    )
      return { status: 'wrong', problem: { field, why: 'filled' } }
  }
  const wanted: AmendTerms = Object.fromEntries(changed.map(({ field, text }) => [field, text]))
  const problems = judge(order, { wanted, market })
  // What the user has just written is named before what it makes wrong elsewhere.
  const found =
    problems.find(({ field }) => field in wanted) ??
    problems.find(({ refusal }) => refusal !== 'parameter')
  return found
    ? { status: 'wrong', problem: { field: found.field, why: 'refused', found: withBounds(found) } }
    : { status: 'ready', terms: wanted }
}

/** Whether two texts are the same amount, or the same text where one is none. */
export function isSame(text: string, old: string): boolean {
  const [value, former] = [parseDecimal(finishAmount(text)), parseDecimal(old)]
  return value && former ? compare(value, former) === 0 : text === old
}

/** What was changed, and the market of the moment. */
export interface Wish {
  readonly wanted: AmendTerms
  readonly market: SpotMarket
}

/** The rules of a product that a change breaks. */
export type AmendmentJudge = (order: SpotOrder, wish: Wish) => readonly OrderProblem[]

const spotProblems: AmendmentJudge = (order, wish) =>
  standsAsExit(order) ? exitProblems(order, wish) : orderProblems(order, wish)

function orderProblems(order: SpotOrder, { wanted, market }: Wish): readonly OrderProblem[] {
  const before = wordsOf(order)
  const outcome = validateAmendment({ ...before, ...wanted }, { before, market })
  const isMoved = wanted.price !== undefined && order.timeInForce === 'post_only' && !isArmed(order)
  const crossing: readonly OrderProblem[] =
    isMoved && crossesBest({ side: order.side, price: wanted.price ?? null }, market)
      ? [{ refusal: 'would-cross', code: ORDER_REFUSAL_CODES['would-cross'], field: 'price' }]
      : []
  return [...(outcome.status === 'refused' ? outcome.problems : []), ...crossing]
}

/** The size of an exit is held already: of it only the step is judged. */
function exitProblems(order: SpotOrder, { wanted, market }: Wish): readonly OrderProblem[] {
  const before = wordsOf(order)
  const { size } = wanted
  const isOffStep =
    size !== undefined &&
    order.sizeUnit === 'base' &&
    !fitsStep(size, { step: market.symbol.stepSize })
  const ofSize: readonly OrderProblem[] = isOffStep
    ? [
        {
          refusal: 'step',
          code: ORDER_REFUSAL_CODES.step,
          field: 'size',
          limit: market.symbol.stepSize,
        },
      ]
    : []
  return [...validateExitAmendment({ ...before, ...wanted }, { before, market }), ...ofSize]
}

/**
 * The order as it would be placed today, as the gateway reads it: one whose trigger was reached is
 * a limit order.
 */
function wordsOf(order: SpotOrder): OrderWords {
  const isWaiting = isArmed(order)
  const { price, size, triggerPrice, stopPrice, callbackRate, ...exits } = termsOf(order)
  const given = Object.entries({
    price,
    ...(isWaiting ? { triggerPrice, stopPrice, callbackRate } : {}),
    ...exits,
  }).filter(([, text]) => text !== '')
  return {
    ...Object.fromEntries(given),
    side: order.side,
    orderType: isWaiting ? (order.orderType as OrderWords['orderType']) : 'limit',
    size,
    sizeUnit: order.sizeUnit,
    timeInForce: order.timeInForce as OrderWords['timeInForce'],
    triggerBy: order.triggers?.[0]?.triggerBy === 'mark' ? 'mark' : 'last',
  }
}

const withBounds = (found: OrderProblem): OrderProblem =>
  found.field === 'callbackRate'
    ? { ...found, limit: `${CALLBACK_RATES.least}–${CALLBACK_RATES.most}` }
    : found
