import { USDT_CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument, Instrument } from '../../../exchange/instruments/Instrument.ts'
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
  | ContractStream

/** Streams that contracts alone have. */
export type ContractStream =
  | { readonly kind: 'markPrice'; readonly everyMs: number; readonly spec: FuturesInstrument }
  | { readonly kind: 'allMarkPrices'; readonly everyMs: number }
  | { readonly kind: 'forceOrder'; readonly spec: FuturesInstrument }
  | { readonly kind: 'allForceOrders' }

interface OfPair {
  readonly spec: Instrument
}

/** Which of the two addresses a stream is asked for at. */
export type StreamProduct = 'spot' | 'futures'

const NAME = /^([a-z0-9]{1,20})@([A-Za-z]+)(\d{1,2})?(?:_(\w{2,3}))?(?:@(100|250|500|1000)ms)?$/
const MARK = /^(?:([a-z0-9]{1,20})@markPrice|!markPrice@arr)(@1s)?$/
const SIMPLE = ['trade', 'aggTrade', 'bookTicker', 'miniTicker', 'ticker', 'avgPrice'] as const
const LEVELS = [5, 10, 20]
/** How often depth streams come, in milliseconds; first what a name without a speed means. */
const SPEEDS = { spot: [1_000, 100], futures: [250, 100, 500] } as const
const [MARK_MS, FAST_MARK_MS] = [3_000, 1_000]

const contractOf = (symbol: string): FuturesInstrument | undefined =>
  USDT_CONTRACTS.find((each) => each.symbol === symbol)

/** Reads a name such as `btcusdt@depth@100ms`; `undefined` for one that no stream has. */
export function readStreamName(
  name: string,
  product: StreamProduct = 'spot',
): StreamSpec | undefined {
  if (name === '!miniTicker@arr') return { kind: 'allMiniTickers' }
  if (name === '!ticker@arr') return { kind: 'allTickers' }
  const ofContract = product === 'futures' ? readContractStream(name) : undefined
  if (ofContract) return ofContract
  const found = NAME.exec(name)
  if (!found) return undefined
  const [, pair = '', topic = '', count, interval, speed] = found
  const symbol = pair.toUpperCase()
  const spec = product === 'spot' ? symbolSpec(symbol) : contractOf(symbol)
  if (!spec) return undefined
  if (topic === 'depth' && interval === undefined)
    return depthOf(spec, { count, speed, speeds: SPEEDS[product] })
  if (speed !== undefined || count !== undefined) return undefined
  if (topic === 'kline') {
    const known = INTERVALS.find((each) => each === interval)
    return known && { kind: 'kline', interval: known, spec }
  }
  const simple = SIMPLE.find((each) => each === topic)
  return simple && interval === undefined ? { kind: simple, spec } : undefined
}

const STATES: ReadonlySet<StreamSpec['kind']> = new Set([
  'bookTicker',
  'miniTicker',
  'ticker',
  'avgPrice',
  'partialDepth',
  'allMiniTickers',
  'allTickers',
  'markPrice',
  'allMarkPrices',
])

/** Whether each event of the stream says all, so that the next one makes up for a lost one. */
export function isOfStates(name: string, product: StreamProduct): boolean {
  const spec = readStreamName(name, product)
  return spec !== undefined && STATES.has(spec.kind)
}

function readContractStream(name: string): ContractStream | undefined {
  if (name === '!forceOrder@arr') return { kind: 'allForceOrders' }
  const mark = MARK.exec(name)
  if (mark) {
    const everyMs = mark[2] === undefined ? MARK_MS : FAST_MARK_MS
    if (mark[1] === undefined) return { kind: 'allMarkPrices', everyMs }
    const spec = contractOf(mark[1].toUpperCase())
    return spec && { kind: 'markPrice', everyMs, spec }
  }
  const [symbol = '', topic] = name.split('@')
  const spec = contractOf(symbol.toUpperCase())
  return spec && topic === 'forceOrder' && name === `${symbol}@forceOrder`
    ? { kind: 'forceOrder', spec }
    : undefined
}

interface DepthName {
  readonly count: string | undefined
  readonly speed: string | undefined
  readonly speeds: readonly number[]
}

function depthOf(spec: Instrument, { count, speed, speeds }: DepthName): StreamSpec | undefined {
  const everyMs = Number(speed ?? speeds[0])
  if (!speeds.includes(everyMs)) return undefined
  if (count === undefined) return { kind: 'depth', everyMs, spec }
  const levels = Number(count)
  return LEVELS.includes(levels) ? { kind: 'partialDepth', levels, everyMs, spec } : undefined
}
