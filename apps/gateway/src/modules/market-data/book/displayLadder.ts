import type { Level } from '../../../exchange/instruments/Instrument.ts'

/**
 * One side of the displayed book: a price-ordered list of ticks, best first, and the lots at each.
 */
export interface DisplayLadder {
  set(ticks: number, lots: number): void
  lotsAt(ticks: number): number
  top(depth: number): Level[]
  best(): number | undefined
  clear(): void
}

export function createDisplayLadder({ descending }: { descending: boolean }): DisplayLadder {
  const lotsByTicks = new Map<number, number>()
  const order: number[] = []
  const isBetter = (a: number, b: number) => (descending ? a > b : a < b)

  const indexOf = (ticks: number): number => {
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBetter(order[middle] as number, ticks)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    set(ticks, lots) {
      const isKnown = lotsByTicks.has(ticks)
      if (lots > 0) {
        lotsByTicks.set(ticks, lots)
        if (!isKnown) order.splice(indexOf(ticks), 0, ticks)
      } else if (isKnown) {
        lotsByTicks.delete(ticks)
        order.splice(indexOf(ticks), 1)
      }
    },
    lotsAt: (ticks) => lotsByTicks.get(ticks) ?? 0,
    top: (depth) =>
      order.slice(0, depth).map((ticks) => [ticks, lotsByTicks.get(ticks) ?? 0] as const),
    best: () => order[0],
    clear() {
      lotsByTicks.clear()
      order.length = 0
    },
  }
}
