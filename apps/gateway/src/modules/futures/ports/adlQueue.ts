import { adlLights } from '../../../exchange/futures/deleverage.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import type { FuturesPosition } from '../../../exchange/state/futuresState.ts'

/** How long a queue counts: ranking looks at every account, and lights need no second. */
const KEPT_MS = 10_000

interface Ranked {
  readonly at: number
  readonly lights: ReadonlyMap<number, number>
}
const queues = new WeakMap<object, Map<string, Ranked>>()

/**
 * The lights of a position in the queue of auto-deleveraging, 5 to 1; 0 for one that would not be
 * deleveraged, and while there is no fresh mark (futures 6).
 */
export function lightsOf(
  { futures, markets, accounts }: ExchangeView,
  { id, realm, symbol, lots }: Pick<FuturesPosition, 'id' | 'realm' | 'symbol' | 'lots'>,
): number {
  const price = futures.prices.get(symbol)
  if (lots === 0 || !price?.isFresh) return 0
  const isLong = lots > 0
  const ranked = queues.get(futures) ?? new Map<string, Ranked>()
  queues.set(futures, ranked)
  const key = `${realm} ${symbol} ${isLong}`
  const before = ranked.get(key)
  if (before && price.at >= before.at && price.at < before.at + KEPT_MS)
    return before.lights.get(id) ?? 0
  const lights = adlLights({ futures, markets, accounts }, { realm, symbol, isLong })
  ranked.set(key, { at: price.at, lights })
  return lights.get(id) ?? 0
}
