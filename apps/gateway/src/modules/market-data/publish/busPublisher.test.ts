import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createLocalBus } from '../../../platform/event-bus/createLocalBus.ts'
import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { createDisplayedMarket } from '../book/createDisplayedMarket.ts'
import { BOOK, bookChannel } from './bookChannel.ts'
import { createBusPublisher } from '../../../platform/event-bus/relay/createBusPublisher.ts'
import { MARKET_TOPICS } from './busSubjects.ts'
import { createPublisher } from './createPublisher.ts'
import { publishOnBus } from './publishOnBus.ts'

const spec = SPOT_SYMBOLS[0] ?? raise()
const ADDRESS = { topic: BOOK.topic, symbol: spec.symbol }

interface Message {
  readonly type: 'snapshot' | 'delta'
  readonly seq: number
  readonly prevSeq: number
  readonly b: readonly (readonly [string, string])[]
}

/** A gateway that trades, as far as the bus sees it. */
function startCore(bus: EventBus, clock: ReturnType<typeof createManualClock>, epoch = 1) {
  const displayed = createDisplayedMarket({ symbols: [spec.symbol], liveTrading: true })
  const opened: string[] = []
  const publisher = createPublisher({
    clock,
    open({ topic, symbol }) {
      if (topic !== BOOK.topic || symbol !== spec.symbol) return undefined
      opened.push(topic)
      const channel = bookChannel({ spec, market: displayed, now: clock.now })
      return { ...channel, unfollowed: () => void opened.pop() }
    },
  })
  publisher.start()
  const end = publishOnBus({ bus, publisher, epoch, clock, forgetMs: 1_500 })
  let size = 0
  return {
    opened,
    /** One message of the book. */
    async change() {
      displayed.onLevel(spec.symbol, 'buy', 100, ++size)
      await clock.advance(100)
    },
    stop: () => (end(), publisher.stop()),
  }
}

function startEdge(bus: EventBus, clock: ReturnType<typeof createManualClock>) {
  const publisher = createBusPublisher({ named: MARKET_TOPICS, bus, clock, log: silentLog })
  publisher.start()
  return {
    publisher,
    watch() {
      const messages: Message[] = []
      const subscriber = {
        send: (text: string) => void messages.push(JSON.parse(text) as Message),
        backlog: () => 0,
        drop: () => {},
      }
      return { messages, subscriber, isKnown: publisher.subscribe(subscriber, ADDRESS) }
    },
  }
}

const numbers = (messages: readonly Message[]) => messages.map(({ type, seq }) => `${type} ${seq}`)
const settle = (clock: ReturnType<typeof createManualClock>) => clock.advance(0)

describe('the market of a core on an edge', () => {
  it('is published once, and given to each socket of the edge', async () => {
    const [bus, clock] = [createLocalBus(), createManualClock()]
    let published = 0
    const core = startCore({ ...bus, publish: (...of) => (published++, bus.publish(...of)) }, clock)
    const edge = startEdge(bus, clock)
    const one = edge.watch()
    expect(await one.isKnown).toBe(true)
    await core.change()
    const two = edge.watch()
    expect(two.isKnown).toBe(true)
    await core.change()
    expect(numbers(one.messages)).toEqual(['snapshot 0', 'delta 1', 'delta 2'])
    expect(two.messages).toEqual(one.messages)
    expect([published, core.opened.length]).toEqual([2, 1])
    core.stop()
    edge.publisher.stop()
  })

  it('ends on the bus once no socket follows it', async () => {
    const [bus, clock] = [createLocalBus(), createManualClock()]
    const core = startCore(bus, clock)
    const edge = startEdge(bus, clock)
    const { isKnown, subscriber, messages } = edge.watch()
    await isKnown
    await clock.advance(4_000)
    expect(core.opened).toHaveLength(1)
    edge.publisher.unsubscribe(subscriber, ADDRESS)
    await clock.advance(4_000)
    expect(core.opened).toEqual([])
    await core.change()
    expect(numbers(messages)).toEqual(['snapshot 0'])
    core.stop()
    edge.publisher.stop()
  })

  it('heals what was lost, even where nothing comes after it', async () => {
    const [bus, clock] = [createLocalBus(), createManualClock()]
    let isCut = false
    const cut = { ...bus, publish: (...of: [string, string]) => isCut || bus.publish(...of) }
    const core = startCore(cut as EventBus, clock)
    const edge = startEdge(bus, clock)
    const { messages, isKnown } = edge.watch()
    await isKnown
    await core.change()
    isCut = true
    await core.change()
    isCut = false
    expect(edge.publisher.figures().losses).toBe(0)
    await clock.advance(1_000)
    expect(edge.publisher.figures().losses).toBe(1)
    expect(numbers(messages)).toEqual(['snapshot 0', 'delta 1', 'snapshot 2'])
    await core.change()
    expect(numbers(messages).at(-1)).toBe('delta 3')
    expect(messages.at(-1)?.b[0]?.[1]).toContain('3')
    core.stop()
    edge.publisher.stop()
  })

  it('goes on with the next core, and waits while there is none', async () => {
    const [bus, clock] = [createLocalBus(), createManualClock()]
    const edge = startEdge(bus, clock)
    const { messages, isKnown } = edge.watch()
    await clock.advance(6_000)
    expect([edge.publisher.isServing(), messages]).toEqual([false, []])
    const former = startCore(bus, clock, 1)
    await clock.advance(1_000)
    expect([await isKnown, edge.publisher.isServing()]).toEqual([true, true])
    await former.change()
    await former.change()
    former.stop()
    const next = startCore(bus, clock, 2)
    await clock.advance(1_000)
    await next.change()
    expect(numbers(messages)).toEqual(['snapshot 0', 'delta 1', 'delta 2', 'snapshot 0', 'delta 1'])
    expect(edge.publisher.figures().losses).toBe(0)
    next.stop()
    edge.publisher.stop()
  })

  it('knows no topic that the core has not', async () => {
    const [bus, clock] = [createLocalBus(), createManualClock()]
    const core = startCore(bus, clock)
    const edge = startEdge(bus, clock)
    const { subscriber } = edge.watch()
    const subscribe = (topic: string, symbol = spec.symbol) =>
      edge.publisher.subscribe(subscriber, { topic, symbol })
    for (const topic of ['a.b', '>', '*', '', ' ', 'x'.repeat(41)])
      expect(subscribe(topic)).toBe(false)
    expect(subscribe(BOOK.topic, 'BTC.USDT')).toBe(false)
    expect(await subscribe('weather')).toBe(false)
    expect(await subscribe(BOOK.topic, 'NONE')).toBe(false)
    await settle(clock)
    expect(core.opened).toHaveLength(1)
    core.stop()
    edge.publisher.stop()
  })
})

function raise(): never {
  throw new Error('no pairs')
}
