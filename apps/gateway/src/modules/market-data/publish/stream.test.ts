import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TextSocket } from '@x/kit'
import { browserClock } from '@x/kit/browser'
import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { createMarketClient, type BookView } from '@x/market'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../book/createDisplayedMarket.ts'
import { createChance } from '../generator/random.ts'
import { bookChannel } from './bookChannel.ts'
import type { CandleStore } from '../candles/createCandleStore.ts'
import { createPublisher } from './createPublisher.ts'
import { openChannels } from './openChannels.ts'
import type { Subscriber } from '../../../platform/event-bus/relay/Subscriber.ts'
import { marketSocket } from './marketSocket.ts'
import { tradeChannel } from './tradeChannel.ts'
import { percentChange } from './views.ts'

const spec = SPOT_SYMBOLS[0] ?? raise()
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** The real publisher on a real socket, over a book that a seeded crowd keeps changing. */
async function serve() {
  const displayed = createDisplayedMarket({ symbols: [spec.symbol], liveTrading: true })
  const clock = browserClock()
  const trades = tradeChannel({ spec, now: clock.now })
  const open = ({ topic, symbol }: { topic: string; symbol: string }) =>
    symbol !== spec.symbol
      ? undefined
      : topic === 'trade'
        ? trades
        : topic.startsWith('books')
          ? bookChannel({ spec, market: displayed, now: clock.now })
          : undefined
  const publisher = createPublisher({ clock, open, periodMs: 5 })
  const socket = marketSocket({ publisher, now: clock.now })
  const server: Server = createServer()
  server.on('upgrade', (request, duplex, head) =>
    socket.upgrade(request, duplex, head, '192.0.2.1'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  publisher.start()
  closers.push(
    () => (publisher.stop(), socket.close(), server.close(), server.closeAllConnections()),
  )
  const chance = createChance('crowd')
  const stir = (times = 40) => {
    for (let count = 0; count < times; count++) {
      const side = chance.uniform() < 0.5 ? 'buy' : 'sell'
      const distance = 1 + Math.floor(chance.uniform() * 90)
      displayed.onLevel(
        spec.symbol,
        side,
        6_183_700 + (side === 'buy' ? -distance : distance),
        chance.uniform() < 0.3 ? 0 : 1 + Math.floor(chance.uniform() * 1e6),
      )
    }
  }
  return {
    displayed,
    trades,
    stir,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  }
}

/** Passes texts to the client, through a filter that may lose or change them. */
function nodeSocket(
  url: string,
  filter: (text: string) => string | undefined = (text) => text,
): TextSocket {
  const socket = new WebSocket(url)
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    listen({ onOpen, onMessage, onClose }) {
      socket.on('open', onOpen)
      socket.on('message', (data) => {
        const text = filter((data as Buffer).toString('utf8'))
        if (text !== undefined) onMessage(text)
      })
      socket.on('close', onClose)
      socket.on('error', () => {})
    },
  }
}

const frame = { request: (run: () => void) => (run(), { cancel() {} }) }
const until = (holds: () => boolean) => expect.poll(holds, { interval: 5 }).toBe(true)
const plain = (view: BookView) => ({
  bids: view.bids.map(({ price, size }) => [price, size]),
  asks: view.asks.map(({ price, size }) => [price, size]),
})

it('reads a deep book once a second while somebody follows it', async () => {
  const clock = createManualClock()
  const displayed = createDisplayedMarket({ symbols: [spec.symbol], liveTrading: true })
  displayed.onLevel(spec.symbol, 'buy', 6_183_700, 100_000)
  let reads = 0
  displayed.subscribe({ deepRead: () => void reads++ })
  const { open } = openChannels({
    symbols: [spec],
    market: displayed,
    candles: {} as Partial<CandleStore> as CandleStore,
    now: clock.now,
    isHeld: () => false,
  })
  const publisher = createPublisher({ clock, open })
  publisher.start()
  const sent: { type: string; b: string[][] }[] = []
  const follower: Subscriber = {
    send: (text) => void sent.push(JSON.parse(text) as (typeof sent)[number]),
    backlog: () => 0,
    drop: () => {},
  }
  const address = { topic: 'books1000@1s', symbol: spec.symbol }
  await clock.advance(10_000)
  expect(reads).toBe(0)
  publisher.subscribe(follower, address)
  const atFirst = reads
  for (let depth = 1; depth < 1_200; depth++)
    displayed.onLevel(spec.symbol, 'buy', 6_183_700 - depth, 100_000)
  await clock.advance(10_000)
  expect(reads - atFirst).toBe(10)
  expect(sent.map(({ type, b }) => [type, b.length])).toEqual([
    ['snapshot', 1],
    ['delta', 999],
  ])
  publisher.unsubscribe(follower, address)
  await clock.advance(10_000)
  expect(reads - atFirst).toBe(10)
  publisher.stop()
})

describe('the market stream (wire 10) and its client', () => {
  it('agree on every message while the book moves', async () => {
    const { displayed, stir, url } = await serve()
    stir(400)
    const client = createMarketClient({
      openSocket: () => nodeSocket(url),
      clock: browserClock(),
      random: createSeededRandom(1),
      frame,
    })
    closers.push(client.dispose)
    const { store } = client.book(spec.symbol)
    await until(() => store.getState().status === 'live')
    for (let round = 0; round < 60; round++) {
      stir()
      await new Promise((resolve) => setTimeout(resolve, 6))
    }
    const expected = bookChannel({ spec, market: displayed, now: () => 0 }).snapshot() ?? ''
    const { b, a } = JSON.parse(expected) as { b: string[][]; a: string[][] }
    await until(
      () => JSON.stringify(plain(store.getState())) === JSON.stringify({ bids: b, asks: a }),
    )
    expect(store.getState()).toMatchObject({ status: 'live', gaps: 0, checksumFailures: 0 })
    expect(store.getState().seq).toBeGreaterThan(20)
  })

  it.each([
    ['a lost message', () => undefined, 'gaps'],
    [
      'a changed size',
      (text: string) => text.replace(/"a":\[\["([\d.]+)","[\d.]+"/, '"a":[["$1","123.45678"'),
      'checksumFailures',
    ],
  ] as const)('heal %s with one snapshot', async (_what, spoil, counter) => {
    const { displayed, stir, url } = await serve()
    stir(400)
    let isSpoiled = false
    const filter = (text: string) => {
      if (isSpoiled || !text.includes('"delta"') || !/"a":\[\["[\d.]+","[1-9]/.test(text))
        return text
      isSpoiled = true
      return spoil(text)
    }
    const client = createMarketClient({
      openSocket: () => nodeSocket(url, filter),
      clock: browserClock(),
      random: createSeededRandom(1),
      frame,
    })
    closers.push(client.dispose)
    const { store } = client.book(spec.symbol)
    await until(() => store.getState().status === 'live')
    // The best ask, so that the change lies within the checksum's depth.
    let lots = 100_000
    const stop = setInterval(() => displayed.onLevel(spec.symbol, 'sell', 6_183_700, ++lots), 7)
    closers.push(() => clearInterval(stop))
    await until(() => store.getState()[counter] === 1)
    await until(() => store.getState().status === 'live')
    expect(store.getState()[counter]).toBe(1)
  })

  it('answers what it does not understand and goes on', async () => {
    const { url } = await serve()
    const socket = new WebSocket(url)
    closers.push(() => socket.terminate())
    const received: { op?: string; code?: string }[] = []
    socket.on('message', (data) =>
      received.push(JSON.parse((data as Buffer).toString('utf8')) as { op?: string }),
    )
    await new Promise((resolve) => socket.on('open', resolve))
    for (const text of [
      '{',
      '[]',
      '{"op":"fly"}',
      '{"op":"subscribe","args":[{"topic":"books50@100ms"}]}',
      '{"op":"subscribe","args":[{"topic":"weather","symbol":"BTCUSDT"}]}',
      '{"op":"ping"}',
    ])
      socket.send(text)
    await until(() => received.length === 6)
    expect(received.map(({ op, code }) => code ?? op)).toEqual([
      '40010',
      '40010',
      '40010',
      '40010',
      '40401',
      'pong',
    ])
  })

  it('gives trades in order, the last hundred in the snapshot', async () => {
    const { trades, url } = await serve()
    const trade = (ticks: number) =>
      trades.add({ symbol: spec.symbol, ticks, lots: 1, takerSide: 'buy', at: 5 })
    for (let count = 0; count < 130; count++) trade(6_000_000 + count)
    const client = createMarketClient({
      openSocket: () => nodeSocket(url),
      clock: browserClock(),
      random: createSeededRandom(1),
      frame,
    })
    closers.push(client.dispose)
    const { store } = client.trades(spec.symbol)
    await until(() => store.getState().length === 100)
    trade(7_000_000)
    await until(() => store.getState()[0]?.price === '70000.00')
    expect(store.getState()[1]?.price).toBe('60001.29')
  })
})

describe('a burst of trades (CR2)', () => {
  /** A socket that follows the trades, and what it was sent. */
  async function subscribeToTrades() {
    const { trades, url } = await serve()
    const socket = new WebSocket(url)
    closers.push(() => socket.terminate())
    const messages: { type: string; seq: number; prevSeq: number; trades: { price: string }[] }[] =
      []
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString('utf8')) as (typeof messages)[number] & {
        op?: string
      }
      if (!message.op) messages.push(message)
    })
    await new Promise((resolve) => socket.on('open', resolve))
    socket.send(
      JSON.stringify({ op: 'subscribe', args: [{ topic: 'trade', symbol: spec.symbol }] }),
    )
    await until(() => messages.length === 1)
    return { trades, messages }
  }

  it.each([250, 1_042, 5_000])(
    'arrives whole and in order with %i trades in one period (CR2)',
    async (count) => {
      const { trades, messages } = await subscribeToTrades()
      for (let at = 0; at < count; at++)
        trades.add({ symbol: spec.symbol, ticks: 6_000_000 + at, lots: 1, takerSide: 'buy', at })
      const deltas = () => messages.filter(({ type }) => type === 'delta')
      await until(() => deltas().flatMap((message) => message.trades).length >= count)
      const prices = deltas().flatMap((message) =>
        message.trades.map(({ price }) => Number(price.replace('.', ''))),
      )
      expect(prices).toEqual(Array.from({ length: count }, (_, at) => 6_000_000 + at))
      expect(Math.max(...deltas().map((message) => message.trades.length))).toBe(100)
      expect(deltas().map(({ seq, prevSeq }) => seq - prevSeq)).toEqual(deltas().map(() => 1))
      expect(deltas().map(({ prevSeq }) => prevSeq)).toEqual([
        messages[0]?.seq,
        ...deltas()
          .slice(0, -1)
          .map(({ seq }) => seq),
      ])
    },
  )

  it('reaches the client without a gap (CR2)', async () => {
    const { trades, url } = await serve()
    const events: string[] = []
    const onEvent = ({ type }: { type: string }) => events.push(type)
    const client = createMarketClient({
      openSocket: () => nodeSocket(url),
      clock: browserClock(),
      random: createSeededRandom(1),
      frame,
      onEvent,
    })
    closers.push(client.dispose)
    const { store } = client.trades(spec.symbol)
    const rows = new Map<string, string>()
    store.subscribe(() => store.getState().forEach(({ id, price }) => rows.set(id, price)))
    trades.add({ symbol: spec.symbol, ticks: 5_999_999, lots: 1, takerSide: 'buy', at: 0 })
    await until(() => store.getState().length === 1)
    for (let at = 0; at < 1_042; at++)
      trades.add({ symbol: spec.symbol, ticks: 6_000_000 + at, lots: 1, takerSide: 'buy', at })
    await until(() => store.getState()[0]?.price === '60010.41')
    expect([rows.size, events]).toEqual([1_043, []])
  })

  it('is bounded while nobody follows (CR2)', () => {
    const channel = tradeChannel({ spec, now: () => 5 })
    channel.deltas()
    channel.unfollowed?.()
    for (let at = 0; at < 50_000; at++)
      channel.add({ symbol: spec.symbol, ticks: 1 + at, lots: 1, takerSide: 'buy', at })
    expect(channel.deltas().length).toBeLessThanOrEqual(21)
    expect(
      (JSON.parse(channel.snapshot() ?? '') as { trades: { price: string }[] }).trades
        .map(({ price }) => price)
        .at(-1),
    ).toBe('500.00')
  })
})

describe('a subscriber that cannot keep up', () => {
  it('skips a slow client, sends a snapshot, drops it after five seconds', async () => {
    const displayed = createDisplayedMarket({ symbols: [spec.symbol], liveTrading: true })
    const clock = createManualClock()
    const publisher = createPublisher({
      clock,
      open: () => bookChannel({ spec, market: displayed, now: clock.now }),
    })
    const subscriber = (backlog: { bytes: number }) => {
      const received: string[] = []
      const state = { received, dropped: false }
      const subscriber: Subscriber = {
        send: (text) => void received.push((JSON.parse(text) as { type: string }).type),
        backlog: () => backlog.bytes,
        drop: () => void (state.dropped = true),
      }
      return { subscriber, state }
    }
    const slow = { bytes: 0 }
    const hopeless = { bytes: 0 }
    const [one, two] = [subscriber(slow), subscriber(hopeless)]
    for (const { subscriber } of [one, two])
      publisher.subscribe(subscriber, { topic: 'books50@100ms', symbol: spec.symbol })
    publisher.start()
    slow.bytes = hopeless.bytes = 1e6
    for (let turn = 1; turn <= 20; turn++) {
      displayed.onLevel(spec.symbol, 'buy', 100, turn)
      await clock.advance(100)
    }
    expect(one.state.received).toEqual(['snapshot'])
    slow.bytes = 0
    await clock.advance(200)
    expect(one.state.received).toEqual(['snapshot', 'snapshot'])
    displayed.onLevel(spec.symbol, 'buy', 100, 99)
    await clock.advance(3_500)
    expect(one.state).toMatchObject({ received: ['snapshot', 'snapshot', 'delta'], dropped: false })
    expect(two.state).toEqual({ received: ['snapshot'], dropped: true })
    publisher.stop()
  })
})

describe('the period', () => {
  /**
   * Deltas that a subscriber hears in a second of changes, and when, while each timer is `lateMs`
   * late.
   */
  async function receivedIn({ lateMs }: { readonly lateMs: number }): Promise<readonly number[]> {
    const displayed = createDisplayedMarket({ symbols: [spec.symbol], liveTrading: true })
    const clock = createManualClock()
    const late = { ...clock, after: (ms: number, run: () => void) => clock.after(ms + lateMs, run) }
    const publisher = createPublisher({
      clock: late,
      open: () => bookChannel({ spec, market: displayed, now: clock.now }),
    })
    const began = clock.monotonic()
    const received: number[] = []
    publisher.subscribe(
      {
        send: (text) =>
          (JSON.parse(text) as { type: string }).type === 'delta' &&
          void received.push(clock.monotonic() - began),
        backlog: () => 0,
        drop: () => {},
      },
      { topic: 'books50@100ms', symbol: spec.symbol },
    )
    publisher.start()
    for (let ms = 0; ms < 1_000; ms += 10) {
      displayed.onLevel(spec.symbol, 'buy', 100, 1 + ms)
      await clock.advance(10)
    }
    publisher.stop()
    return received
  }
  it('keeps the average period when timers fire late', async () => {
    expect(await receivedIn({ lateMs: 0 })).toEqual([
      100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000,
    ])
    expect(await receivedIn({ lateMs: 30 })).toEqual([130, 230, 330, 430, 530, 630, 730, 830, 930])
  })
  it('leaves out those that were missed whole', async () => {
    expect(await receivedIn({ lateMs: 130 })).toEqual([230, 430, 630, 830])
  })
})

describe('the change of a day', () => {
  it.each([
    [100, 101, '1.00'],
    [100, 99, '-1.00'],
    [300, 301, '0.33'],
    [3_000_000, 3_000_149, '0.00'],
    [3_000_000, 3_000_150, '0.01'],
    [100, 100, '0.00'],
  ])('computes from %i to %i a change of %s %%', (from, to, text) => {
    expect(percentChange(from, to)).toBe(text)
  })
})

function raise(): never {
  throw new Error('no pairs')
}
