/**
 * The mark price of a spot pair (docs/adr/trading.md): the middle one of best bid, best ask and
 * last trade, so that one trade far off the book does not move it. With a side of the book empty it
 * is the last price; `undefined` before the first trade.
 */
export function markTicks({
  last,
  bid,
  ask,
}: {
  readonly last: number | undefined
  readonly bid: number | undefined
  readonly ask: number | undefined
}): number | undefined {
  if (last === undefined || bid === undefined || ask === undefined) return last
  return Math.max(Math.min(bid, ask), Math.min(Math.max(bid, ask), last))
}
