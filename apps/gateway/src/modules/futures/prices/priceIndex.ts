import {
  add,
  compare,
  type Decimal,
  decimal,
  div,
  formatDecimal,
  fromUnits,
  mul,
  sub,
} from '@x/decimal'

/** A price of the underlying from one market. */
export interface Quote {
  /** The market: `own`, `binance` … */
  readonly name: string
  /** Decimal string, in the unit of the contract. */
  readonly price: string
  /** How much it counts beside the others, a decimal string above zero. */
  readonly weight: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The oldest quote that counts (futures 5). */
export const STALE_AFTER_MS = 10_000
/** How far from the others a quote may be: 5 %. */
const BAND = decimal('0.05')
const TWO = decimal('2')

interface Weighed {
  readonly price: Decimal
  readonly weight: Decimal
}

/**
 * The index (futures 5): the weighted median of the quotes that are at most 10 s old and within 5 %
 * of the median of those, in ticks, half away from zero. `undefined` where none is fresh.
 */
export function priceIndex(
  quotes: readonly Quote[],
  { at, pricePlace }: { readonly at: number; readonly pricePlace: number },
): number | undefined {
  const fresh = quotes
    .filter((quote) => isFresh(quote, at))
    .map(({ price, weight }) => ({ price: decimal(price), weight: decimal(weight) }))
  const middle = weightedMedian(fresh)
  if (middle === undefined) return undefined
  const near = fresh.filter(({ price }) => isNear(price, middle))
  const index = weightedMedian(near)
  if (index === undefined) return undefined
  const text = formatDecimal(index, { scale: pricePlace, mode: 'half-away' })
  return Number(text.replace('.', ''))
}

/** What became of each quote of an index: it counts, is too old, or is too far from the others. */
export function judgeQuotes(
  quotes: readonly Quote[],
  at: number,
): readonly (Quote & { readonly state: 'used' | 'stale' | 'deviates' })[] {
  const weighed = ({ price, weight }: Quote) => ({ price: decimal(price), weight: decimal(weight) })
  const middle = weightedMedian(quotes.filter((quote) => isFresh(quote, at)).map(weighed))
  return quotes.map((quote) => ({
    ...quote,
    state: !isFresh(quote, at)
      ? 'stale'
      : middle !== undefined && isNear(decimal(quote.price), middle)
        ? 'used'
        : 'deviates',
  }))
}

/** A quote from after now is as old as nobody knows: the clock was set back since. */
const isFresh = (quote: Quote, at: number): boolean => Math.abs(at - quote.at) <= STALE_AFTER_MS

function isNear(price: Decimal, middle: Decimal): boolean {
  const distance = sub(price, middle)
  const most = mul(middle, BAND)
  return compare(distance, most) <= 0 && compare(distance, sub(decimal('0'), most)) >= 0
}

/**
 * The price at which half of the weight is reached; where it is reached exactly, the middle between
 * that price and the next.
 */
function weightedMedian(quotes: readonly Weighed[]): Decimal | undefined {
  const ordered = quotes.toSorted((a, b) => compare(a.price, b.price))
  const total = ordered.reduce((sum, { weight }) => add(sum, weight), fromUnits(0n, 0))
  let reached = fromUnits(0n, 0)
  for (const [place, { price, weight }] of ordered.entries()) {
    reached = add(reached, weight)
    const twice = compare(mul(reached, TWO), total)
    if (twice < 0) continue
    const next = ordered[place + 1]
    if (twice > 0 || next === undefined) return price
    return div(add(price, next.price), TWO, {
      scale: price.scale + next.price.scale + 1,
      mode: 'half-away',
    })
  }
  return undefined
}
