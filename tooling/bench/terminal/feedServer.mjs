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
 * number, marks?: number }, pages?: Record<string, string> }} options Messages a second, of books,
 * trades and tickers for one symbol; `pages` are served beside the app.
 */
export async function startFeedServer({ target, rates, pages = {} }) {
  const tickers = (await (await fetch(`${target}/v1/spot/public/tickers`)).json()).data
  const marks = await marksOf(target)
  const sent = { books: 0, trades: 0, tickers: 0, candles: 0, marks: 0 }
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
      serve(client, { tickers, marks, rates, sent }),
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

/** The mark price of every contract by its symbol on the wire. */
async function marksOf(target) {
  const { data } = await (await fetch(`${target}/v1/futures/public/tickers`)).json()
  return new Map(data.map(({ symbol, markPrice }) => [symbol, markPrice ?? '100']))
}

function serve(client, { tickers, marks, rates, sent }) {
  const subscribed = new Set()
  const seqs = new Map()
  const recording = bookRecording({ levels: 50, changes: 6, messages: RECORDED })
  let at = 0
  /** `key`: topic, symbol and product, as they are subscribed to. */
  const say = (key, type, body) => {
    const [topic, symbol, product] = key.split(' ')
    const prevSeq = seqs.get(key) ?? 0
    const seq = prevSeq + 1
    seqs.set(key, seq)
    client.send(
      JSON.stringify({ topic, symbol, product, type, seq, prevSeq, ts: Date.now(), ...body }),
    )
  }
  const keyOf = (topic) => [...subscribed].find((key) => key.startsWith(`${topic} `))
  /** The product of a message comes after its symbol: where it stands is part of the protocol. */
  const sendBook = (message, key) => {
    const [, symbol, product] = key.split(' ')
    const { topic, symbol: _recorded, ...rest } = message
    client.send(JSON.stringify({ topic, symbol, product, ...rest }))
  }
  const book = (key) => {
    if (at % RECORDED === 0) sendBook(recording.snapshot, key)
    sendBook(recording.deltas[at++ % RECORDED], key)
  }
  const price = () => (60_000 + Math.random() * 1_000).toFixed(2)
  let trade = 0
  const verbs = {
    books(n) {
      const key = keyOf('books50@100ms')
      for (; key && n > 0; n--, sent.books++) book(key)
    },
    trades(n) {
      const key = keyOf('trade')
      for (; key && n > 0; n--, sent.trades++)
        say(key, 'delta', {
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
        say(`ticker@250ms ${ticker.symbol}`, 'delta', {
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
        if (!key.startsWith('candle_') || n < 1) continue
        sent.candles++
        say(key, 'delta', {
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
    /** Each moves by up to a thousandth, so that the results of its positions change. */
    marks(n) {
      const known = [...subscribed].filter((key) => key.startsWith('mark@1s '))
      for (; known.length > 0 && n > 0; n--) {
        const key = known[sent.marks++ % known.length]
        const last = marks.get(key.split(' ')[1]) ?? '100'
        const digits = (last.split('.')[1] ?? '').length
        const mark = (Number(last) * (1 + (Math.random() - 0.5) / 500)).toFixed(digits)
        say(key, 'delta', {
          mark,
          index: mark,
          rate: '0.0001',
          nextAt: Date.now() + 3_600_000,
          openInterest: '100.000',
        })
      }
    },
  }
  const owed = { books: 0, trades: 0, tickers: 0, candles: 0, marks: 0 }
  let before = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const kind of Object.keys(verbs)) {
      owed[kind] += ((rates[kind] ?? 0) * (now - before)) / 1_000
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
    for (const { topic, symbol, product } of args) {
      const key = [topic, symbol, product].filter(Boolean).join(' ')
      if (op === 'unsubscribe') subscribed.delete(key)
      else {
        subscribed.add(key)
        if (topic === 'books50@100ms') {
          at = 0
          sendBook(recording.snapshot, key)
        }
        if (topic === 'trade') say(key, 'snapshot', { trades: [] })
      }
    }
  })
}
