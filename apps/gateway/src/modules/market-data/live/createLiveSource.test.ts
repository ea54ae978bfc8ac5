import { createSeededRandom } from '@x/kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeClock } from '../../../platform/nodePorts.ts'
import type { Log } from '../../../platform/log/Log.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../book/createDisplayedMarket.ts'
import type { DisplayedTrade } from '../ports/DisplayedMarket.ts'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { signedCrc32 } from '../publish/crc32.ts'
import { createLiveSource } from './createLiveSource.ts'
import { fetchJson, openFeedSocket } from './nodeFeed.ts'
import { openFeed } from './openFeed.ts'
import {
  createNaiveSide,
  type Loopback,
  openLoopback,
  recordedLines,
} from '../../../testing/feedServer.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A live source on real sockets against a loopback exchange. */
function startGateway(
  exchange: string,
  { url, symbols = SPOT_SYMBOLS.slice(0, 1) }: { url: string; symbols?: readonly SpotInstrument[] },
) {
  const warnings: string[] = []
  const log: Log = {
    info() {},
    warn: (message) => warnings.push(message),
    error: (message) => warnings.push(message),
  }
  const displayed = createDisplayedMarket({
    symbols: symbols.map(({ symbol }) => symbol),
    liveTrading: false,
  })
  const trades: DisplayedTrade[] = []
  const statuses: string[] = []
  displayed.subscribe({
    trade: (trade) => trades.push(trade),
    status: (_, status) => statuses.push(status),
  })
  const firsts: [string, number][] = []
  const backs: [string, number][] = []
  const adapter = openFeed(exchange, { symbols, url })
  const source = createLiveSource({
    adapter,
    symbols,
    displayed,
    clock: nodeClock(),
    random: createSeededRandom(3),
    log,
    openSocket: openFeedSocket,
    fetchJson,
    onFirst: (symbol, ticks) => firsts.push([symbol, ticks]),
    onBack: (symbol, since) => backs.push([symbol, since]),
  })
  ends.push(() => source.stop())
  source.start()
  const shown = (symbol: string, depth = 25) => {
    const { bids, asks } = displayed.book(symbol, depth)
    return { bids: bids.map((level) => [...level]), asks: asks.map((level) => [...level]) }
  }
  return { displayed, trades, statuses, firsts, backs, warnings, shown }
}

async function exchangeOf(options: Parameters<typeof openLoopback>[0]): Promise<Loopback> {
  const loopback = await openLoopback(options)
  ends.push(() => loopback.close())
  return loopback
}

const soon = { interval: 10 }
const scale = (text: string, place: number) => Math.round(Number(text) * 10 ** place)
const cut = (text: string, place: number) =>
  Math.floor(Number((Number(text) * 10 ** place).toFixed(4)))

interface RawDepth {
  readonly U: number
  readonly u: number
  readonly b: [string, string][]
  readonly a: [string, string][]
}

describe('Binance, from a loopback server that replays a recording', () => {
  const lines = recordedLines('spot-btcusdt_20240808.gz')
  it.runIf(lines)("shows the reference replay's book despite losses", async () => {
    const all = lines ?? []
    const sides = { b: createNaiveSide(-1), a: createNaiveSide(1) }
    let lastUpdateId = 0
    const exchange = await exchangeOf({
      answer: ({ pathname }) =>
        pathname === '/api/v3/depth' && lastUpdateId > 0
          ? { lastUpdateId, bids: sides.b.ranked(), asks: sides.a.ranked() }
          : undefined,
    })
    /** The exchange goes on whether anybody listens or not. */
    const happen = (line: string, { isSent = true } = {}) => {
      const { data, ...snapshot } = JSON.parse(line) as {
        data?: RawDepth & { e?: string }
        lastUpdateId?: number
        bids?: [string, string][]
        asks?: [string, string][]
      }
      if (snapshot.lastUpdateId !== undefined) {
        lastUpdateId = snapshot.lastUpdateId
        sides.b.put(snapshot.bids ?? [])
        sides.a.put(snapshot.asks ?? [])
        return
      }
      if (data?.e === 'depthUpdate' && lastUpdateId > 0 && data.u > lastUpdateId) {
        sides.b.put(data.b)
        sides.a.put(data.a)
        lastUpdateId = data.u
      }
      if (isSent) exchange.send(line)
    }
    const differences = all.flatMap((line, index) => (line.includes('depthUpdate') ? [index] : []))
    const [cutAt = 0, lostAt = 0, endAt = 0] = [
      differences[150],
      differences[300],
      differences[450],
    ]
    const gateway = startGateway('binance', { url: exchange.url })
    await expect.poll(() => exchange.isConnected(), soon).toBe(true)
    for (const line of all.slice(0, cutAt)) happen(line)
    // The first question came before there was a snapshot; it is asked again.
    await expect.poll(() => gateway.displayed.status('BTCUSDT'), soon).toBe('trading')
    expect(gateway.firsts).toHaveLength(1)
    expect(gateway.backs).toEqual([])

    exchange.drop()
    for (const line of all.slice(cutAt, cutAt + 40)) happen(line)
    await expect.poll(() => gateway.statuses.at(-1), soon).toBe('paused')
    // What was under way when the line was cut is still received.
    const receivedUntil = Date.now()
    await expect.poll(() => exchange.connections(), soon).toBe(2)
    for (const line of all.slice(cutAt + 40, lostAt)) happen(line)
    await expect.poll(() => gateway.displayed.status('BTCUSDT'), soon).toBe('trading')

    happen(all[lostAt] ?? '', { isSent: false })
    for (const line of all.slice(lostAt + 1, endAt + 1)) happen(line)
    await expect
      .poll(() => gateway.warnings, soon)
      .toContain('The book of the exchange has a gap; it is fetched again')
    const side = (rows: readonly (readonly [string, string])[]) =>
      rows
        .map(([price, size]) => [scale(price, 2), cut(size, 5)])
        .filter(([, lots]) => lots !== 0)
        .slice(0, 25)
    await expect
      .poll(() => gateway.shown('BTCUSDT'), soon)
      .toEqual({ bids: side(sides.b.ranked()), asks: side(sides.a.ranked()) })
    expect(gateway.displayed.status('BTCUSDT')).toBe('trading')
    expect(gateway.firsts).toHaveLength(1)
    // A gap loses no trades; a lost feed does.
    expect(gateway.backs).toEqual([['BTCUSDT', expect.any(Number)]])
    expect(gateway.backs[0]?.[1]).toBeLessThanOrEqual(receivedUntil)
    expect(gateway.trades.length).toBeGreaterThan(20)
    expect(gateway.trades.every(({ ticks, lots }) => Number.isSafeInteger(ticks) && lots > 0)).toBe(
      true,
    )
  })
})

interface RawBooks {
  readonly action: 'snapshot' | 'update'
  readonly arg: { readonly channel: string; readonly instId: string }
  readonly data: { asks: [string, string][]; bids: [string, string][]; checksum: number }[]
}

describe('Bitget, from a loopback server that replays a recording', () => {
  const lines = recordedLines('bitget-ws.1.0.gz')
  it.runIf(lines)('shows all recorded books and heals a corrupted one', async () => {
    const books = new Map<
      string,
      {
        bids: ReturnType<typeof createNaiveSide>
        asks: ReturnType<typeof createNaiveSide>
        places: number
      }
    >()
    const exchange = await exchangeOf({
      onText(text) {
        // The second subscription of a pair alone is answered with a snapshot of now; the first
        // with the recorded one.
        const { op, args = [] } = text.startsWith('{')
          ? (JSON.parse(text) as { op: string; args: { channel: string; instId: string }[] })
          : { op: text }
        const [first] = args
        const book = first && books.get(first.instId)
        if (op === 'subscribe' && args.length === 1 && first && book)
          exchange.send(
            JSON.stringify({
              action: 'snapshot',
              arg: first,
              data: [{ ...stateOf(book), ts: '1' }],
            }),
          )
      },
    })
    const stateOf = ({
      bids,
      asks,
    }: {
      bids: ReturnType<typeof createNaiveSide>
      asks: ReturnType<typeof createNaiveSide>
    }) => {
      const [b, a] = [bids.ranked(), asks.ranked()]
      const parts = Array.from({ length: 25 }, (_, index) => [
        ...(b[index] ?? []),
        ...(a[index] ?? []),
      ]).flat()
      return { bids: b, asks: a, checksum: signedCrc32(parts.join(':')) }
    }
    const all = lines ?? []
    for (const line of all.filter(
      (each) => each.includes('"books"') && each.includes('"checksum"'),
    )) {
      const { arg, data } = JSON.parse(line) as RawBooks
      const known = books.get(arg.instId) ?? {
        bids: createNaiveSide(-1),
        asks: createNaiveSide(1),
        places: 0,
      }
      const places = Math.max(
        known.places,
        ...data
          .flatMap(({ bids, asks }) => [...bids, ...asks])
          .map(([price]) => (price.split('.')[1] ?? '').length),
      )
      books.set(arg.instId, { ...known, places })
    }
    const symbols = [...books].map(([symbol, { places }]): SpotInstrument => ({
      symbol,
      base: symbol.slice(0, -4),
      quote: 'USDT',
      product: 'spot',
      id: '',
      baseScale: 8,
      quoteScale: 8,
      tickSize: '',
      stepSize: '',
      minNotional: '5',
      pricePlace: places,
      quantityPlace: 4,
    }))
    const gateway = startGateway('bitget', { url: exchange.url, symbols })
    await expect.poll(() => exchange.received, soon).toHaveLength(1)
    expect(JSON.parse(exchange.received[0] ?? '')).toMatchObject({
      op: 'subscribe',
      args: expect.arrayContaining([
        { instType: 'SPOT', channel: 'books', instId: 'EOSUSDT' },
        { instType: 'SPOT', channel: 'trade', instId: 'EOSUSDT' },
      ]) as unknown,
    })
    let eos = 0
    for (const line of all) {
      let sent = line
      if (line.includes('"books"') && line.includes('"checksum"')) {
        const { action, arg, data } = JSON.parse(line) as RawBooks
        const book = books.get(arg.instId)
        for (const { bids, asks } of data) {
          if (action === 'snapshot') for (const side of [book?.bids, book?.asks]) side?.clear()
          book?.bids.put(bids)
          book?.asks.put(asks)
        }
        if (arg.instId === 'EOSUSDT' && ++eos === 20)
          sent = JSON.stringify({
            action,
            arg,
            data: data.map((each) => ({ ...each, checksum: each.checksum + 1 })),
          })
      }
      exchange.send(sent)
      if (eos === 20 && sent !== line)
        await expect.poll(() => exchange.received.length, soon).toBeGreaterThan(2)
    }
    expect(exchange.received.slice(1).filter((text) => text.includes('"subscribe"'))).toEqual([
      JSON.stringify({
        op: 'subscribe',
        args: [{ instType: 'SPOT', channel: 'books', instId: 'EOSUSDT' }],
      }),
    ])
    for (const { symbol, pricePlace } of symbols) {
      const { bids, asks } = stateOf(books.get(symbol) ?? never())
      const side = (rows: readonly (readonly [string, string])[]) =>
        rows.slice(0, 25).map(([price, size]) => [scale(price, pricePlace), cut(size, 4)])
      await expect
        .poll(() => gateway.shown(symbol), soon)
        .toEqual({ bids: side(bids), asks: side(asks) })
      expect(gateway.displayed.status(symbol)).toBe('trading')
    }
    expect(gateway.firsts.map(([symbol]) => symbol).sort()).toEqual([...books.keys()].sort())
    expect(gateway.trades.length).toBeGreaterThan(20)
    expect(gateway.warnings).toEqual(['The book of the exchange has a gap; it is fetched again'])
  })
})

/** Synthetic: messages in the form that OKX documents, made here; no recording of it is at hand. */
describe('OKX, from a loopback server with synthetic messages', () => {
  const arg = (channel: string) => ({ channel, instId: 'BTC-USDT' })
  const books = (
    action: 'snapshot' | 'update',
    {
      seqId,
      prevSeqId,
      bids = [],
      asks = [],
      checksum = 0,
    }: {
      seqId: number
      prevSeqId: number
      bids?: [string, string][]
      asks?: [string, string][]
      checksum?: number
    },
  ) => {
    const rows = (side: [string, string][]) => side.map(([price, size]) => [price, size, '0', '1'])
    return JSON.stringify({
      arg: arg('books'),
      action,
      data: [
        { asks: rows(asks), bids: rows(bids), ts: '1597026383085', checksum, prevSeqId, seqId },
      ],
    })
  }
  const snapshot = (seqId: number) =>
    books('snapshot', {
      seqId,
      prevSeqId: -1,
      bids: [
        ['100.1', '1.5'],
        ['100', '2'],
      ],
      asks: [['100.3', '1']],
    })

  async function start() {
    const exchange = await exchangeOf({})
    const gateway = startGateway('okx', { url: exchange.url })
    await expect.poll(() => exchange.received, soon).toHaveLength(1)
    return { exchange, gateway }
  }
  const subscribed = (received: readonly string[]) =>
    received.filter((text) => text.includes('"subscribe"')).length

  it('reads seqId, recognises heartbeats, and maps names', async () => {
    const { exchange, gateway } = await start()
    expect(JSON.parse(exchange.received[0] ?? '')).toEqual({
      op: 'subscribe',
      args: [arg('books'), arg('trades')],
    })
    exchange.send(JSON.stringify({ event: 'subscribe', arg: arg('books'), connId: 'a4d3ae55' }))
    for (const text of [
      snapshot(10),
      books('update', { prevSeqId: 10, seqId: 10 }),
      books('update', {
        prevSeqId: 10,
        seqId: 15,
        bids: [
          ['100.2', '3'],
          ['100', '0'],
        ],
      }),
    ])
      exchange.send(text)
    exchange.send(
      JSON.stringify({
        arg: arg('trades'),
        data: [
          {
            instId: 'BTC-USDT',
            tradeId: '1',
            px: '100.3',
            sz: '0.25',
            side: 'buy',
            ts: '1630048897897',
            count: '1',
          },
        ],
      }),
    )
    await expect.poll(() => gateway.trades, soon).toHaveLength(1)
    expect(gateway.shown('BTCUSDT')).toEqual({
      bids: [
        [10_020, 300_000],
        [10_010, 150_000],
      ],
      asks: [[10_030, 100_000]],
    })
    expect(gateway.trades[0]).toMatchObject({
      symbol: 'BTCUSDT',
      ticks: 10_030,
      lots: 25_000,
      takerSide: 'buy',
    })
    expect(gateway.warnings).toEqual([])
  })

  it('pauses after a gap, subscribes again once, and resumes with the snapshot', async () => {
    const { exchange, gateway } = await start()
    exchange.send(snapshot(10))
    exchange.send(books('update', { prevSeqId: 12, seqId: 15 }))
    await expect.poll(() => subscribed(exchange.received), soon).toBe(2)
    expect(gateway.displayed.status('BTCUSDT')).toBe('paused')
    exchange.send(books('update', { prevSeqId: 15, seqId: 16 }))
    exchange.send(snapshot(20))
    await expect.poll(() => gateway.displayed.status('BTCUSDT'), soon).toBe('trading')
    expect(subscribed(exchange.received)).toBe(2)
  })

  it('proves a checksum where the server still sends one', async () => {
    const { exchange, gateway } = await start()
    exchange.send(
      books('snapshot', {
        seqId: 1,
        prevSeqId: -1,
        bids: [['3366.1', '7']],
        asks: [
          ['3366.8', '9'],
          ['3368', '8'],
        ],
        checksum: signedCrc32('3366.1:7:3366.8:9:3368:8'),
      }),
    )
    await expect.poll(() => gateway.displayed.status('BTCUSDT'), soon).toBe('trading')
    exchange.send(books('update', { prevSeqId: 1, seqId: 2, bids: [['3366', '6']], checksum: 1 }))
    await expect
      .poll(() => gateway.warnings, soon)
      .toEqual(['The book of the exchange has a gap; it is fetched again'])
  })

  it('does not break on what it cannot read', async () => {
    const { exchange, gateway } = await start()
    for (const text of [
      '<html>',
      '[]',
      '{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"update","data":[{"bids":7}]}',
      'pong',
    ])
      exchange.send(text)
    exchange.send(snapshot(10))
    await expect.poll(() => gateway.displayed.status('BTCUSDT'), soon).toBe('trading')
    expect(gateway.warnings).toEqual(['Messages of the exchange could not be read'])
  })

  it('takes a repeated message for old (CR4)', async () => {
    const { exchange, gateway } = await start()
    const update = books('update', { prevSeqId: 10, seqId: 15, bids: [['100.2', '3']] })
    for (const text of [
      snapshot(10),
      update,
      update,
      books('update', { prevSeqId: 15, seqId: 18, asks: [['100.3', '2']] }),
    ])
      exchange.send(text)
    await expect.poll(() => gateway.shown('BTCUSDT').asks, soon).toEqual([[10_030, 200_000]])
    expect(gateway.statuses).toEqual(['trading'])
    expect(gateway.warnings).toEqual([])
  })

  it('pauses the pair when nothing proves its messages (CR4)', async () => {
    const { exchange, gateway } = await start()
    const unauthenticated = JSON.stringify({
      arg: arg('books'),
      action: 'snapshot',
      data: [{ asks: [['100.3', '1', '0', '1']], bids: [], ts: '1', checksum: 0 }],
    })
    for (let count = 0; count < 50; count++) exchange.send(unauthenticated)
    exchange.send(JSON.stringify({ arg: arg('trades'), data: [] }))
    await expect
      .poll(() => gateway.warnings, soon)
      .toEqual(['Messages of the exchange could not be read'])
    exchange.send(snapshot(10))
    await expect.poll(() => gateway.displayed.status('BTCUSDT'), soon).toBe('trading')
    expect(gateway.warnings).toHaveLength(1)
  })

  it('pauses a pair for good whose prices do not fit its steps', async () => {
    const { exchange, gateway } = await start()
    exchange.send(books('snapshot', { seqId: 1, prevSeqId: -1, bids: [['100.123', '1']] }))
    exchange.send(snapshot(10))
    await expect
      .poll(() => gateway.warnings, soon)
      .toEqual(['A pair of the exchange does not fit the steps of this gateway'])
    expect(gateway.displayed.status('BTCUSDT')).toBe('paused')
  })
})

function never(): never {
  throw new Error('not recorded')
}
