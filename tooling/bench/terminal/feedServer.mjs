// Serves the app and proxies the gateway, except for the market socket: it sends generated messages
// at the rates of the bench.
import { createServer, request as forward } from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import path from 'node:path'
import { bookRecording } from '../book/recording.mjs'

const { WebSocketServer } = createRequire(
  path.resolve(import.meta.dirname, '../../../apps/gateway/package.json'),
)('ws')
const SOCKET = '/v1/market/stream'
const TICK_MS = 10
const RECORDED = 4_000

/**
 * @param {{ target: string, rates: { books: number, trades: number, tickers: number, candles:
 * number }, pages?: Record<string, string> }} options Messages a second; `pages` are served beside
 * the app.
 */
export async function startFeedServer({ target, rates, pages = {} }) {
  const tickers = (await (await fetch(`${target}/v1/spot/public/tickers`)).json()).data
  const sent = { books: 0, trades: 0, tickers: 0, candles: 0 }
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '']
    if (page !== undefined)
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    const onward = forward(
      `${target}${request.url}`,
      { method: request.method, headers: asFrom(target, request.headers) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (!request.url?.startsWith(SOCKET)) return tunnel(request, { socket, head, target })
    sockets.handleUpgrade(request, socket, head, (client) =>
      serve(client, { tickers, rates, sent }),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    sent: () => ({ ...sent }),
    async close() {
      for (const client of sockets.clients) client.terminate()
      await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()))
    },
  }
}

/** Rewrites the origin, so that a login through the proxy is one of the gateway's own page. */
function asFrom(target, { host: _host, origin, ...headers }) {
  return origin === undefined ? headers : { ...headers, origin: new URL(target).origin }
}

/** Every other socket is proxied to the gateway. */
function tunnel({ method, url, headers }, { socket, head, target }) {
  const { hostname, port, host } = new URL(target)
  const onward = connect(Number(port), hostname, () => {
    const lines = Object.entries({ ...asFrom(target, headers), host }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    socket.pipe(onward).pipe(socket)
  })
  for (const end of [socket, onward]) end.on('error', () => (socket.destroy(), onward.destroy()))
}

function serve(client, { tickers, rates, sent }) {
  const subscribed = new Set()
  const seqs = new Map()
  const recording = bookRecording({ levels: 50, changes: 6, messages: RECORDED })
  let at = 0
  const say = (topic, symbol, type, body) => {
    const prevSeq = seqs.get(`${topic} ${symbol}`) ?? 0
    const seq = prevSeq + 1
    seqs.set(`${topic} ${symbol}`, seq)
    client.send(JSON.stringify({ topic, symbol, type, seq, prevSeq, ts: Date.now(), ...body }))
  }
  const address = (topic) =>
    [...subscribed].find((key) => key.startsWith(`${topic} `))?.split(' ')[1]
  const book = (symbol) => {
    if (at % RECORDED === 0) client.send(JSON.stringify({ ...recording.snapshot, symbol }))
    client.send(JSON.stringify({ ...recording.deltas[at++ % RECORDED], symbol }))
  }
  const price = () => (60_000 + Math.random() * 1_000).toFixed(2)
  let trade = 0
  const verbs = {
    books(n) {
      const symbol = address('books50@100ms')
      for (; symbol && n > 0; n--, sent.books++) book(symbol)
    },
    trades(n) {
      const symbol = address('trade')
      for (; symbol && n > 0; n--, sent.trades++)
        say('trade', symbol, 'delta', {
          trades: [
            {
              id: String(++trade),
              price: price(),
              size: '0.01250',
              takerSide: trade % 2 ? 'buy' : 'sell',
              ts: Date.now(),
            },
          ],
        })
    },
    tickers(n) {
      const known = tickers.filter(({ symbol }) => subscribed.has(`ticker@250ms ${symbol}`))
      for (; known.length > 0 && n > 0; n--) {
        const ticker = known[sent.tickers++ % known.length]
        say('ticker@250ms', ticker.symbol, 'delta', {
          ticker: {
            ...ticker,
            last: ticker.symbol === 'BTCUSDT' ? price() : ticker.last,
            changePercent: `${(sent.tickers % 900) / 100}`,
            ts: Date.now(),
          },
        })
      }
    },
    candles(n) {
      for (const key of subscribed) {
        const [topic = '', symbol = ''] = key.split(' ')
        if (!topic.startsWith('candle_') || n < 1) continue
        sent.candles++
        say(topic, symbol, 'delta', {
          candle: {
            openTime: Math.floor(Date.now() / 60_000) * 60_000,
            open: '60500.00',
            high: '60999.99',
            low: '60000.00',
            close: price(),
            volume: String(trade),
          },
        })
      }
    },
  }
  const owed = { books: 0, trades: 0, tickers: 0, candles: 0 }
  let before = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const kind of Object.keys(verbs)) {
      owed[kind] += (rates[kind] * (now - before)) / 1_000
      const whole = Math.floor(owed[kind])
      owed[kind] -= whole
      if (whole > 0) verbs[kind](whole)
    }
    before = now
  }, TICK_MS)
  client.on('close', () => clearInterval(timer))
  client.on('message', (data) => {
    const { op, args = [] } = JSON.parse(data.toString())
    if (op === 'ping') return client.send(JSON.stringify({ op: 'pong', ts: Date.now() }))
    for (const { topic, symbol } of args) {
      const key = `${topic} ${symbol}`
      if (op === 'unsubscribe') subscribed.delete(key)
      else {
        subscribed.add(key)
        if (topic === 'books50@100ms') {
          at = 0
          client.send(JSON.stringify({ ...recording.snapshot, symbol }))
        }
        if (topic === 'trade') say(topic, symbol, 'snapshot', { trades: [] })
      }
    }
  })
}
