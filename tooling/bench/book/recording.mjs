import { createSeededRandom } from '../../../packages/kit/src/exports/testing.ts'
import { createBookScript } from '../../../packages/market/src/exports/testing.ts'

const MIDDLE = 6_000_000

/**
 * A generated recording from a seed: a full book, then messages whose changes are near the best
 * prices, as real ones are; about a third add or remove a level.
 */
export function bookRecording({ levels, changes, messages }) {
  const random = createSeededRandom(43)
  const below = (limit) => {
    const [a = 0, b = 0, c = 0] = random.bytes(3)
    return ((a << 16) | (b << 8) | c) % limit
  }
  const text = (units, places) =>
    `${Math.floor(units / 10 ** places)}.${String(units % 10 ** places).padStart(places, '0')}`
  const size = () => text(1 + below(500_000), 5)
  // Every other tick is taken, so that a level may also come between two.
  const known = { bids: new Map(), asks: new Map() }
  const priceOf = {
    bids: (rank) => text(MIDDLE - 1 - rank, 2),
    asks: (rank) => text(MIDDLE + rank, 2),
  }
  for (const side of ['bids', 'asks'])
    for (let n = 0; n < levels; n++) known[side].set(2 * n, size())
  const rows = (side) => [...known[side]].map(([rank, amount]) => [priceOf[side](rank), amount])
  const script = createBookScript('BTCUSDT', { bids: rows('bids'), asks: rows('asks') })
  const snapshot = script.snapshot()
  const change = (side) => {
    // Cubed: almost half of the changes are within the best tenth.
    const rank = Math.floor((below(1_000) / 1_000) ** 3 * 2 * levels)
    const price = priceOf[side](rank)
    const isThere = known[side].has(rank)
    const isTight = known[side].size >= levels
    if (isThere && (rank % 2 === 1 || below(4) === 0) && known[side].size > levels / 2) {
      known[side].delete(rank)
      return [price, '0']
    }
    if (!isThere && isTight && below(2) === 0) return undefined
    const amount = size()
    known[side].set(rank, amount)
    return [price, amount]
  }
  const deltas = Array.from({ length: messages }, () => {
    const made = { bids: new Map(), asks: new Map() }
    while (made.bids.size + made.asks.size < changes) {
      const side = below(2) ? 'bids' : 'asks'
      const level = change(side)
      if (level) made[side].set(level[0], level)
    }
    return script.delta({ bids: [...made.bids.values()], asks: [...made.asks.values()] })
  })
  return { snapshot, deltas }
}
