import { triggerReference } from './orderTriggers.ts'
import type { ExitField, OrderProblem, SpotMarket, SpotOrder } from './spotOrder.ts'
import { validateAmendment } from './validateSpotOrder.ts'

/** The words of exits, as orders are placed and amended with them (docs/adr/trading.md). */
export const EXIT_FIELDS: readonly ExitField[] = [
  'takeProfitTriggerPrice',
  'takeProfitPrice',
  'stopLossTriggerPrice',
  'stopLossPrice',
]

/**
 * Take profit and stop loss of an entry that has traded; `side` is what they do, a sell leaves what
 * was bought.
 */
export type ExitTerms = Pick<SpotOrder, 'side' | 'triggerBy' | ExitField>

/**
 * Everything wrong with exits as they are to be (docs/adr/trading.md). They are judged as if their
 * entry were made at today's price: neither may have been reached, and a stop loss may by now
 * secure a profit. What does not change is not judged.
 */
export function validateExitAmendment(
  exit: ExitTerms,
  { before, market }: { readonly before: ExitTerms; readonly market: SpotMarket },
): readonly OrderProblem[] {
  const today = triggerReference({ triggerBy: exit.triggerBy ?? 'last' }, market)
  const asEntry = (terms: ExitTerms): SpotOrder => ({
    ...Object.fromEntries(EXIT_FIELDS.map((field) => [field, terms[field]])),
    side: exit.side === 'sell' ? 'buy' : 'sell',
    orderType: 'limit',
    price: today ?? market.symbol.tickSize,
    size: market.symbol.stepSize,
    sizeUnit: 'base',
  })
  const outcome = validateAmendment(asEntry(exit), {
    before: asEntry(before),
    market: { ...market, bestBid: null, bestAsk: null, available: undefined },
  })
  if (outcome.status === 'accepted') return []
  const fields: readonly string[] = EXIT_FIELDS
  return outcome.problems.filter(
    ({ field, refusal }) => fields.includes(field) && (today !== null || refusal !== 'direction'),
  )
}
