// A thread with one account's clients. Messages: 'arm' places the stops; { floodSeconds } sends
// orders, cancels and socket messages at twice the allowed rate for so long.
import http from 'node:http'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { createHttpClient } from '../gateway/httpClient.mjs'
import { cookieOf, lastPrices, signedCall } from '../gateway/signedCall.mjs'
import { atRate } from '../logins/atRate.mjs'

const { WebSocket } = createRequire(
  path.resolve(import.meta.dirname, '../../../apps/gateway/package.json'),
)('ws')
const { url, account } = workerData
const REALMS = ['live', 'paper']
/** The default limits of an account: apps/gateway/src/modules/trading/orderLimits.ts. */
const LIMITS = { openInAll: 1_000, ordersPerSecond: 20, cancelsPerSecond: 40, sockets: 20 }
const PAIRS = { BTCUSDT: 5, ETHUSDT: 4, SOLUSDT: 3, ADAUSDT: 1, LTCUSDT: 3 }
/** Below every price that the market shows before the move of two per cent. */
const TRIGGER_SHARE = 0.99
const AMOUNT_USDT = 12
const ORDERS_FOR_FLOOD = 5
/** Pairs of messages a second in all: an allowance of 20 admits about 5. */
const SOCKET_PAIRS_PER_SECOND = 10

/** Of this machine. The cap on connections of one address must not be what stops the flood. */
const localAddress = '127.0.7.1'
const agent = new http.Agent({ keepAlive: true, maxSockets: 40 })
const clients = Object.fromEntries(
  await Promise.all(REALMS.map(async (realm) => [realm, await logIn(realm)])),
)
const prices = await lastPrices(url)

parentPort.on('message', async (command) => {
  parentPort.postMessage(command === 'arm' ? await arm() : await flood(command.floodSeconds))
})

async function logIn(realm) {
  const client = createHttpClient(url)
  const answers = [await client.login(account)]
  if (realm === 'paper') answers.push(await client.post('/v1/user/sub-account/switchTradeDemo'))
  const refused = answers.find(({ code }) => code !== '0')
  if (refused) throw new Error(`The log-in was refused: ${refused.code} ${refused.msg}`)
  return client
}

const call = (realm, name, body) =>
  signedCall(url, {
    client: clients[realm],
    agent,
    realm,
    localAddress,
    path: `/v1/spot/order/${name}`,
    body,
  })

/** @returns The stops that wait, by realm. */
async function arm() {
  const symbols = Object.keys(PAIRS)
  for (const symbol of symbols)
    await expectTaken(
      call('paper', 'place', {
        symbol,
        side: 'buy',
        orderType: 'market',
        size: '4000',
        clientOid: oid(),
      }),
    )
  const count = LIMITS.openInAll - ORDERS_FOR_FLOOD
  // A little slower than the allowance: none may be refused.
  await atRate(
    LIMITS.ordersPerSecond * 0.95,
    count / (LIMITS.ordersPerSecond * 0.95),
    async (n) => {
      const symbol = symbols[n % symbols.length]
      const size = (AMOUNT_USDT / prices[symbol]).toFixed(PAIRS[symbol])
      const triggerPrice = (prices[symbol] * TRIGGER_SHARE).toFixed(symbol === 'ADAUSDT' ? 4 : 2)
      for (const realm of REALMS)
        await expectTaken(
          call(realm, 'place', {
            symbol,
            side: 'sell',
            orderType: 'stop_market',
            triggerBy: 'mark',
            triggerPrice,
            size,
            clientOid: oid(),
          }),
        )
    },
  )
  return waiting()
}

async function expectTaken(calling) {
  const { code, msg } = await calling
  if (code !== '0') throw new Error(`An order of the account was refused: ${code} ${msg}`)
}

async function flood(seconds) {
  const codes = {}
  const count = (code) => (codes[code] = (codes[code] ?? 0) + 1)
  const sockets = REALMS.flatMap((realm) =>
    Array.from({ length: LIMITS.sockets }, () =>
      openSocket(realm, (code) => count(`close ${code}`)),
    ),
  )
  const orders = REALMS.map((realm) =>
    atRate(LIMITS.ordersPerSecond * 2, seconds, async () => {
      const clientOid = oid()
      const body = {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        price: (prices.BTCUSDT * 0.8).toFixed(2),
        size: '0.0003',
        clientOid,
      }
      count((await call(realm, 'place', body)).code)
      count((await call(realm, 'cancel', { symbol: body.symbol, clientOid })).code)
    }),
  )
  const cancels = REALMS.map((realm) =>
    atRate(LIMITS.cancelsPerSecond, seconds, async () =>
      count((await call(realm, 'cancel', { symbol: 'BTCUSDT', clientOid: oid() })).code),
    ),
  )
  const messages = atRate(SOCKET_PAIRS_PER_SECOND * REALMS.length, seconds, async (n) => {
    const at = n % sockets.length
    const socket = sockets[at]
    if (socket.readyState === WebSocket.CLOSED)
      sockets[at] = openSocket(REALMS[at < LIMITS.sockets ? 0 : 1], (code) =>
        count(`close ${code}`),
      )
    if (socket.readyState !== WebSocket.OPEN) return
    for (const op of ['unsubscribe', 'subscribe'])
      socket.send(JSON.stringify({ op, args: [{ topic: 'orders' }] }))
  })
  await Promise.all([...orders, ...cancels, messages])
  for (const socket of sockets) socket.removeAllListeners('close').terminate()
  return { codes, waiting: await waiting() }
}

function openSocket(realm, onClose) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/user/stream`, {
    perMessageDeflate: false,
    origin: url,
    localAddress,
    headers: { cookie: cookieOf(clients[realm]) },
  })
  socket.on('error', () => {})
  socket.on('message', () => {})
  socket.on('close', onClose)
  return socket
}

async function waiting() {
  const counted = await Promise.all(
    REALMS.map(async (realm) => {
      let found = 0
      for (const symbol of Object.keys(PAIRS)) found += await waitingIn(realm, symbol)
      return [realm, found]
    }),
  )
  return Object.fromEntries(counted)
}

async function waitingIn(realm, symbol) {
  let found = 0
  let cursor = ''
  do {
    const { data } = await clients[realm].get(
      `/v1/spot/order/trigger?${new URLSearchParams({ symbol, limit: '100', cursor })}`,
    )
    found += data.items.length
    cursor = data.next ?? ''
  } while (cursor)
  return found
}

const oid = () => randomBytes(12).toString('hex')
