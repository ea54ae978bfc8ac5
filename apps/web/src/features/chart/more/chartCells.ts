import { type ChartInterval, readInterval } from '../intervals.ts'

/** What a chart beside the first one shows. */
export interface ChartCell {
  readonly symbol: string
  readonly interval: ChartInterval
}

/** The most charts beside the first. */
const MOST = 3

/** `BTCUSDT 15m,usdt/ETHUSDT 1h`; what storage holds may be from another version. */
export const readCells = (stored: string | null | undefined): readonly ChartCell[] =>
  (stored ?? '')
    .split(',')
    .filter(Boolean)
    .slice(0, MOST)
    .map((entry) => {
      const [symbol = '', interval] = entry.split(' ')
      return { symbol, interval: readInterval(interval) }
    })

export const writeCells = (cells: readonly ChartCell[]): string =>
  cells.map(({ symbol, interval }) => `${symbol} ${interval}`).join(',')

/**
 * So many cells, of pairs that there are: one that was chosen, or the next of the list that the
 * other charts do not show.
 */
export function fillCells(
  cells: readonly ChartCell[],
  {
    count,
    first,
    symbols,
  }: { readonly count: number; readonly first: string; readonly symbols: readonly string[] },
): readonly ChartCell[] {
  const chosen = cells.slice(0, count).filter(({ symbol }) => symbols.includes(symbol))
  const shown = new Set([first, ...chosen.map(({ symbol }) => symbol)])
  return Array.from({ length: count }, (_, index): ChartCell => {
    const cell = cells[index]
    const symbol =
      cell && symbols.includes(cell.symbol)
        ? cell.symbol
        : (symbols.find((each) => !shown.has(each)) ?? first)
    shown.add(symbol)
    return { symbol, interval: cell?.interval ?? readInterval(undefined) }
  })
}
