// An exchange in the form of OKX's public feed, in a process of its own: three books that change
// twice in each period of the gateway, so that every period has a message.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'

const { WebSocketServer } = createRequire(
  path.resolve(import.meta.dirname, '../../../apps/gateway/package.json'),
)('ws')
const PERIOD_MS = 50
const LEVELS = 50
const CHANGES = 3
/** Middle prices, in tenths. */
const MIDDLES = { 'BTC-USDT': 600_000, 'ETH-USDT': 26_800, 'SOL-USDT': 1_550 }

process.on('disconnect', () => process.exit(0))

// No history: the charts begin now.
const server = createServer((_, response) => response.writeHead(503).end())
const feed = new WebSocketServer({ server })
let seq = 1
const say = (socket, { instId, action, bids, asks, prevSeqId }) =>
  socket.send(
    JSON.stringify({
      arg: { channel: 'books', instId },
      action,
      data: [{ bids, asks, ts: String(Date.now()), checksum: 0, prevSeqId, seqId: seq }],
    }),
  )
const level = (middle, away) => [
  ((middle + away) / 10).toFixed(1),
  (1 + ((seq * 37 + away * away) % 997) / 100).toFixed(2),
  '0',
  '1',
]
const side = (middle, { sign, count, from }) =>
  Array.from({ length: count }, (_, n) => level(middle, sign * (1 + ((from + n) % LEVELS))))

feed.on('connection', (socket) => {
  for (const [instId, middle] of Object.entries(MIDDLES))
    say(socket, {
      instId,
      action: 'snapshot',
      bids: side(middle, { sign: -1, count: LEVELS, from: 0 }),
      asks: side(middle, { sign: 1, count: LEVELS, from: 0 }),
      prevSeqId: -1,
    })
  const timer = setInterval(() => {
    const prevSeqId = seq++
    for (const [instId, middle] of Object.entries(MIDDLES))
      say(socket, {
        instId,
        action: 'update',
        bids: side(middle, { sign: -1, count: CHANGES, from: seq * CHANGES }),
        asks: side(middle, { sign: 1, count: CHANGES, from: seq * CHANGES }),
        prevSeqId,
      })
  }, PERIOD_MS)
  socket.on('close', () => clearInterval(timer))
  socket.on('error', () => socket.terminate())
})
server.listen(0, '127.0.0.1', () =>
  process.send({ url: `ws://127.0.0.1:${server.address().port}` }),
)
