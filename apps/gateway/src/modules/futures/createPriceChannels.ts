import {
  candleView,
  headOf,
  isInterval,
  valueChannel,
  type Address,
  type Channel,
} from '../market-data/module.ts'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import { priceText } from './ports/contracts.ts'
import { contractAt, type PriceCandles, type PriceKind } from './prices/priceCandles.ts'

/** What `mark@1s` says of a contract. */
export interface MarkView {
  readonly mark: string | null
  readonly index: string | null
  readonly rate: string | null
  readonly nextAt: number
  readonly openInterest: string
}

const PRICE_CANDLE = /^candle_(mark|index)_(\w+)$/

/** Topics of contracts beside those of every market: `mark@1s`, and candles of mark and index. */
export function createPriceChannels({
  now,
  markOf,
  candles,
}: {
  readonly now: () => number
  readonly markOf: (contract: FuturesInstrument) => MarkView
  readonly candles: PriceCandles | undefined
}): (address: Address) => Channel | undefined {
  /** A mark is news once a second, however often it is asked for. */
  function mark(contract: FuturesInstrument, topic: string): Channel {
    let second = 0
    let shown: readonly MarkView[] = []
    const read = () => {
      const at = Math.floor(now() / 1_000)
      if (at !== second) shown = [markOf(contract)]
      second = at
      return shown
    }
    return valueChannel({ head: headOf(contract, topic), read, now })
  }

  function candle(
    contract: FuturesInstrument,
    { topic, kind, interval }: { topic: string; kind: PriceKind; interval: string },
  ): Channel | undefined {
    if (!candles || !isInterval(interval)) return undefined
    const { id } = contract
    let published = candles.running(id, kind, interval)?.openTime ?? 0
    const read = () => {
      // A candle that has closed since is sent once more, as it ended.
      const fresh = candles.since(id, kind, { interval, openTime: published })
      published = fresh.at(-1)?.openTime ?? published
      return fresh.map((each) => candleView(each, contract))
    }
    return valueChannel({ head: headOf(contract, topic), field: 'candle', read, now })
  }

  return ({ topic, symbol, product }) => {
    const contract = contractAt(product, symbol)
    if (!contract) return undefined
    if (topic === 'mark@1s') return mark(contract, topic)
    const [, kind, interval = ''] = PRICE_CANDLE.exec(topic) ?? []
    if (kind !== 'mark' && kind !== 'index') return undefined
    return candle(contract, { topic, kind, interval })
  }
}

/** A price in ticks as text; `null` where there is none. */
export const priceOrNull = (ticks: number | undefined, contract: FuturesInstrument) =>
  ticks ? priceText(ticks, contract) : null
