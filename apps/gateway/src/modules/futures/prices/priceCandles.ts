import type { Log } from '../../../platform/log/Log.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import { symbolSpec } from '../../../exchange/instruments/symbols.ts'
import { pairOf, type CandleStore, type Interval } from '../../market-data/module.ts'
import type { PriceRow } from './createContractPrices.ts'

/** What a futures chart can draw besides what was traded. */
export type PriceKind = 'mark' | 'index'

type Candle = NonNullable<ReturnType<CandleStore['running']>>
interface Query {
  readonly interval: Interval
  readonly before: number
  readonly limit: number
  readonly now: number
}

/** Candles of mark and index for every interval; nobody trades at them, they have no volume. */
export interface PriceCandles {
  /** Takes the rows of a second in; a row without a mark adds to the index alone. */
  add(rows: readonly PriceRow[], at: number): void
  /**
   * Ascending, the newest at the end. What lies before the first price of the contract is what its
   * pair, for the mark the contract itself, was traded at.
   */
  read(contract: FuturesInstrument, kind: PriceKind, query: Query): Promise<Candle[]>
  running(contract: string, kind: PriceKind, interval: Interval): Candle | undefined
  /** The candle that opened at `openTime`, as it is now, and all after it. */
  since(
    contract: string,
    kind: PriceKind,
    from: { readonly interval: Interval; readonly openTime: number },
  ): readonly Candle[]
}

/** How a series is named beside those of what is traded. */
const seriesOf = (contract: string, kind: PriceKind): string => `${kind} ${contract}`

export function createPriceCandles({
  store,
  log,
}: {
  readonly store: Pick<CandleStore, 'open' | 'trade' | 'read' | 'running' | 'since'>
  readonly log: Pick<Log, 'error'>
}): PriceCandles {
  /** Series that are open, and those that are being opened. */
  const opened = new Map<string, boolean>()

  function add(series: string, ticks: number, at: number): void {
    const isOpen = opened.get(series)
    if (isOpen) return store.trade(series, { ticks, lots: 1, at })
    if (isOpen === false) return
    opened.set(series, false)
    store.open(series, { startTicks: ticks, at, from: { fetched: {} } }).then(
      () => {
        opened.set(series, true)
        store.trade(series, { ticks, lots: 1, at })
      },
      (error: unknown) => {
        opened.delete(series)
        log.error('The candles of a price could not be opened', { series, error: String(error) })
      },
    )
  }

  return {
    add(rows, at) {
      for (const { symbol, mark, index } of rows) {
        add(seriesOf(symbol, 'index'), index, at)
        if (mark > 0) add(seriesOf(symbol, 'mark'), mark, at)
      }
    },
    async read(contract, kind, query) {
      const series = seriesOf(contract.id, kind)
      const own = opened.get(series) ? await store.read(series, query) : []
      const before = own[0]?.openTime ?? query.before
      const limit = query.limit - own.length
      const older =
        limit > 0
          ? await tradedBefore(store, { contract, kind, query: { ...query, before, limit } })
          : []
      return [...older, ...own].map((candle) => ({ ...candle, lots: 0, turnover: 0n }))
    },
    running: (contract, kind, interval) => store.running(seriesOf(contract, kind), interval),
    since: (contract, kind, from) =>
      store
        .since(seriesOf(contract, kind), from)
        .map((candle) => ({ ...candle, lots: 0, turnover: 0n })),
  }
}

/** What the contract, or the pair of its index in the contract's ticks, was traded at. */
async function tradedBefore(
  store: Pick<CandleStore, 'read'>,
  {
    contract,
    kind,
    query,
  }: { readonly contract: FuturesInstrument; readonly kind: PriceKind; readonly query: Query },
): Promise<Candle[]> {
  if (kind === 'mark') return store.read(contract.id, query)
  const { symbol, multiple } = pairOf(contract)
  const pair = symbolSpec(symbol)
  if (!pair) return []
  const perTick = Number(multiple) * 10 ** (contract.pricePlace - pair.pricePlace)
  const scaled = (ticks: number) => Math.max(1, Math.round(ticks * perTick))
  return (await store.read(symbol, query)).map((candle) => ({
    ...candle,
    open: scaled(candle.open),
    high: scaled(candle.high),
    low: scaled(candle.low),
    close: scaled(candle.close),
  }))
}

/** The contract that a name on the market socket means. */
export const contractAt = (product: string | undefined, symbol: string) =>
  CONTRACTS.find(({ id }) => id === `${product}/${symbol}`)
