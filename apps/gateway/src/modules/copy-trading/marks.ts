import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { CopyMarks } from '../../exchange/state/copyCommand.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'

/** The last price of every pair that has one. */
export const marksOf = (market: Pick<DisplayedMarket, 'lastTicks'>): CopyMarks =>
  SPOT_SYMBOLS.flatMap(({ symbol }) => {
    const ticks = market.lastTicks(symbol)
    return ticks === undefined ? [] : [[symbol, ticks] as const]
  })
