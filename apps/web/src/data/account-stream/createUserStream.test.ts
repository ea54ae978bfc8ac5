import {
  createManualClock,
  createManualVisibility,
  createScriptedSockets,
  createSeededRandom,
} from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUserStream } from './createUserStream.ts'
import type { UserMessage } from './userMessage.ts'

const setUp = () => {
  const clock = createManualClock()
  const { openSocket, sockets } = createScriptedSockets()
  const received: UserMessage[] = []
  const hints = createManualVisibility()
  const fixture = {
    clock,
    sockets,
    received,
    hints,
    isCurrentSession: true,
    uncertain: 0,
    last: () => sockets.at(-1)!,
  }
  const stream = createUserStream({
    openSocket,
    clock,
    random: createSeededRandom(3),
    hints,
    isCurrentSession: () => fixture.isCurrentSession,
  })
  stream.subscribe((message) => received.push(message))
  stream.onSessionUncertain(() => fixture.uncertain++)
  return Object.assign(fixture, { stream })
}
const message = (
  topic: string,
  type: string,
  seq: number,
  prevSeq: number,
  data: unknown[] = [],
) => ({ topic, type, seq, prevSeq, ts: 0, data })
const order = (orderId: string) => ({ orderId, status: 'open' })
const topicsOf = (text: string | undefined) =>
  (JSON.parse(text ?? '{}') as { args?: { topic: string }[] }).args?.map(({ topic }) => topic)

let fixture: ReturnType<typeof setUp>
beforeEach(() => {
  fixture = setUp()
})
const live = () => {
  fixture.stream.start()
  fixture.last().open()
  for (const topic of ['orders', 'fills', 'balances'])
    fixture.last().deliver(message(topic, 'snapshot', 1, 0))
}

describe('the private socket (wire 10)', () => {
  it('is off until started, and subscribes to three topics once open', () => {
    expect([fixture.sockets.length, fixture.stream.status.getState()]).toEqual([0, 'off'])
    fixture.stream.start()
    expect([fixture.last().sent, fixture.stream.status.getState()]).toEqual([[], 'connecting'])
    fixture.last().open()
    expect(topicsOf(fixture.last().sent[0])).toEqual(['orders', 'fills', 'balances'])
  })
  it('emits a snapshot and the deltas that follow without a gap', () => {
    live()
    fixture.last().deliver(message('orders', 'delta', 2, 1, [order('a')]))
    fixture.last().deliver(message('orders', 'delta', 3, 2, [order('b')]))
    expect(fixture.received.slice(3).map(({ seq, data }) => [seq, data])).toEqual([
      [2, [order('a')]],
      [3, [order('b')]],
    ])
    expect(fixture.stream.status.getState()).toBe('live')
  })
  it('pings on a hint and reconnects after two seconds (visual 4)', async () => {
    live()
    fixture.hints.notify()
    expect(fixture.last().sent.slice(1)).toEqual(['{"op":"ping"}'])
    await fixture.clock.advance(1_999)
    expect(fixture.stream.status.getState()).toBe('live')
    await fixture.clock.advance(1)
    expect([fixture.stream.status.getState(), fixture.sockets[0]?.isClosed]).toEqual([
      'waiting',
      true,
    ])
  })
  it('keeps a socket that answers, and its heartbeat', async () => {
    live()
    fixture.hints.notify()
    fixture.last().deliver('{"op":"pong"}')
    await fixture.clock.advance(14_999)
    expect([fixture.stream.status.getState(), fixture.last().sent.length]).toEqual(['live', 2])
    await fixture.clock.advance(1)
    expect([fixture.stream.status.getState(), fixture.last().sent.length]).toEqual(['live', 3])
  })
  it('retries at once on a hint, and stays off while off', () => {
    fixture.hints.notify()
    expect(fixture.sockets).toHaveLength(0)
    live()
    fixture.last().drop()
    fixture.hints.notify()
    expect([fixture.sockets.length, fixture.stream.status.getState()]).toEqual([2, 'connecting'])
  })
  it('counts each topic by itself', () => {
    live()
    fixture.last().deliver(message('orders', 'delta', 2, 1))
    fixture.last().deliver(message('fills', 'delta', 2, 1))
    expect(fixture.received).toHaveLength(5)
  })
  it('subscribes again after a gap and ignores deltas before the snapshot', () => {
    live()
    fixture.last().deliver(message('orders', 'delta', 4, 3))
    fixture.last().deliver(message('orders', 'delta', 5, 4))
    expect(fixture.last().sent.slice(1).map(topicsOf)).toEqual([['orders']])
    expect(fixture.received).toHaveLength(3)
    fixture.last().deliver(message('orders', 'snapshot', 1, 0, [order('all')]))
    fixture.last().deliver(message('orders', 'delta', 2, 1, [order('new')]))
    expect(fixture.received.slice(3).map(({ data }) => data)).toEqual([
      [order('all')],
      [order('new')],
    ])
  })
  it('ignores deltas before the first snapshot of a connection', async () => {
    live()
    fixture.last().deliver(message('orders', 'delta', 2, 1))
    fixture.last().drop()
    await fixture.clock.advance(20_000)
    fixture.last().open()
    fixture.last().deliver(message('orders', 'delta', 3, 2))
    expect(fixture.received).toHaveLength(4)
  })
  it.each([
    '{"op":"pong","ts":1}',
    'null',
    '[]',
    'no json',
    '{"topic":"orders","type":"delta"}',
    '{"topic":"gossip","type":"snapshot","seq":1,"prevSeq":0,"data":[]}',
    '{"topic":"orders","type":"snapshot","seq":"1","prevSeq":0,"data":[]}',
  ])('ignores %s', (text) => {
    live()
    fixture.last().deliver(text)
    expect([fixture.received.length, fixture.last().sent.length]).toEqual([3, 1])
  })
  it('reconnects and subscribes anew when a ping stays unanswered', async () => {
    live()
    await fixture.clock.advance(15_000)
    expect([fixture.last().sent.at(-1), fixture.stream.status.getState()]).toEqual([
      '{"op":"ping"}',
      'live',
    ])
    await fixture.clock.advance(15_000)
    expect([fixture.last().isClosed, fixture.stream.status.getState()]).toEqual([true, 'waiting'])
    await fixture.clock.advance(1_000)
    expect(fixture.sockets).toHaveLength(2)
    fixture.last().open()
    expect(topicsOf(fixture.last().sent[0])).toEqual(['orders', 'fills', 'balances'])
  })
  it('retries when a socket never opens', async () => {
    fixture.stream.start()
    await fixture.clock.advance(16_000)
    expect([fixture.sockets[0]?.isClosed, fixture.sockets.length]).toEqual([true, 2])
  })
  it('pings every 15 silent seconds while open', async () => {
    live()
    for (let round = 0; round < 3; round++) {
      await fixture.clock.advance(15_000)
      fixture.last().deliver('{"op":"pong","ts":1}')
    }
    expect(fixture.last().sent.slice(1)).toEqual(Array(3).fill('{"op":"ping"}'))
  })
})

describe('a private socket that closes', () => {
  it('reconnects with back-off until a message arrives', async () => {
    live()
    const pauses: number[] = []
    for (let round = 0; round < 7; round++) {
      fixture.last().drop()
      expect(fixture.stream.status.getState()).toBe('waiting')
      const count = fixture.sockets.length
      const since = fixture.clock.monotonic()
      while (fixture.sockets.length === count) await fixture.clock.advance(250)
      pauses.push(fixture.clock.monotonic() - since)
    }
    pauses.forEach((pause, round) => {
      const longest = Math.min(20_000, 1_000 * 2 ** round)
      expect(pause).toBeGreaterThanOrEqual(longest / 2)
      expect(pause).toBeLessThanOrEqual(longest + 250)
    })
    fixture.last().open()
    fixture.last().deliver(message('orders', 'snapshot', 1, 0))
    fixture.last().drop()
    const count = fixture.sockets.length
    await fixture.clock.advance(1_000)
    expect(fixture.sockets.length).toBe(count + 1)
  })
  it('does not reconnect once stopped', async () => {
    live()
    fixture.last().drop()
    fixture.stream.stop()
    await fixture.clock.advance(60_000)
    expect([
      fixture.sockets.length,
      fixture.stream.status.getState(),
      fixture.clock.pendingTimers(),
    ]).toEqual([1, 'off', 0])
  })
  it('ignores a socket that another start has replaced', () => {
    live()
    const [old] = fixture.sockets
    fixture.stream.start()
    old?.deliver(message('orders', 'snapshot', 1, 0))
    old?.drop()
    old?.open()
    expect([
      fixture.received.length,
      fixture.sockets.length,
      old?.isClosed,
      old?.sent.length,
    ]).toEqual([3, 2, true, 1])
  })
})

describe('the session of the socket', () => {
  it('is uncertain when the socket closes before its first message', () => {
    fixture.stream.start()
    fixture.last().open()
    fixture.last().drop()
    expect(fixture.uncertain).toBe(1)
  })
  it('is certain when a live socket is lost', () => {
    live()
    fixture.last().drop()
    expect(fixture.uncertain).toBe(0)
  })
  it('is checked before each try: no socket opens for another user', async () => {
    live()
    fixture.isCurrentSession = false
    fixture.last().drop()
    await fixture.clock.advance(60_000)
    expect([fixture.sockets.length, fixture.uncertain, fixture.stream.status.getState()]).toEqual([
      1,
      1,
      'off',
    ])
  })
  it('is checked after opening: a socket of another user is closed unread', () => {
    fixture.stream.start()
    fixture.isCurrentSession = false
    fixture.last().open()
    fixture.last().deliver(message('orders', 'snapshot', 1, 0, [order('7')]))
    expect([
      fixture.received,
      fixture.last().isClosed,
      fixture.last().sent,
      fixture.uncertain,
    ]).toEqual([[], true, [], 1])
  })
})

describe('a topic on request (futures 11)', () => {
  const position = (symbol: string) => ({ symbol, positionsCount: '1' })
  const requested: unknown[] = []
  const listen = () =>
    fixture.stream.request('positions', ({ type, data }) => requested.push([type, data]))
  beforeEach(() => void (requested.length = 0))
  const positionTopics = () =>
    fixture
      .last()
      .sent.filter((text) => text.includes('positions'))
      .map((text) => (JSON.parse(text) as { op: string }).op)

  it('is subscribed to at once on an open socket', () => {
    live()
    listen()
    expect(positionTopics()).toEqual(['subscribe'])
  })

  it('is subscribed to with the socket where it was asked for before', () => {
    listen()
    fixture.stream.start()
    expect(fixture.last().sent).toEqual([])
    fixture.last().open()
    expect(fixture.last().sent.map(topicsOf)).toEqual([
      ['orders', 'fills', 'balances'],
      ['positions'],
    ])
  })

  it('is subscribed to again on the next socket', async () => {
    live()
    listen()
    fixture.last().drop()
    await fixture.clock.advance(1_000)
    fixture.last().open()
    expect([fixture.sockets.length, positionTopics()]).toEqual([2, ['subscribe']])
  })

  it('delivers to its listeners and to nobody else', () => {
    live()
    listen()
    fixture.last().deliver(message('positions', 'snapshot', 1, 0, [position('BTCUSDT')]))
    fixture.last().deliver(message('positions', 'delta', 2, 1, [position('ETHUSDT')]))
    expect(requested).toEqual([
      ['snapshot', [position('BTCUSDT')]],
      ['delta', [position('ETHUSDT')]],
    ])
    expect(fixture.received).toHaveLength(3)
  })

  it('drops a delta after a gap and asks for a snapshot', () => {
    live()
    listen()
    fixture.last().deliver(message('positions', 'snapshot', 1, 0, [position('BTCUSDT')]))
    fixture.last().deliver(message('positions', 'delta', 3, 2, [position('ETHUSDT')]))
    expect([requested.length, positionTopics()]).toEqual([1, ['subscribe', 'subscribe']])
  })

  it('sends a second listener a snapshot of its own', () => {
    live()
    listen()
    listen()
    expect(positionTopics()).toEqual(['subscribe', 'subscribe'])
    fixture.last().deliver(message('positions', 'snapshot', 1, 0, [position('BTCUSDT')]))
    expect(requested).toHaveLength(2)
  })

  it('ends with its last listener', () => {
    live()
    const [first, second] = [listen(), listen()]
    first()
    expect(positionTopics()).toEqual(['subscribe', 'subscribe'])
    second()
    second()
    expect(positionTopics()).toEqual(['subscribe', 'subscribe', 'unsubscribe'])
    fixture.last().deliver(message('positions', 'snapshot', 9, 8, [position('BTCUSDT')]))
    expect(requested).toEqual([])
  })

  it('stays silent where the socket is gone', () => {
    live()
    const stop = listen()
    const { sent } = fixture.last()
    fixture.stream.stop()
    const count = sent.length
    stop()
    expect(sent).toHaveLength(count)
  })

  it.each([
    ['another topic', message('futuresOrders', 'snapshot', 1, 0, [])],
    ['no list', { ...message('positions', 'snapshot', 1, 0), data: 'all' }],
    ['no number', { ...message('positions', 'snapshot', 1, 0), seq: 'one' }],
    ['an unknown type', { ...message('positions', 'snapshot', 1, 0), type: 'rest' }],
  ])('ignores a message with %s', (_what, text) => {
    live()
    listen()
    fixture.last().deliver(text)
    expect(requested).toEqual([])
  })
})
