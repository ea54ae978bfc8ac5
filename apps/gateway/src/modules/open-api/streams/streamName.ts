import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { symbolSpec } from '../../../exchange/instruments/symbols.ts'
import { INTERVALS, type Interval } from '../../market-data/module.ts'

/** What a stream shows, as its name says. */
export type StreamSpec =
  | ({
      readonly kind: 'trade' | 'aggTrade' | 'bookTicker' | 'miniTicker' | 'ticker' | 'avgPrice'
    } & OfPair)
  | ({ readonly kind: 'kline'; readonly interval: Interval } & OfPair)
  | ({ readonly kind: 'depth'; readonly everyMs: number } & OfPair)
  | ({ readonly kind: 'partialDepth'; readonly levels: number; readonly everyMs: number } & OfPair)
  | { readonly kind: 'allMiniTickers' | 'allTickers' }

interface OfPair {
  readonly spec: SpotInstrument
}

const NAME = /^([a-z0-9]{1,20})@([A-Za-z]+)(\d{1,2})?(?:_(\w{2,3}))?(?:@(100|1000)ms)?$/
const SIMPLE = ['trade', 'aggTrade', 'bookTicker', 'miniTicker', 'ticker', 'avgPrice'] as const
const LEVELS = [5, 10, 20]

/** Reads a name such as `btcusdt@depth@100ms`; `undefined` for one that no stream has. */
export function readStreamName(name: string): StreamSpec | undefined {
  if (name === '!miniTicker@arr') return { kind: 'allMiniTickers' }
  if (name === '!ticker@arr') return { kind: 'allTickers' }
  const found = NAME.exec(name)
  if (!found) return undefined
  const [, pair = '', topic = '', count, interval, speed] = found
  const spec = symbolSpec(pair.toUpperCase())
  if (!spec) return undefined
  if (topic === 'depth' && interval === undefined) return depthOf(spec, { count, speed })
  if (speed !== undefined || count !== undefined) return undefined
  if (topic === 'kline') {
    const known = INTERVALS.find((each) => each === interval)
    return known && { kind: 'kline', interval: known, spec }
  }
  const simple = SIMPLE.find((each) => each === topic)
  return simple && interval === undefined ? { kind: simple, spec } : undefined
}

function depthOf(
  spec: SpotInstrument,
  { count, speed }: { readonly count: string | undefined; readonly speed: string | undefined },
): StreamSpec | undefined {
  const everyMs = Number(speed ?? 1_000)
  if (count === undefined) return { kind: 'depth', everyMs, spec }
  const levels = Number(count)
  return LEVELS.includes(levels) ? { kind: 'partialDepth', levels, everyMs, spec } : undefined
}
