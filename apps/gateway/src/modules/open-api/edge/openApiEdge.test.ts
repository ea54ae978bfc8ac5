import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browserClock } from '@x/kit/browser'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalBus } from '../../../platform/event-bus/createLocalBus.ts'
import { BusError, type EventBus } from '../../../platform/event-bus/EventBus.ts'
import type { EdgeSocket } from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import { createAddressReader } from '../../../platform/http/clientAddress.ts'
import { createHostRule, createOriginRule } from '../../../platform/http/hosts.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { nodeRandom } from '../../../platform/nodePorts.ts'
import { derivedSecret } from '../../../platform/signing/derivedSecret.ts'
import { createApiKeyClient, type ApiKeyClient } from '../../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../../testing/createTestGateway.ts'
import { testIdentity } from '../../../testing/testIdentity.ts'
import { createApiKeys } from '../../api-keys/module.ts'
import { publishStreams } from '../bus/publishStreams.ts'
import { callSubject } from '../bus/streamSubjects.ts'
import { createBusCalls } from './createBusCalls.ts'
import { createOpenApiEdge } from './openApiEdge.ts'

type Message = Readonly<Record<string, unknown>>

const LIMIT = { timeout: 60_000, interval: 5 }
/** Of a gateway that trades without a lease. */
const EPOCH = 0

let gateway: TestGateway
let bot: ApiKeyClient
let userId: string
/** Nothing goes over the bus. */
let isCut = false
/** Subjects of what was lost meanwhile. */
let lost: string[] = []
const own = createLocalBus()
const bus: EventBus = {
  ...own,
  publish: (subject, text) => void (isCut ? lost.push(subject) : own.publish(subject, text)),
  async request(subject, ...question) {
    if (isCut) throw new BusError(subject)
    return own.request(subject, ...question)
  },
}
const ends: (() => unknown)[] = []
let edge: EdgeSocket
let url: string

beforeAll(async () => {
  gateway = await createTestGateway({ bus })
  userId = (await gateway.newUser()).userId
  bot = await createApiKeyClient(gateway, { userId })
  await gateway.clock.advance(3_000)
}, 600_000)
afterAll(() => gateway.stop())

beforeEach(async () => {
  isCut = false
  lost = []
  edge = createOpenApiEdge({
    bus,
    clock: browserClock(),
    log: silentLog,
    hasLeader: () => true,
    origins: createOriginRule({ allowedOrigins: [], isDevelopment: true }),
    answersTo: createHostRule({ names: [], isDevelopment: true }),
    addressOf: createAddressReader(undefined),
    checkMs: 20,
    // A full machine may keep the bus waiting for longer than the default.
    silenceMs: 600_000,
  })
  const server = createServer().on('upgrade', edge.upgrade)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  ends.push(() => (edge.close(), server.close()))
  await expect.poll(edge.isServing, LIMIT).toBe(true)
})
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end()
})

/** A socket with everything that it received. */
async function connect(path: string) {
  const socket = new WebSocket(url + path)
  ends.push(() => socket.terminate())
  const messages: Message[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(String(data)) as Message))
  const closed = once(socket, 'close') as Promise<[number, Buffer]>
  await once(socket, 'open')
  /** Waits for a message, and lets the market go on meanwhile. */
  const until = async (matches: (message: Message) => boolean): Promise<Message> => {
    const look = async () => (await gateway.clock.advance(100), messages.some(matches))
    await expect.poll(look, LIMIT).toBe(true)
    return messages.find(matches) ?? {}
  }
  const send = (value: object) => socket.send(JSON.stringify(value))
  return { messages, closed, until, send, socket }
}

const order = (fields: object = {}) => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'MARKET',
  quoteOrderQty: '100',
  ...fields,
})

async function listen(): Promise<string> {
  const { body } = await bot.signed('POST', '/api/v3/userDataStream')
  return (body as { listenKey: string }).listenKey
}

/** Numbers of the changes of a book that do not follow the one before. */
const gapsOf = (messages: readonly Message[]) => {
  const updates = messages.filter(({ e }) => e === 'depthUpdate')
  return updates.slice(1).filter(({ U }, at) => U !== Number(updates[at]?.['u']) + 1)
}

describe('market streams at an edge', () => {
  it.each([
    ['/ws/btcusdt@trade', 'trade'],
    ['/ws/btcusdt@kline_1m', 'kline'],
    ['/ws/btcusdt@depth@100ms', 'depthUpdate'],
    ['/fstream/market/ws/btcusdt@markPrice@1s', 'markPriceUpdate'],
  ])('come at %s', async (path, event) => {
    const { until } = await connect(path)
    expect(await until(({ e }) => e === event)).toMatchObject({ e: event, s: 'BTCUSDT' })
    expect([edge.count(), edge.figures().topics]).toEqual([1, 1])
  })

  it('are subscribed to, combined and left by messages', async () => {
    const { send, until } = await connect('/stream?streams=btcusdt@bookTicker')
    await until(({ stream }) => stream === 'btcusdt@bookTicker')
    send({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 1 })
    await until(({ stream }) => stream === 'btcusdt@trade')
    send({ method: 'SUBSCRIBE', params: ['nope@trade'], id: 2 })
    expect(await until(({ id }) => id === 2)).toMatchObject({ error: { code: 2 } })
    send({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade', 'btcusdt@bookTicker'], id: 3 })
    await until(({ id }) => id === 3)
    expect(edge.figures().topics).toBe(0)
  })

  it('leave no gap where the bus has lost some', async () => {
    const { messages, until } = await connect('/ws/btcusdt@depth@100ms')
    await until(({ e }) => e === 'depthUpdate')
    isCut = true
    await gateway.clock.advance(1_000)
    isCut = false
    await expect.poll(() => edge.figures().losses, LIMIT).toBeGreaterThan(0)
    const count = messages.length
    await until(() => messages.length > count + 3)
    expect(gapsOf(messages)).toEqual([])
  })

  it('end their socket where too much is lost, those of prices excepted', async () => {
    const [book, prices] = [
      await connect('/ws/btcusdt@depth@100ms'),
      await connect('/ws/btcusdt@bookTicker'),
    ]
    await book.until(({ e }) => e === 'depthUpdate')
    await prices.until(({ s }) => s === 'BTCUSDT')
    isCut = true
    const isKept = () => lost.filter((subject) => subject.includes('@depth')).length <= 64
    while (isKept())
      await gateway.clock.advance(100).then(() => new Promise((done) => setImmediate(done)))
    isCut = false
    const count = prices.messages.length
    await prices.until(() => prices.messages.length > count)
    expect((await book.closed)[0]).toBe(1012)
    expect(prices.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('end their socket where another gateway trades', async () => {
    const [trades, account] = [
      await connect('/ws/btcusdt@trade'),
      await connect(`/ws/${await listen()}`),
    ]
    await trades.until(({ e }) => e === 'trade')
    await bot.signed('POST', '/api/v3/order', order())
    await account.until(({ e }) => e === 'executionReport')
    const users = {
      watch: () => () => {},
      ownerOf: async () => undefined,
      mayRead: async () => true,
    }
    const hub = { subscribe: () => true, unsubscribe() {} }
    const leave = publishStreams({
      // The former one goes on answering: it has not seen yet that it leads no longer.
      bus: { ...bus, answer: () => () => {} },
      epoch: EPOCH + 1,
      clock: browserClock(),
      hubs: { spot: hub, futures: hub },
      users,
      calls: { run: async () => ({ text: '' }) },
    })
    ends.push(leave)
    own.publish(
      'md.open-api-spot.btcusdt@trade',
      `${(EPOCH + 1) * 1e9 + 1}\n${snapshotOf(EPOCH + 1)}`,
    )
    expect((await trades.closed)[0]).toBe(1012)
    expect(account.socket.readyState).toBe(WebSocket.OPEN)
  })
})

const snapshotOf = (epoch: number) =>
  JSON.stringify({ type: 'snapshot', seq: 5, prevSeq: 0, run: epoch * 1e9 + 1, latest: [] })

describe('user data at an edge', () => {
  it('comes by listen key, also what the bus has lost', async () => {
    const { messages, until } = await connect(`/ws/${await listen()}`)
    await bot.signed('POST', '/api/v3/order', order({ newClientOrderId: 'first' }))
    await until(({ c, X }) => c === 'first' && X === 'FILLED')
    isCut = true
    await bot.signed('POST', '/api/v3/order', order({ newClientOrderId: 'second' }))
    await gateway.clock.advance(100)
    isCut = false
    await until(({ c, X }) => c === 'second' && X === 'FILLED')
    const reports = messages.filter(({ e, c }) => e === 'executionReport' && c === 'second')
    expect(reports[0]).toMatchObject({ x: 'NEW', X: 'NEW' })
  })

  it('is not there for a listen key that there is not', async () => {
    expect((await (await connect(`/ws/${'0'.repeat(60)}`)).closed)[0]).toBe(1008)
  })

  it('is of its account alone', async () => {
    const other = await createApiKeyClient(gateway, { userId: (await gateway.newUser()).userId })
    const { body } = await other.signed('POST', '/api/v3/userDataStream')
    const { messages } = await connect(`/ws/${(body as { listenKey: string }).listenKey}`)
    const mine = await connect(`/ws/${await listen()}`)
    await bot.signed('POST', '/api/v3/order', order({ newClientOrderId: 'mine' }))
    await mine.until(({ c }) => c === 'mine')
    expect(messages).toEqual([])
  })
})

const signed = (params: Readonly<Record<string, string | number>>) => {
  const all: Record<string, string | number> = {
    ...params,
    apiKey: bot.key.apiKey,
    timestamp: gateway.clock.now(),
  }
  const payload = Object.keys(all)
    .toSorted()
    .map((name) => `${name}=${all[name]}`)
    .join('&')
  return { ...all, signature: createHmac('sha256', bot.secret).update(payload).digest('hex') }
}

describe('the WebSocket API at an edge', () => {
  it('takes orders, refuses what the gateway refuses, and sends user data', async () => {
    const { send, until } = await connect('/ws-api/v3')
    send({ id: 1, method: 'userDataStream.subscribe.signature', params: signed({}) })
    expect(await until(({ id }) => id === 1)).toMatchObject({ result: { subscriptionId: 0 } })
    send({ id: 2, method: 'order.place', params: signed(order()) })
    expect(await until(({ id }) => id === 2)).toMatchObject({
      status: 200,
      result: { status: 'FILLED' },
      rateLimits: expect.arrayContaining([expect.objectContaining({ rateLimitType: 'ORDERS' })]),
    })
    const filled = ({ event }: Message) => (event as Message | undefined)?.['X'] === 'FILLED'
    expect(await until(filled)).toMatchObject({ subscriptionId: 0 })
    send({ id: 3, method: 'order.place', params: { ...signed(order()), signature: 'x' } })
    expect(await until(({ id }) => id === 3)).toMatchObject({ status: 400, error: { code: -1022 } })
    send({ id: 4, method: 'no.such', params: {} })
    expect(await until(({ id }) => id === 4)).toMatchObject({ error: { code: -1020 } })
  })

  it('knows who has logged on, and refuses a forged proof', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const keys = createApiKeys({
      db: gateway.db,
      clock: gateway.clock,
      random: nodeRandom(),
      sealKey: derivedSecret(testIdentity, 'api-keys'),
    })
    const { key } = await keys.create({
      userId,
      realm: 'paper',
      label: 'Ed25519',
      kind: 'ed25519',
      publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
      permissions: ['read', 'spot'],
      addresses: [],
      symbols: [],
    })
    const { send, until } = await connect('/ws-api/v3')
    const timestamp = gateway.clock.now()
    const payload = `apiKey=${key.apiKey}&timestamp=${timestamp}`
    const signature = sign(null, Buffer.from(payload), privateKey).toString('base64')
    send({ id: 1, method: 'session.logon', params: { apiKey: key.apiKey, timestamp, signature } })
    expect(await until(({ id }) => id === 1)).toMatchObject({ result: { apiKey: key.apiKey } })
    send({ id: 2, method: 'order.place', params: { ...order(), timestamp: gateway.clock.now() } })
    expect(await until(({ id }) => id === 2)).toMatchObject({ status: 200 })
    send({ id: 3, method: 'userDataStream.subscribe', params: {} })
    expect(await until(({ id }) => id === 3)).toMatchObject({ result: { subscriptionId: 0 } })
    send({ id: 4, method: 'session.logout', params: {} })
    send({ id: 5, method: 'account.status', params: { timestamp: gateway.clock.now() } })
    expect(await until(({ id }) => id === 5)).toMatchObject({ error: { code: -2014 } })
    const forged = {
      product: 'spot',
      method: 'account.status',
      values: [['timestamp', String(gateway.clock.now())]],
      address: '127.0.0.1',
      logon: `${key.apiKey}.${gateway.clock.now()}.${'0'.repeat(64)}`,
    }
    const answer = await bus.request(callSubject(EPOCH), JSON.stringify(forged), {
      timeoutMs: 1_000,
    })
    expect(answer).toContain('"code":-2015')
  })
})

describe('a call at an edge', () => {
  const CALL = { product: 'spot', method: 'order.place', values: [], address: '' } as const

  it('is sent again where nobody got it, and only there', async () => {
    const sent: string[] = []
    const outcomes = [new BusError('a', { isUndelivered: true }), 'null\n"status":200}']
    const there = {
      ...bus,
      async request(subject: string) {
        if (subject === 'open-api.calls') return '{"epoch":7}'
        sent.push(subject)
        const outcome = outcomes.shift() ?? new BusError(subject)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
    }
    const calls = createBusCalls({ bus: there, clock: browserClock(), hasLeader: () => true })
    expect(await calls.run(CALL)).toEqual({ text: '"status":200}', proved: undefined })
    expect(sent).toEqual(['open-api.call.7', 'open-api.call.7'])
    expect((await calls.run(CALL)).text).toContain('"code":-1007')
    expect(sent.length).toBe(3)
  })

  it('says that nothing was done where nobody takes it in time', async () => {
    const calls = createBusCalls({
      bus: createLocalBus(),
      clock: browserClock(),
      hasLeader: () => true,
      holdMs: 0,
    })
    expect((await calls.run(CALL)).text).toContain('"code":-1008')
  })

  it('is given up once another gateway trades', async () => {
    let change = () => {}
    const there = {
      ...bus,
      request: (subject: string) =>
        subject === 'open-api.calls'
          ? Promise.resolve('{"epoch":7}')
          : new Promise<string>(() => setImmediate(change)),
    }
    const calls = createBusCalls({
      bus: there,
      clock: browserClock(),
      hasLeader: () => true,
      onLeaderChange: (listener) => void (change = listener),
    })
    expect((await calls.run(CALL)).text).toContain('"code":-1007')
  })
})
