import { importPeer } from '../peers.mjs'

/**
 * A whole order book of another kind: one order a level, taken away and placed anew for each
 * change, and the depth read once a message. It proves nothing.
 */
export async function createPeerReplay({ start, parsed }) {
  const { OrderBook } = await importPeer('nodejs-order-book')
  // Numbers are made before the clock starts.
  const translated = [start, ...parsed].map(({ bids, asks }) =>
    [
      ['buy', bids],
      ['sell', asks],
    ].flatMap(([side, levels]) =>
      levels.map(([price, size]) => ({
        side,
        id: `${side}${price}`,
        price: Number(price),
        size: Number(size),
      })),
    ),
  )
  return () => {
    const book = new OrderBook()
    let shown
    for (const changes of translated) {
      for (const { side, id, price, size } of changes) {
        if (book.order(id)) book.cancel(id)
        if (size > 0) book.limit({ side, id, price, size })
      }
      shown = book.depth()
    }
    return shown
  }
}
