import type { DisplayedMarket, DisplayedTrade } from '../market-data/ports/DisplayedMarket.ts'

/** A public trade with its number. */
export interface LoggedTrade extends DisplayedTrade {
  readonly id: number
}

/** Trades of one moment, price and taker side: what one order took from one level. */
export interface AggregateTrade {
  readonly id: number
  readonly ticks: number
  readonly lots: number
  readonly at: number
  readonly takerSide: DisplayedTrade['takerSide']
  readonly first: number
  readonly last: number
}

/** The latest public trades and the number of each change of a book, by symbol. */
export interface MarketLog {
  /** Ascending. */
  trades(symbol: string): readonly LoggedTrade[]
  aggregates(symbol: string): readonly AggregateTrade[]
  /** The number of the last change of the book. */
  updateId(symbol: string): number
  /** Called for each trade, after it was logged. */
  onTrade(listener: (trade: LoggedTrade) => void): () => void
  stop(): void
}

/** Trades that are kept of a symbol. */
const KEPT = 5_000
/** Numbers go on rising after a restart: so many fit into a millisecond. */
const PER_MS = 1_000

export function createMarketLog({
  market,
  now,
}: {
  readonly market: Pick<DisplayedMarket, 'subscribe'>
  readonly now: () => number
}): MarketLog {
  const first = now() * PER_MS
  const trades = new Map<string, LoggedTrade[]>()
  const updates = new Map<string, number>()
  const listeners = new Set<(trade: LoggedTrade) => void>()
  let count = 0
  const stop = market.subscribe({
    trade(trade) {
      const logged = { ...trade, id: first + ++count }
      const own = trades.get(trade.symbol) ?? []
      own.push(logged)
      trades.set(trade.symbol, own.length > 2 * KEPT ? own.slice(-KEPT) : own)
      for (const listener of listeners) listener(logged)
    },
    level: (symbol) => void updates.set(symbol, (updates.get(symbol) ?? first) + 1),
    rebuilt: (symbol) => void updates.set(symbol, (updates.get(symbol) ?? first) + 1),
  })
  return {
    trades: (symbol) => trades.get(symbol) ?? [],
    aggregates: (symbol) => aggregate(trades.get(symbol) ?? []),
    updateId: (symbol) => updates.get(symbol) ?? first,
    onTrade(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop,
  }
}

/** An aggregate has the number of its first trade, so that it is the same in every answer. */
export function aggregate(trades: readonly LoggedTrade[]): AggregateTrade[] {
  const merged: AggregateTrade[] = []
  for (const { id, ticks, lots, at, takerSide } of trades) {
    const last = merged.at(-1)
    const isSame = last?.ticks === ticks && last.at === at && last.takerSide === takerSide
    if (last && isSame) merged[merged.length - 1] = { ...last, lots: last.lots + lots, last: id }
    else merged.push({ id, ticks, lots, at, takerSide, first: id, last: id })
  }
  return merged
}
