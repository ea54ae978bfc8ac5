import { compare, decimal } from '@x/decimal'

/** The last price of a pair and where it came from. */
export interface LastTick {
  readonly price: string | undefined
  /** Against the last trade at another price; `undefined`: none is known. */
  readonly direction: 'up' | 'down' | undefined
}

/**
 * The last tick as everything on the page shows it: of the trades, newest first, because they come
 * before the ticker; of the ticker while there is none.
 */
export function lastTick(
  trades: readonly { readonly price: string }[],
  ticker: { readonly last: string } | undefined,
): LastTick {
  const price = trades[0]?.price ?? ticker?.last
  const before = trades.find((trade) => trade.price !== price)?.price
  if (price === undefined || before === undefined || trades.length === 0)
    return { price, direction: undefined }
  return { price, direction: directionFrom(before, price) }
}

/** The tick after `before`, of prices that come without their trades. */
export function nextTick(before: LastTick, price: string | undefined): LastTick {
  if (price === before.price) return before
  if (price === undefined || before.price === undefined) return { price, direction: undefined }
  return { price, direction: directionFrom(before.price, price) ?? before.direction }
}

function directionFrom(before: string, price: string): LastTick['direction'] {
  const rises = compare(decimal(price), decimal(before))
  return rises === 0 ? undefined : rises > 0 ? 'up' : 'down'
}
