import { showPlain } from '../rounding.ts'
import {
  checkBalance,
  checkMinimum,
  checkProtection,
  checkStep,
  checkTicks,
  entryPrice,
  holdFor,
  notionalOf,
  type OrderHold,
  referenceFor,
} from './orderChecks.ts'
import { checkDirections, checkLegBands } from './orderTriggers.ts'
import { isSameAmount, readOrder } from './readOrder.ts'
import { type OrderProblem, type SpotMarket, type SpotOrder } from './spotOrder.ts'
import { type OrderRefusal } from './wire.ts'

/** The result of {@link validateSpotOrder}. */
export type SpotOrderOutcome =
  | {
      readonly status: 'accepted'
      readonly hold: OrderHold
      /** In quote, every digit; for a market order at the best price. */
      readonly notional: string
      /**
       * The worst price an order at the market may trade at, the stop leg of an oco order too;
       * `null` where nothing goes at the market.
       */
      readonly protectionPrice: string | null
    }
  | { readonly status: 'refused'; readonly problems: readonly [OrderProblem, ...OrderProblem[]] }

/**
 * Everything that can be said about an order before the engine sees it (wire 10, trading 7). The
 * app shows every problem at its field, the gateway answers with the first. 40206 and 40207 depend
 * on the book and are the engine's.
 */
export function validateSpotOrder(order: SpotOrder, market: SpotMarket): SpotOrderOutcome {
  return judge(order, { market, isCounted: () => true })
}

/** What the market alone can make wrong about an order that stands. */
const OF_THE_MARKET: readonly OrderRefusal[] = ['protection', 'direction']

/**
 * The same about an order that stands, as it is to be (docs/adr/trading.md). A price that the
 * market has left, and an activation or trigger that it has passed, count only where they change:
 * what stands was judged when it was placed.
 */
export function validateAmendment(
  order: SpotOrder,
  { before, market }: { readonly before: SpotOrder; readonly market: SpotMarket },
): SpotOrderOutcome {
  const former = validateSpotOrder(before, market)
  const stands =
    former.status === 'refused'
      ? former.problems.filter(({ refusal }) => OF_THE_MARKET.includes(refusal))
      : []
  const isCounted = ({ refusal, field }: OrderProblem) =>
    !isSameAmount(order[field], before[field]) ||
    !stands.some((old) => old.refusal === refusal && old.field === field)
  return judge(order, { market, isCounted })
}

function judge(
  order: SpotOrder,
  {
    market,
    isCounted,
  }: { readonly market: SpotMarket; readonly isCounted: (found: OrderProblem) => boolean },
): SpotOrderOutcome {
  const read = readOrder(order)
  if ('problems' in read) return outcomeOf(read.problems)

  const { symbol } = market
  const reference = referenceFor(read, market)
  const grid = [...checkTicks(read, symbol), ...checkStep(read, symbol)]
  const limits = [
    ...checkMinimum(read, { symbol, reference }),
    ...checkProtection(read, { market, reference }),
    ...checkLegBands(read, market),
    ...checkDirections(read, { market, entry: entryPrice(read, { market, reference }) }),
  ].filter(isCounted)
  // Off the grid the order's worth is not what it seems; the balance is asked for only once it is.
  const hold = grid.length === 0 ? holdFor(read, reference) : null
  const notional = notionalOf(read, reference)
  if (hold === null || notional === null) return outcomeOf([...grid, ...limits])

  const problems = [...limits, ...checkBalance(hold, market.available)]
  if (problems.length > 0) return outcomeOf(problems)
  return {
    status: 'accepted',
    hold,
    notional: showPlain(notional),
    protectionPrice: reference.protection,
  }
}

function outcomeOf(problems: readonly OrderProblem[]): SpotOrderOutcome {
  return { status: 'refused', problems: problems as readonly [OrderProblem, ...OrderProblem[]] }
}
