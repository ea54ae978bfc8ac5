const DEPTH = 50

/**
 * The book as most terminals implement it: prices in a Map, sorted as floats for each message,
 * totals summed as floats.
 */
export function createNaiveBook() {
  const sides = { bids: new Map(), asks: new Map() }
  const show = (side, sign) => {
    let total = 0
    return [...side]
      .sort(([a], [b]) => sign * (Number(a) - Number(b)))
      .slice(0, DEPTH)
      .map(([price, size]) => ({ price, size, total: (total += Number(size)) }))
  }
  return {
    apply({ bids, asks }) {
      for (const [side, levels] of [
        [sides.bids, bids],
        [sides.asks, asks],
      ]) {
        for (const [price, size] of levels) {
          if (Number(size) === 0) side.delete(price)
          else side.set(price, size)
        }
      }
      return { bids: show(sides.bids, -1), asks: show(sides.asks, 1) }
    },
  }
}
