import { createManualClock, createManualVisibility, createSeededRandom } from '@x/kit/testing'
import { createScriptedSockets } from '@x/market/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUserStream } from './createUserStream.ts'
import type { UserMessage } from './userMessage.ts'

const setUp = () => {
  const clock = createManualClock()
  const { openSocket, sockets } = createScriptedSockets()
  const heard: UserMessage[] = []
  const wake = createManualVisibility()
  const world = { clock, sockets, heard, wake, isOwn: true, doubts: 0, last: () => sockets.at(-1)! }
  const stream = createUserStream({
    openSocket,
    clock,
    random: createSeededRandom(3),
    wake,
    isOwnSession: () => world.isOwn,
  })
  stream.subscribe((message) => heard.push(message))
  stream.onDoubt(() => world.doubts++)
  return Object.assign(world, { stream })
}
const message = (
  topic: string,
  type: string,
  seq: number,
  prevSeq: number,
  data: unknown[] = [],
) => ({ topic, type, seq, prevSeq, ts: 0, data })
const asked = (text: string | undefined) =>
  (JSON.parse(text ?? '{}') as { args?: { topic: string }[] }).args?.map(({ topic }) => topic)

let world: ReturnType<typeof setUp>
beforeEach(() => {
  world = setUp()
})
const live = () => {
  world.stream.start()
  world.last().open()
  for (const topic of ['orders', 'fills', 'balances'])
    world.last().deliver(message(topic, 'snapshot', 1, 0))
}

describe('the private socket (wire 10)', () => {
  it('is off until it is started, and asks for all three topics once open', () => {
    expect([world.sockets.length, world.stream.status.getState()]).toEqual([0, 'off'])
    world.stream.start()
    expect([world.last().sent, world.stream.status.getState()]).toEqual([[], 'connecting'])
    world.last().open()
    expect(asked(world.last().sent[0])).toEqual(['orders', 'fills', 'balances'])
  })
  it('hands on a snapshot and the deltas that follow it without a gap', () => {
    live()
    world.last().deliver(message('orders', 'delta', 2, 1, ['a']))
    world.last().deliver(message('orders', 'delta', 3, 2, ['b']))
    expect(world.heard.slice(3).map(({ seq, data }) => [seq, data])).toEqual([
      [2, ['a']],
      [3, ['b']],
    ])
    expect(world.stream.status.getState()).toBe('live')
  })
  it('visual, stale face: a socket that may have slept is asked at once, and is live for two seconds more at most', async () => {
    live()
    world.wake.notify()
    expect(world.last().sent.slice(1)).toEqual(['{"op":"ping"}'])
    await world.clock.advance(1_999)
    expect(world.stream.status.getState()).toBe('live')
    await world.clock.advance(1)
    expect([world.stream.status.getState(), world.sockets[0]?.isClosed]).toEqual(['waiting', true])
  })
  it('is not left where it answers, and is asked again in its own time', async () => {
    live()
    world.wake.notify()
    world.last().deliver('{"op":"pong"}')
    await world.clock.advance(2_000 + 14_999)
    expect([world.stream.status.getState(), world.last().sent.length]).toEqual(['live', 2])
    await world.clock.advance(1)
    expect([world.stream.status.getState(), world.last().sent.length]).toEqual(['live', 3])
  })
  it('waits no longer where the network has come back, and stays off where it is off', () => {
    world.wake.notify()
    expect(world.sockets).toHaveLength(0)
    live()
    world.last().drop()
    world.wake.notify()
    expect([world.sockets.length, world.stream.status.getState()]).toEqual([2, 'connecting'])
  })
  it('counts each topic for itself', () => {
    live()
    world.last().deliver(message('orders', 'delta', 2, 1))
    world.last().deliver(message('fills', 'delta', 2, 1))
    expect(world.heard).toHaveLength(5)
  })
  it('answers a gap with one new subscription of that topic, and hands on nothing before its snapshot', () => {
    live()
    world.last().deliver(message('orders', 'delta', 4, 3))
    world.last().deliver(message('orders', 'delta', 5, 4))
    expect(world.last().sent.slice(1).map(asked)).toEqual([['orders']])
    expect(world.heard).toHaveLength(3)
    world.last().deliver(message('orders', 'snapshot', 1, 0, ['all']))
    world.last().deliver(message('orders', 'delta', 2, 1, ['new']))
    expect(world.heard.slice(3).map(({ data }) => data)).toEqual([['all'], ['new']])
  })
  it('takes no delta before the first snapshot, whatever number an earlier connection had reached', async () => {
    live()
    world.last().deliver(message('orders', 'delta', 2, 1))
    world.last().drop()
    await world.clock.advance(20_000)
    world.last().open()
    world.last().deliver(message('orders', 'delta', 3, 2))
    expect(world.heard).toHaveLength(4)
  })
  it.each([
    '{"op":"pong","ts":1}',
    'null',
    '[]',
    'no json',
    '{"topic":"orders","type":"delta"}',
    '{"topic":"gossip","type":"snapshot","seq":1,"prevSeq":0,"data":[]}',
    '{"topic":"orders","type":"snapshot","seq":"1","prevSeq":0,"data":[]}',
  ])('passes over %s', (text) => {
    live()
    world.last().deliver(text)
    expect([world.heard.length, world.last().sent.length]).toEqual([3, 1])
  })
  it('leaves a socket that answers no sign of life, and asks for everything on the next', async () => {
    live()
    await world.clock.advance(15_000)
    expect([world.last().sent.at(-1), world.stream.status.getState()]).toEqual([
      '{"op":"ping"}',
      'live',
    ])
    await world.clock.advance(15_000)
    expect([world.last().isClosed, world.stream.status.getState()]).toEqual([true, 'waiting'])
    await world.clock.advance(1_000)
    expect(world.sockets).toHaveLength(2)
    world.last().open()
    expect(asked(world.last().sent[0])).toEqual(['orders', 'fills', 'balances'])
  })
  it('tries again where a socket never opens', async () => {
    world.stream.start()
    await world.clock.advance(16_000)
    expect([world.sockets[0]?.isClosed, world.sockets.length]).toEqual([true, 2])
  })
  it('sends a sign of life every 15 seconds while open', async () => {
    live()
    for (let round = 0; round < 3; round++) {
      await world.clock.advance(15_000)
      world.last().deliver('{"op":"pong","ts":1}')
    }
    expect(world.last().sent.slice(1)).toEqual(Array(3).fill('{"op":"ping"}'))
  })
})

describe('a private socket that closes', () => {
  it('is opened again after a pause, which grows only while nothing is heard', async () => {
    live()
    const pauses: number[] = []
    for (let round = 0; round < 7; round++) {
      world.last().drop()
      expect(world.stream.status.getState()).toBe('waiting')
      const count = world.sockets.length
      const since = world.clock.monotonic()
      while (world.sockets.length === count) await world.clock.advance(250)
      pauses.push(world.clock.monotonic() - since)
    }
    pauses.forEach((pause, round) => {
      const longest = Math.min(20_000, 1_000 * 2 ** round)
      expect(pause).toBeGreaterThanOrEqual(longest / 2)
      expect(pause).toBeLessThanOrEqual(longest + 250)
    })
    world.last().open()
    world.last().deliver(message('orders', 'snapshot', 1, 0))
    world.last().drop()
    const count = world.sockets.length
    await world.clock.advance(1_000)
    expect(world.sockets.length).toBe(count + 1)
  })
  it('is not opened again once the stream is stopped', async () => {
    live()
    world.last().drop()
    world.stream.stop()
    await world.clock.advance(60_000)
    expect([
      world.sockets.length,
      world.stream.status.getState(),
      world.clock.pendingTimers(),
    ]).toEqual([1, 'off', 0])
  })
  it('and was replaced by another start is heard no more', () => {
    live()
    const [old] = world.sockets
    world.stream.start()
    old?.deliver(message('orders', 'snapshot', 1, 0))
    old?.drop()
    old?.open()
    expect([world.heard.length, world.sockets.length, old?.isClosed, old?.sent.length]).toEqual([
      3,
      2,
      true,
      1,
    ])
  })
})

describe('whose socket it is', () => {
  it('is doubted when it closes before its first message, as the gateway closes one without a session', () => {
    world.stream.start()
    world.last().open()
    world.last().drop()
    expect(world.doubts).toBe(1)
  })
  it('is not doubted when a live one breaks', () => {
    live()
    world.last().drop()
    expect(world.doubts).toBe(0)
  })
  it('is asked before each opening: none is opened as somebody else', async () => {
    live()
    world.isOwn = false
    world.last().drop()
    await world.clock.advance(60_000)
    expect([world.sockets.length, world.doubts, world.stream.status.getState()]).toEqual([
      1,
      1,
      'off',
    ])
  })
  it('is asked again when it has opened: one that did so as somebody else is closed unheard', () => {
    world.stream.start()
    world.isOwn = false
    world.last().open()
    world.last().deliver(message('orders', 'snapshot', 1, 0, ['of another']))
    expect([world.heard, world.last().isClosed, world.last().sent, world.doubts]).toEqual([
      [],
      true,
      [],
      1,
    ])
  })
})
