import type { MarginState } from '../../../exchange/futures/margin.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'

/**
 * The state for the arithmetic of margin, which changes nothing: it is the exchange's own, only that
 * its type has the methods which commands use.
 */
export const marginState = (view: ExchangeView): MarginState => view as unknown as MarginState
