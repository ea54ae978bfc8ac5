import type { ExchangeView } from '../exchange/state/ExchangeView.ts'
import type { ExchangeState } from '../exchange/state/state.ts'

/** The state behind the view of a core, for tests that dump, copy or damage it. */
export const changeableState = (view: ExchangeView): ExchangeState => view as ExchangeState
