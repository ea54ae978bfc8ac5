import { createRequire } from 'node:module'
import path from 'node:path'

const { WebSocket } = createRequire(
  path.resolve(import.meta.dirname, '../../../apps/gateway/package.json'),
)('ws')
/** A gateway takes a hundred sockets from one address. */
const PER_ADDRESS = 50
export const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']

/** Opens so many sockets, which follow the books of three pairs, over every edge. */
export async function openFollowers(edges, count) {
  let received = 0
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      open(edges[at % edges.length], {
        symbol: SYMBOLS[at % SYMBOLS.length],
        localAddress: `127.0.${1 + Math.floor(at / PER_ADDRESS)}.1`,
        // Counted, not parsed: the clients share the machine with the servers.
        onMessage: () => received++,
      }),
    ),
  )
  return {
    received: () => received,
    close: () => sockets.forEach((socket) => socket.terminate()),
  }
}

function open(edge, { symbol, localAddress, onMessage }) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${edge.replace(/^http/, 'ws')}/v1/market/stream`, {
      perMessageDeflate: false,
      origin: edge,
      localAddress,
    })
    socket.on('error', reject)
    socket.on('message', onMessage)
    socket.on('open', () => {
      const args = [{ topic: 'books50@100ms', symbol }]
      socket.send(JSON.stringify({ op: 'subscribe', args }))
      resolve(socket)
    })
  })
}
