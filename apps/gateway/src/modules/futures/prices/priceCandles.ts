import { createSeries, type Series } from '../../market-data/module.ts'
import type { PriceRow } from './createContractPrices.ts'

/** What a futures chart can draw besides what was traded. */
export type PriceKind = 'mark' | 'index'

/** Candles of mark and index for every interval; their lots count seconds, not a volume. */
export interface PriceCandles {
  /** Takes the rows of a second in; a row without a mark adds to the index alone. */
  add(rows: readonly PriceRow[], at: number): void
  series(symbol: string, kind: PriceKind): Series | undefined
}

/** `restored`: candles that were stored before, as of a series. */
export function createPriceCandles({
  restored = () => undefined,
}: {
  readonly restored?: (
    symbol: string,
    kind: PriceKind,
  ) => Parameters<typeof createSeries>[0]['restored'] | undefined
} = {}): PriceCandles {
  const all = new Map<string, Series>()
  const keyOf = (symbol: string, kind: PriceKind) => `${kind} ${symbol}`

  function add(
    symbol: string,
    { kind, ticks, at }: { kind: PriceKind; ticks: number; at: number },
  ) {
    const key = keyOf(symbol, kind)
    const known = all.get(key)
    const series =
      known ??
      createSeries({ restored: restored(symbol, kind) ?? {}, startTicks: ticks, startedAt: at })
    if (!known) all.set(key, series)
    series.trade({ ticks, lots: 1, at })
  }

  return {
    add(rows, at) {
      for (const { symbol, mark, index } of rows) {
        add(symbol, { kind: 'index', ticks: index, at })
        if (mark > 0) add(symbol, { kind: 'mark', ticks: mark, at })
      }
    },
    series: (symbol, kind) => all.get(keyOf(symbol, kind)),
  }
}
