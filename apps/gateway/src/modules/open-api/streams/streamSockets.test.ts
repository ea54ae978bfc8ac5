import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nodeClock } from '@x/kit/node'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { StreamSubscriber } from './createStreamHub.ts'
import type { UserListener } from './createUserStreams.ts'
import { streamSockets } from './streamSockets.ts'
import type { EventOwner } from './userEvents.ts'

type Message = Readonly<Record<string, unknown>>
const LISTEN_KEY = 'a'.repeat(60)
const OWNER: EventOwner = { realm: 'live', userId: '7', product: 'spot' }

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Sockets of streams that a test publishes by itself; `answers`: who asked for a listen key. */
async function open() {
  const subscribers = new Map<string, Set<StreamSubscriber>>()
  const listeners = new Set<UserListener>()
  const answers: ((owner: EventOwner | undefined) => void)[] = []
  const hub = {
    subscribe(name: string, subscriber: StreamSubscriber) {
      if (!name.includes('@')) return false
      const own = subscribers.get(name) ?? new Set()
      subscribers.set(name, own.add(subscriber))
      return true
    },
    unsubscribe: (name: string, subscriber: StreamSubscriber) =>
      void subscribers.get(name)?.delete(subscriber),
  }
  const sockets = streamSockets({
    clock: nodeClock(),
    hubs: { spot: hub, futures: hub },
    users: {
      watch(_owner, listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      ownerOf: () => new Promise((resolve) => answers.push(resolve)),
      mayRead: async () => true,
    },
  })
  const server = createServer()
  server.on('upgrade', (request, stream, head) => {
    const [path = ''] = (request.url ?? '').split('?')
    const served = sockets.find((each) =>
      each.isPrefix ? path.startsWith(each.path) : path === each.path,
    )
    served?.upgrade(request, stream, head, '192.0.2.7')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ends.push(() => {
    for (const each of sockets) each.close()
    server.close()
  })

  async function connect(path: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    ends.push(() => socket.terminate())
    const messages: Message[] = []
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(String(data)) as Message))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    const ask = async (value: Message | string) => {
      socket.send(typeof value === 'string' ? value : JSON.stringify(value))
      const before = messages.length
      await expect.poll(() => messages.length, { interval: 1 }).toBeGreaterThan(before)
      return messages.at(-1)
    }
    return { socket, messages, closed, ask }
  }
  const watchers = (name: string) => subscribers.get(name)?.size ?? 0
  const publish = (name: string, event: object) => {
    for (const each of subscribers.get(name) ?? []) each.send(name, JSON.stringify(event))
  }
  /** Answers all who asked for a listen key, once `count` have. */
  async function answerOwners(count: number, { owner }: { owner?: EventOwner } = { owner: OWNER }) {
    await expect.poll(() => answers.length, { interval: 1 }).toBeGreaterThanOrEqual(count)
    for (const answer of answers.splice(0)) answer(owner)
  }
  return { connect, watchers, publish, listeners, answerOwners }
}

describe('control messages of stream sockets', () => {
  it.each([
    ['no JSON', '{', { error: { code: 3, msg: 'Invalid JSON' }, id: null }],
    ['a bare value', '7', { error: { code: 3, msg: 'Invalid JSON' }, id: null }],
    [
      'a method that there is not',
      { method: 'PUBLISH', params: [], id: 4 },
      { error: { code: 2, msg: 'Invalid request: unknown method' }, id: 4 },
    ],
    [
      'names that are no list',
      { method: 'SUBSCRIBE', params: 'btcusdt@trade', id: 'a' },
      { error: { code: 2, msg: 'Invalid request: params must be a list of names' }, id: 'a' },
    ],
    [
      'names that are no texts',
      { method: 'SUBSCRIBE', params: [7], id: 5 },
      { error: { code: 2, msg: 'Invalid request: params must be a list of names' }, id: 5 },
    ],
    [
      'a stream that there is not',
      { method: 'SUBSCRIBE', params: ['nothing'], id: 6 },
      { error: { code: 2, msg: 'Invalid stream: nothing' }, id: 6 },
    ],
    [
      'a property that there is not',
      { method: 'GET_PROPERTY', params: ['speed'], id: 7 },
      { error: { code: 0, msg: 'Unknown property' }, id: 7 },
    ],
  ])('answer %s with what is wrong', async (_what, message, answer) => {
    const { connect } = await open()
    const { ask } = await connect('/ws')
    expect(await ask(message)).toEqual(answer)
  })

  it('switch between plain and combined events', async () => {
    const { connect, publish } = await open()
    const { ask, messages } = await connect('/ws/btcusdt@trade')
    expect(await ask({ method: 'GET_PROPERTY', params: ['combined'], id: 1 })).toMatchObject({
      result: false,
    })
    publish('btcusdt@trade', { e: 'trade' })
    await ask({ method: 'SET_PROPERTY', params: ['combined', true], id: 2 })
    publish('btcusdt@trade', { e: 'trade' })
    expect(await ask({ method: 'GET_PROPERTY', params: ['combined'], id: 3 })).toMatchObject({
      result: true,
    })
    expect(messages.filter(({ id }) => id === undefined)).toEqual([
      { e: 'trade' },
      { stream: 'btcusdt@trade', data: { e: 'trade' } },
    ])
  })

  it('subscribe to a stream once, however often it is named', async () => {
    const { connect, watchers } = await open()
    const { ask } = await connect('/stream?streams=btcusdt@trade/btcusdt@trade')
    await ask({ method: 'SUBSCRIBE', params: ['btcusdt@trade', 'ethusdt@trade'], id: 1 })
    expect(watchers('btcusdt@trade')).toBe(1)
    const list = await ask({ method: 'LIST_SUBSCRIPTIONS', id: 2 })
    expect(list).toMatchObject({ result: ['btcusdt@trade', 'ethusdt@trade'] })
    await ask({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade', 'never@asked'], id: 3 })
    expect([watchers('btcusdt@trade'), watchers('ethusdt@trade')]).toEqual([0, 1])
  })

  it('take 1,024 streams and no more', async () => {
    const { connect } = await open()
    const { ask } = await connect('/ws')
    const names = Array.from({ length: 1_024 }, (_, at) => `p${at}@trade`)
    for (const part of [names.slice(0, 512), names.slice(512)])
      expect(await ask({ method: 'SUBSCRIBE', params: part, id: 1 })).toMatchObject({
        result: null,
      })
    expect(await ask({ method: 'SUBSCRIBE', params: ['more@trade'], id: 2 })).toMatchObject({
      error: { code: 2 },
    })
    // What it has already counts only once.
    expect(await ask({ method: 'SUBSCRIBE', params: ['p0@trade'], id: 3 })).toMatchObject({
      result: null,
    })
  })

  it('leave every stream when the connection ends', async () => {
    const { connect, watchers } = await open()
    const { socket } = await connect('/stream?streams=btcusdt@trade')
    expect(watchers('btcusdt@trade')).toBe(1)
    socket.close()
    await expect.poll(() => watchers('btcusdt@trade'), { interval: 1 }).toBe(0)
  })
})

describe('user data of stream sockets', () => {
  it('comes once where its listen key is asked for twice', async () => {
    const { connect, listeners, answerOwners } = await open()
    const { socket, ask, messages } = await connect('/ws')
    for (const id of [1, 2])
      socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: [LISTEN_KEY], id }))
    await answerOwners(2)
    await expect.poll(() => messages.length, { interval: 1 }).toBe(2)
    expect(listeners.size).toBe(1)
    await ask({ method: 'UNSUBSCRIBE', params: [LISTEN_KEY], id: 3 })
    expect(listeners.size).toBe(0)
  })

  it('is not kept for a connection that ended meanwhile', async () => {
    const { connect, listeners, answerOwners } = await open()
    const { socket, closed } = await connect('/ws')
    socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: [LISTEN_KEY], id: 1 }))
    const other = await connect('/ws')
    other.socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: [LISTEN_KEY], id: 1 }))
    socket.close()
    await closed
    await answerOwners(2)
    await expect.poll(() => other.messages.length, { interval: 1 }).toBe(1)
    expect(listeners.size).toBe(1)
  })

  it.each([
    ['that nobody has', {}],
    ['of the other product', { owner: { ...OWNER, product: 'futures' as const } }],
  ])('is refused for a listen key %s', async (_which, found) => {
    const { connect, listeners, answerOwners } = await open()
    const { closed } = await connect(`/ws/${LISTEN_KEY}`)
    await answerOwners(1, found)
    expect([await closed, listeners.size]).toEqual([1008, 0])
  })

  it('is named in combined events by its listen key', async () => {
    const { connect, listeners, answerOwners } = await open()
    const { messages } = await connect(`/stream?streams=${LISTEN_KEY}`)
    await answerOwners(1)
    await expect.poll(() => listeners.size, { interval: 1 }).toBe(1)
    for (const listener of listeners) listener.send('{"e":"executionReport"}')
    await expect
      .poll(() => messages, { interval: 1 })
      .toEqual([{ stream: LISTEN_KEY, data: { e: 'executionReport' } }])
  })

  it('ends the connection where events were lost', async () => {
    const { connect, listeners, answerOwners } = await open()
    const { closed } = await connect(`/ws/${LISTEN_KEY}`)
    await answerOwners(1)
    await expect.poll(() => listeners.size, { interval: 1 }).toBe(1)
    for (const listener of listeners) listener.lose()
    expect(await closed).toBe(1012)
    await expect.poll(() => listeners.size, { interval: 1 }).toBe(0)
  })
})

describe('addresses of stream sockets', () => {
  it.each(['/fstream/nothing', '/fstream/other/ws', '/fstream/ws2/btcusdt@trade'])(
    'has nothing at %s',
    async (path) => {
      const { connect } = await open()
      expect(await (await connect(path)).closed).toBe(1008)
    },
  )

  it.each([
    '/ws/btcusdt@trade',
    '/ws/btcusdt%40trade',
    '/stream?streams=btcusdt@trade',
    '/fstream/ws/btcusdt@trade',
    '/fstream/public/ws/btcusdt@trade',
    '/fstream/market/stream?streams=btcusdt@trade',
  ])('has a stream at %s', async (path) => {
    const { connect, watchers } = await open()
    await connect(path)
    await expect.poll(() => watchers('btcusdt@trade'), { interval: 1 }).toBe(1)
  })
})
