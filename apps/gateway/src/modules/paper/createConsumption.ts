import type { Side } from '../../exchange/instruments/Instrument.ts'

/** How long the market takes to replace what a paper order took (docs/adr/paper.md). */
export const REFILL_MS = 5_000

/**
 * What each paper trader has taken from the displayed book. Nobody else's book is touched by it:
 * every trader meets the market alone. It grows back evenly over `refillMs` of the market's own
 * time, and at once where the displayed level vanishes and is made anew.
 */
export interface Consumption {
  /** Displayed lots that the trader can still take. */
  left(trader: string, level: ConsumedLevel): number
  take(trader: string, level: ConsumedLevel, lots: number): void
  /** The displayed level is gone: what stands there later is new. */
  vanished(level: Omit<ConsumedLevel, 'displayed'>): void
  rebuilt(symbol: string): void
}

export interface ConsumedLevel {
  readonly symbol: string
  /** The side of the book. */
  readonly side: Side
  readonly ticks: number
  readonly displayed: number
}

interface Taken {
  lots: number
  at: number
}

export interface ConsumptionOptions {
  /** Milliseconds of the market's own time: nothing grows back while the market stands still. */
  readonly marketTime: () => number
  readonly refillMs?: number
}

export function createConsumption({
  marketTime,
  refillMs = REFILL_MS,
}: ConsumptionOptions): Consumption {
  /** symbol -> trader -> level */
  const symbols = new Map<string, Map<string, Map<string, Taken>>>()
  const keyOf = ({ side, ticks }: { side: Side; ticks: number }) => `${side}${ticks}`

  /** What of it has not grown back; whole lots, rounded against the trader. */
  function missing({ lots, at }: Taken): number {
    const age = marketTime() - at
    return age <= 0 ? lots : Math.max(0, Math.ceil((lots * (refillMs - age)) / refillMs))
  }

  function find(trader: string, level: Omit<ConsumedLevel, 'displayed'>): Taken | undefined {
    return symbols.get(level.symbol)?.get(trader)?.get(keyOf(level))
  }

  /** Levels that have grown back are forgotten, and with the last of them the trader. */
  function tidy(traders: Map<string, Map<string, Taken>>, trader: string): void {
    const levels = traders.get(trader)
    if (!levels) return
    for (const [key, taken] of levels) if (missing(taken) === 0) levels.delete(key)
    if (levels.size === 0) traders.delete(trader)
  }

  return {
    left(trader, level) {
      const taken = find(trader, level)
      return taken ? Math.max(0, level.displayed - missing(taken)) : level.displayed
    },
    take(trader, level, lots) {
      const traders = symbols.get(level.symbol) ?? new Map<string, Map<string, Taken>>()
      symbols.set(level.symbol, traders)
      tidy(traders, trader)
      const levels = traders.get(trader) ?? new Map<string, Taken>()
      traders.set(trader, levels)
      const before = levels.get(keyOf(level))
      levels.set(keyOf(level), {
        lots: lots + (before ? Math.min(missing(before), level.displayed) : 0),
        at: marketTime(),
      })
    },
    vanished(level) {
      const traders = symbols.get(level.symbol)
      if (!traders) return
      for (const [trader, levels] of traders) {
        levels.delete(keyOf(level))
        tidy(traders, trader)
      }
    },
    rebuilt: (symbol) => void symbols.delete(symbol),
  }
}
