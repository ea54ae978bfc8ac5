import {
  compare,
  decimal,
  formatDecimal,
  mul,
  parseDecimal,
  add,
  sub,
  roundToStep,
} from '@x/decimal'
import { ORDER_REFUSAL_CODES, type OrderField, type OrderRefusal, fitsStep } from '@x/trading'
import type { Contract } from '../../../data/futures/contracts.ts'
import { isInverse, nominalOf } from '../../../data/futures/livePosition.ts'
import { crossesBest } from '../../order-terms/index.ts'
import { amountOf } from '../orderDraft.ts'
import type { TicketQuotes, TicketVerdict } from '../ticketProduct.ts'
import {
  closesAll,
  hasAttachedExits,
  type FuturesDraft,
  type FuturesField,
  hasLimit,
  isClosing,
  legOfDraft,
  waitsForPrice,
} from './futuresDraft.ts'
import { futuresFigures, maxSize, pricePlaced } from './futuresFigures.ts'
import type { FuturesAvailable, FuturesProblem, FuturesTypes } from './futuresTypes.ts'

/** What a draft is judged by. */
export interface FuturesMarket extends TicketQuotes {
  readonly spec: Contract
  readonly available: FuturesAvailable | undefined
}

type Problems = Partial<Record<FuturesField, FuturesProblem>>

const WIRE_FIELDS: Readonly<Record<FuturesField, OrderField>> = {
  price: 'price',
  trigger: 'triggerPrice',
  rate: 'callbackRate',
  size: 'size',
  takeProfit: 'takeProfitTriggerPrice',
  stopLoss: 'stopLossTriggerPrice',
}

/** The checks of the server that need no book (futures 4), run here first. */
export function checkFuturesDraft(
  draft: FuturesDraft,
  market: FuturesMarket,
): TicketVerdict<FuturesTypes> {
  const problems: Problems = {
    ...pricesOnTick(draft, market),
    ...limitInBand(draft, market),
    ...rateInBounds(draft),
    ...activationAhead(draft, market),
    ...exitsBeyond(draft, market),
    ...sizeThatFits(draft, market),
  }
  const missing = missingField(draft)
  return {
    problems,
    missing,
    isReady: missing === undefined && Object.keys(problems).length === 0,
  }
}

const problem = (
  field: FuturesField,
  refusal: OrderRefusal,
  more: { readonly limit?: string; readonly reference?: string | null } = {},
): FuturesProblem => ({
  refusal,
  code: ORDER_REFUSAL_CODES[refusal],
  field: WIRE_FIELDS[field],
  ...more,
})

/** The prices that an order of this type sends. */
const priceFields = (draft: FuturesDraft): readonly FuturesField[] => [
  ...(hasLimit(draft) ? (['price'] as const) : []),
  ...(waitsForPrice(draft) ? (['trigger'] as const) : []),
  ...(hasAttachedExits(draft) ? (['takeProfit', 'stopLoss'] as const) : []),
]

function pricesOnTick(draft: FuturesDraft, { spec }: FuturesMarket): Problems {
  const wrong = priceFields(draft).filter((field) => {
    const price = amountOf(draft[field])
    return price !== undefined && !fitsStep(price, { step: spec.tickSize })
  })
  return Object.fromEntries(
    wrong.map((field) => [field, problem(field, 'tick', { limit: spec.tickSize })]),
  )
}

/** A limit lies within the band around the mark, and a post-only one takes nothing. */
function limitInBand(draft: FuturesDraft, { spec, available, book }: FuturesMarket): Problems {
  const price = hasLimit(draft) ? amountOf(draft.price) : undefined
  if (price === undefined) return {}
  const isBuy = draft.side === 'buy'
  const mark = parseDecimal(available?.mark ?? '')
  if (mark) {
    const band = mul(mark, decimal(spec.priceBand))
    const tick = decimal(spec.tickSize)
    const bound = isBuy
      ? roundToStep(add(mark, band), { step: tick, mode: 'down' })
      : roundToStep(sub(mark, band), { step: tick, mode: 'up' })
    const past = compare(decimal(price), bound)
    if (isBuy ? past > 0 : past < 0)
      return {
        price: problem('price', 'protection', {
          limit: formatDecimal(bound),
          reference: formatDecimal(mark),
        }),
      }
  }
  const best = {
    bestBid: book?.bids[0]?.price ?? null,
    bestAsk: book?.asks[0]?.price ?? null,
  }
  const takes =
    draft.type === 'limit' &&
    draft.timeInForce === 'post_only' &&
    crossesBest({ side: draft.side, price }, best)
  return takes ? { price: problem('price', 'would-cross') } : {}
}

/** The price that triggers are compared with. */
export function triggerReference(
  { triggerBy }: Pick<FuturesDraft, 'triggerBy'>,
  { ticker, available }: Pick<FuturesMarket, 'ticker' | 'available'>,
): string | null {
  if (triggerBy === 'last') return ticker?.last ?? null
  return (triggerBy === 'mark' ? available?.mark : available?.index) ?? null
}

/** Of a trailing order, in percent: 0.1 to 10 in steps of 0.01 (futures 4). */
const RATES = { least: '0.1', most: '10', step: '0.01' }

function rateInBounds({ type, rate }: FuturesDraft): Problems {
  const given = type === 'trailing' ? amountOf(rate) : undefined
  if (given === undefined) return {}
  const isWithin =
    compare(decimal(given), decimal(RATES.least)) >= 0 &&
    compare(decimal(given), decimal(RATES.most)) <= 0 &&
    fitsStep(given, { step: RATES.step })
  if (isWithin) return {}
  return { rate: problem('rate', 'parameter', { limit: `${RATES.least}–${RATES.most}` }) }
}

/** A trailing order waits for a better price before it trails: a buy below, a sell above. */
function activationAhead(draft: FuturesDraft, market: FuturesMarket): Problems {
  const price = draft.type === 'trailing' ? amountOf(draft.trigger) : undefined
  const reference = triggerReference(draft, market)
  if (price === undefined || !reference) return {}
  const side = compare(decimal(price), decimal(reference))
  const isBehind = draft.side === 'buy' ? side > 0 : side < 0
  return isBehind ? { trigger: problem('trigger', 'direction', { limit: reference }) } : {}
}

/** A take profit lies beyond its reference, a stop loss before it (trading 2): a message. */
function exitsBeyond(draft: FuturesDraft, market: FuturesMarket): Problems {
  if (!hasAttachedExits(draft)) return {}
  // An order that rests is compared with its own limit, where it becomes a position.
  const reference =
    (draft.type === 'limit' ? amountOf(draft.price) : undefined) ?? triggerReference(draft, market)
  if (!reference) return {}
  const wrong = (['takeProfit', 'stopLoss'] as const).filter((field) => {
    const price = amountOf(draft[field])
    if (price === undefined) return false
    const side = compare(decimal(price), decimal(reference))
    return (field === 'takeProfit') === (legOfDraft(draft) === 'long') ? side <= 0 : side >= 0
  })
  return Object.fromEntries(
    wrong.map((field) => [field, problem(field, 'direction', { limit: reference })]),
  )
}

function sizeThatFits(draft: FuturesDraft, market: FuturesMarket): Problems {
  const { spec, available, book } = market
  const given = closesAll(draft) ? undefined : amountOf(draft.size)
  if (given === undefined) return {}
  if (draft.unit === 'base' && !fitsStep(given, { step: spec.stepSize }))
    return { size: problem('size', 'step', { limit: spec.stepSize }) }
  // Values of inverse contracts are whole.
  if (draft.unit === 'value' && isInverse(spec) && !fitsStep(given, { step: '1' }))
    return { size: problem('size', 'step', { limit: '1' }) }
  const { size, value } = futuresFigures({ draft, spec, book, vipLevel: 0, available })
  const isSmall =
    !isClosing(draft) &&
    value !== undefined &&
    compare(decimal(value), decimal(spec.minNotional)) < 0
  if (isSmall) return { size: problem('size', 'minimum', { limit: spec.minNotional }) }
  const step = draft.unit !== 'base' && size === undefined ? stepValue(draft, market) : undefined
  if (step !== undefined) return { size: problem('size', 'minimum', { limit: step }) }
  const most = maxSize(draft, { spec, available, book })
  if (size !== undefined && most !== undefined && compare(decimal(size), decimal(most)) > 0)
    return { size: problem('size', 'balance', { limit: most }) }
  return {}
}

/** What one step is worth, in quote; `undefined` while there is no price. */
function stepValue(draft: FuturesDraft, { spec, book, available }: FuturesMarket) {
  const count = nominalOf(spec.stepSize, spec)
  if (isInverse(spec)) return count
  const price = pricePlaced(draft, { book, mark: available?.mark })
  return price && formatDecimal(mul(decimal(count), decimal(price)), { trim: true })
}

/** The first field that is still to be filled in. */
function missingField(draft: FuturesDraft): FuturesField | undefined {
  const needed: readonly FuturesField[] = [
    // A trailing order without a price trails at once.
    ...(waitsForPrice(draft)
      ? [draft.type === 'trailing' ? ('rate' as const) : ('trigger' as const)]
      : []),
    ...(hasLimit(draft) ? (['price'] as const) : []),
    ...(closesAll(draft) ? [] : (['size'] as const)),
  ]
  const empty = needed.find((field) => amountOf(draft[field]) === undefined)
  if (empty || !hasAttachedExits(draft)) return empty
  return (amountOf(draft.takeProfit) ?? amountOf(draft.stopLoss)) ? undefined : 'takeProfit'
}
