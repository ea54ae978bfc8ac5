import { importPeer } from '../peers.mjs'

/**
 * nodejs-order-book with one order a level, removed and placed again for each change. The depth is
 * read once a message, and no checksum is verified.
 */
export async function createPeerReplay({ start, parsed }) {
  const { OrderBook } = await importPeer('nodejs-order-book')
  // Numbers are parsed before the measurement.
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
