/** What other features may import of `order-terms`. */
export { crossesBest } from './crossesBest.ts'
export { type Crossing, crossingOf, type LimitTerms } from './crossing.ts'
export { crossingText } from './crossingText.ts'
export { markPrice } from './markPrice.ts'
export { hasWorsened, mustAsk, orderRisks, type OrderRisks } from './orderRisks.ts'
export {
  CONDITIONAL_TYPES,
  type DraftField,
  type ExitDraftField,
  hasTriggers,
  isConditional,
  isLimited,
  sellsByValue,
  sizeFieldOf,
  takesExits,
  takesTimeInForce,
  TYPE_FIELDS,
} from './orderTypes.ts'
export { orderWarnings, OrderWarnings } from './OrderWarnings.tsx'
export { DISTANCES, priceAt, QUEUE_LEVELS, queuePrice } from './priceTools.ts'
export { missingText, problemText } from './problemText.ts'
export { ofPair, termsText, type TermsTextOptions } from './termsText.ts'
export { type ExitPercentOptions, useExitPercent } from './useExitPercent.tsx'
export { DRAFT_FIELDS } from './wireFields.ts'
