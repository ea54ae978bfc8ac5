import type { BookLevel } from '@x/market'

/**
 * A point of the curve, both coordinates from 0 to 1; y grows upwards. Drawn, never reckoned with.
 */
export interface DepthPoint {
  readonly x: number
  readonly y: number
}

export interface DepthCurve {
  /** From the best bid towards the start, from the best ask towards the end. */
  readonly bids: readonly DepthPoint[]
  readonly asks: readonly DepthPoint[]
  readonly low: number
  readonly high: number
  /** The larger total of both sides: y = 1. */
  readonly most: number
}

/**
 * Both sides over one price span that is as wide above the middle as below, so that their slopes
 * compare. `undefined` while a side is empty.
 */
export function depthCurve(
  { bids, asks }: { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] },
  /** Of the span of the whole book, above 0 and at most 1. */
  share = 1,
): DepthCurve | undefined {
  const [bestBid, bestAsk] = [bids[0], asks[0]]
  const [lastBid, lastAsk] = [bids.at(-1), asks.at(-1)]
  if (!bestBid || !bestAsk || !lastBid || !lastAsk) return undefined
  const middle = (Number(bestBid.price) + Number(bestAsk.price)) / 2
  const reach = Math.max(
    share * Math.min(middle - Number(lastBid.price), Number(lastAsk.price) - middle),
    Number(bestAsk.price) - middle,
  )
  const [low, high] = [middle - reach, middle + reach]
  const seen = (levels: readonly BookLevel[]) =>
    levels.filter(({ price }) => Number(price) >= low && Number(price) <= high)
  const [seenBids, seenAsks] = [seen(bids), seen(asks)]
  const most = Math.max(Number(seenBids.at(-1)?.total ?? 0), Number(seenAsks.at(-1)?.total ?? 0))
  if (reach <= 0 || most <= 0) return undefined
  const points = (levels: readonly BookLevel[]): DepthPoint[] =>
    levels.map(({ price, total }) => ({
      x: (Number(price) - low) / (2 * reach),
      y: Number(total) / most,
    }))
  return { bids: points(seenBids), asks: points(seenAsks), low, high, most }
}

export interface DepthReading {
  readonly side: 'bids' | 'asks'
  /** Both in the units of the book. */
  readonly price: number
  readonly total: number
  /** From the middle, signed percent. */
  readonly distance: number
}

/** What stands at a place of the drawing, 0 to 1 from its start. */
export function readDepth({ bids, asks, low, high, most }: DepthCurve, x: number): DepthReading {
  const side = x < 0.5 ? 'bids' : 'asks'
  const reached = (side === 'bids' ? bids : asks).filter((point) =>
    side === 'bids' ? point.x >= x : point.x <= x,
  )
  const price = low + x * (high - low)
  const middle = (low + high) / 2
  return {
    side,
    price,
    total: (reached.at(-1)?.y ?? 0) * most,
    distance: ((price - middle) / middle) * 100,
  }
}

/** An SVG path of steps: the total holds until the next level. */
export function stepPath(
  points: readonly DepthPoint[],
  {
    width,
    height,
    end,
  }: {
    readonly width: number
    readonly height: number
    /** Where the last step runs to, 0 or 1. */ readonly end: 0 | 1
  },
): string {
  const [first] = points
  if (!first) return ''
  const x = (value: number): string => (value * width).toFixed(1)
  const y = (value: number): string => ((1 - value) * height).toFixed(1)
  const steps = points.map((point, at) => `V${y(point.y)}H${x(points[at + 1]?.x ?? end)}`)
  return `M${x(first.x)},${height}${steps.join('')}V${height}Z`
}
