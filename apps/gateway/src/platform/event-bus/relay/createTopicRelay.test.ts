import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createChance } from '../../../modules/market-data/generator/random.ts'
import type { BusFrame, BusSnapshot } from './busFrames.ts'
import type { Subscriber } from './Subscriber.ts'
import { createTopicRelay } from './createTopicRelay.ts'
import { createSlowSubscribers } from './slowSubscribers.ts'

const frame = (seq: number, { run = 1, prevSeq = seq - 1 } = {}): BusFrame => ({
  run,
  seq,
  prevSeq,
  isSnapshot: false,
  text: `${run}:${prevSeq}>${seq}`,
})
const snapshot = (seq: number, run = 1): BusSnapshot => ({ run, seq, text: `${run}:=${seq}` })

/** What a client does with it: it must never need to ask by itself. */
function createClient() {
  const received: string[] = []
  const state = { run: 0, seq: -1, backlog: 0, isDropped: false, received }
  const subscriber: Subscriber = {
    send(text) {
      received.push(text)
      const [, run, prevSeq, seq] = /^(\d+):(?:=|(\d+)>)(\d+)$/.exec(text) ?? []
      if (prevSeq !== undefined && (Number(prevSeq) !== state.seq || Number(run) !== state.run))
        throw new Error(`${text} does not follow ${state.run}:${state.seq}`)
      state.run = Number(run)
      state.seq = Number(seq)
    },
    backlog: () => state.backlog,
    drop: () => void (state.isDropped = true),
  }
  return { subscriber, state }
}

function createRelay() {
  const clock = createManualClock()
  const losses: { after: number; before: number }[] = []
  const slow = createSlowSubscribers(clock)
  const relay = createTopicRelay({ slow, onLoss: (loss) => void losses.push(loss) })
  return { relay, losses, clock, slow }
}

describe('a topic on an edge', () => {
  it('gives who comes later the snapshot and what came after it', () => {
    const { relay } = createRelay()
    const [one, two] = [createClient(), createClient()]
    relay.add(one.subscriber)
    expect(relay.isWanting()).toBe(true)
    relay.onSnapshot(snapshot(4))
    relay.onFrame(frame(5))
    relay.add(two.subscriber)
    expect(relay.isWanting()).toBe(false)
    relay.onFrame(frame(6))
    expect(one.state.received).toEqual(['1:=4', '1:4>5', '1:5>6'])
    expect(two.state.received).toEqual(one.state.received)
  })

  it('keeps no endless tail, and asks for a new snapshot then', () => {
    const { relay } = createRelay()
    const [one, two] = [createClient(), createClient()]
    relay.add(one.subscriber)
    relay.onSnapshot(snapshot(0))
    for (let seq = 1; seq <= 100; seq++) relay.onFrame(frame(seq))
    expect(one.state).toMatchObject({ seq: 100 })
    expect(relay.isWanting()).toBe(false)
    relay.add(two.subscriber)
    expect(relay.isWanting()).toBe(true)
    relay.onSnapshot(snapshot(100))
    expect(two.state.received).toEqual(['1:=100'])
    expect(one.state.received).toHaveLength(101)
  })

  it('finds a lost message by the next, and heals with a snapshot', () => {
    const { relay, losses } = createRelay()
    const { subscriber, state } = createClient()
    relay.add(subscriber)
    relay.onSnapshot(snapshot(1))
    relay.onFrame(frame(2))
    relay.onFrame(frame(4))
    expect([losses, relay.isWanting()]).toEqual([[{ after: 2, before: 4 }], true])
    relay.onFrame(frame(5))
    relay.onSnapshot(snapshot(4))
    expect(state.received).toEqual(['1:=1', '1:1>2', '1:=4', '1:4>5'])
    expect(losses).toHaveLength(1)
  })

  it('finds a lost message by the number that the gateway names', () => {
    const { relay, losses } = createRelay()
    const { subscriber, state } = createClient()
    relay.add(subscriber)
    relay.onSnapshot(snapshot(1))
    expect(relay.onState({ run: 1, seq: 1 })).toBe(true)
    expect(relay.onState({ run: 1, seq: 3 })).toBe(false)
    expect([losses, relay.isWanting()]).toEqual([[{ after: 1, before: 3 }], true])
    relay.onSnapshot(snapshot(3))
    expect(state.received).toEqual(['1:=1', '1:=3'])
  })

  it('begins anew with the next gateway, and ignores the former one', () => {
    const { relay, losses } = createRelay()
    const { subscriber, state } = createClient()
    relay.add(subscriber)
    relay.onSnapshot(snapshot(90))
    relay.onFrame(frame(1, { run: 2 }))
    relay.onFrame(frame(91))
    relay.onSnapshot(snapshot(91))
    expect(relay.onState({ run: 1, seq: 99 })).toBe(true)
    expect(relay.isWanting()).toBe(true)
    relay.onSnapshot(snapshot(1, 2))
    relay.onFrame(frame(2, { run: 2 }))
    expect(state.received).toEqual(['1:=90', '2:=1', '2:1>2'])
    expect(losses).toEqual([])
  })

  it('takes a snapshot that is published as one that was asked for', () => {
    const { relay } = createRelay()
    const { subscriber, state } = createClient()
    relay.add(subscriber)
    relay.onFrame({ ...snapshot(7), text: '1:=7', isSnapshot: true, prevSeq: 0 })
    expect([state.received, relay.isWanting()]).toEqual([['1:=7'], false])
  })

  it('asks anew for who follows already', () => {
    const { relay } = createRelay()
    const { subscriber, state } = createClient()
    relay.add(subscriber)
    relay.onSnapshot(snapshot(1))
    relay.add(subscriber)
    expect(relay.isWanting()).toBe(true)
    relay.onSnapshot(snapshot(1))
    expect(state.received).toEqual(['1:=1', '1:=1'])
    relay.remove(subscriber)
    relay.onFrame(frame(2))
    expect([state.received.length, relay.subscribers.size]).toEqual([2, 0])
  })

  it('follows a topic that has nothing to show yet', () => {
    const { relay } = createRelay()
    const received: string[] = []
    relay.add({ send: (text) => void received.push(text), backlog: () => 0, drop: () => {} })
    relay.onSnapshot({ run: 1, seq: 0 })
    relay.onFrame(frame(1))
    expect([received, relay.isWanting()]).toEqual([['1:0>1'], false])
  })

  it('skips who cannot keep up, and gives a snapshot later', async () => {
    const { relay, clock, slow } = createRelay()
    const [quick, late] = [createClient(), createClient()]
    for (const { subscriber } of [quick, late]) relay.add(subscriber)
    relay.onSnapshot(snapshot(0))
    late.state.backlog = 1e6
    relay.onFrame(frame(1))
    relay.onFrame(frame(2))
    expect([quick.state.seq, late.state.seq]).toEqual([2, 0])
    late.state.backlog = 0
    relay.catchUp()
    expect(late.state.received).toEqual(['1:=0', '1:=0', '1:0>1', '1:1>2'])
    late.state.backlog = 1e6
    relay.onFrame(frame(3))
    await clock.advance(6_000)
    expect(slow.hopeless()).toEqual([late.subscriber])
  })

  it('never sends what does not follow, whatever is lost, repeated or late', () => {
    const chance = createChance('bus')
    for (let round = 0; round < 300; round++) {
      const { relay } = createRelay()
      const clients = Array.from({ length: 3 }, createClient)
      let [run, seq] = [1, 0]
      const travelling: BusFrame[] = []
      const receive = (frames: readonly BusFrame[]) => frames.forEach((each) => relay.onFrame(each))
      for (let step = 0; step < 150; step++) {
        const dice = chance.uniform()
        const client = clients[Math.floor(chance.uniform() * clients.length)]
        if (dice < 0.01) [run, seq] = [run + 1, 0]
        else if (dice < 0.6) travelling.push(frame(++seq, { run }))
        else if (dice < 0.7 && client) relay.add(client.subscriber)
        else if (dice < 0.75) relay.onState({ run, seq })
        else if (dice < 0.8) relay.onSnapshot(snapshot(seq, run))
        if (chance.uniform() < 0.05) travelling.splice(0, 1 + Math.floor(chance.uniform() * 3))
        if (chance.uniform() < 0.05) travelling.reverse()
        if (chance.uniform() < 0.05) travelling.push(...travelling.slice(0, 2))
        if (chance.uniform() < 0.7)
          receive(travelling.splice(0, 1 + Math.floor(chance.uniform() * 3)))
      }
      for (const { subscriber } of clients) relay.add(subscriber)
      relay.onState({ run, seq })
      relay.onSnapshot(snapshot(seq, run))
      receive(travelling)
      expect(relay.isWanting()).toBe(false)
      expect(clients.map(({ state }) => [state.run, state.seq])).toEqual(
        clients.map(() => [run, seq]),
      )
    }
  })
})
