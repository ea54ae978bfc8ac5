import { createManualClock, createScriptedSockets, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { createMarketClient, type MarketEvent } from './createMarketClient.ts'
import { createBookScript, createManualFrame } from './testing.ts'

function setup() {
  const clock = createManualClock()
  const frame = createManualFrame()
  const events: MarketEvent[] = []
  const { openSocket, sockets } = createScriptedSockets()
  const client = createMarketClient({
    openSocket,
    clock,
    frame,
    random: createSeededRandom(7),
    onEvent: (event) => events.push(event),
  })
  const socket = (index = 0) => sockets[index] ?? unopened(index)
  return {
    clock,
    frame,
    events,
    sockets,
    client,
    socket,
    server: createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] }),
  }
}

function unopened(index: number): never {
  throw new Error(`socket ${index} was never opened`)
}

const parsed = (sent: readonly string[]) =>
  sent.map((text) => JSON.parse(text) as { op: string; args?: { topic: string }[] })

describe('createMarketClient', () => {
  it('opens no socket before the first use', () => {
    expect(setup().sockets).toHaveLength(0)
  })

  it('shows a thousand levels of the deep book beside fifty', () => {
    const { client, socket, frame } = setup()
    const [book, deep] = [client.book('BTCUSDT'), client.deepBook('BTCUSDT')]
    socket().open()
    expect(parsed(socket().sent).flatMap(({ args }) => args?.map(({ topic }) => topic))).toEqual([
      'books50@100ms',
      'books1000@1s',
    ])
    const levels = (from: number, step: number) =>
      Array.from({ length: 1_100 }, (_, at) => [String(from + at * step), '1'] as const)
    const sides = { bids: levels(5_000, -1), asks: levels(5_001, 1) }
    socket().deliver(createBookScript('BTCUSDT', sides).snapshot())
    socket().deliver(createBookScript('BTCUSDT', { ...sides, topic: 'books1000@1s' }).snapshot())
    frame.draw()
    const depths = [book, deep].map(({ store }) => {
      const { bids, asks, status } = store.getState()
      return [bids.length, asks.length, status]
    })
    expect(depths).toEqual([
      [50, 50, 'live'],
      [1_000, 1_000, 'live'],
    ])
    expect(deep.store.getState().asks.at(-1)).toEqual({ price: '6000', size: '1', total: '1000' })
  })

  it('keeps a contract and the pair of its name apart (futures 11)', () => {
    const { client, socket, frame } = setup()
    const pair = client.ticker('BTCUSDT')
    const contract = client.ticker('usdt/BTCUSDT')
    socket().open()
    expect(parsed(socket().sent).flatMap(({ args }) => args)).toEqual([
      { topic: 'ticker@250ms', symbol: 'BTCUSDT' },
      { topic: 'ticker@250ms', symbol: 'BTCUSDT', product: 'usdt' },
    ])
    const ticker = {
      symbol: 'BTCUSDT',
      last: '100',
      open24h: '100',
      high24h: '100',
      low24h: '100',
      volumeBase: '1',
      volumeQuote: '100',
      changePercent: '0.00',
      ts: 1,
    }
    const head = { topic: 'ticker@250ms', symbol: 'BTCUSDT', type: 'snapshot', prevSeq: 0, ts: 1 }
    socket().deliver({ ...head, product: 'usdt', seq: 1, ticker: { ...ticker, last: '101' } })
    socket().deliver({ ...head, seq: 1, ticker })
    frame.draw()
    expect([pair.store.getState()?.last, contract.store.getState()?.last]).toEqual(['100', '101'])
  })

  it('shows mark price and funding of a contract, the latest last (futures 11)', () => {
    const { client, socket, frame } = setup()
    const { store, release } = client.mark('coin/BTCUSD')
    socket().open()
    const price = { mark: '100', index: '99.5', rate: '0.0001', nextAt: 9, openInterest: '7' }
    const head = { topic: 'mark@1s', symbol: 'BTCUSD', product: 'coin', prevSeq: 0, ts: 1 }
    socket().deliver({ ...head, type: 'snapshot', seq: 4, ...price })
    socket().deliver({ ...head, type: 'delta', seq: 3, ...price, mark: '98' })
    frame.draw()
    expect(store.getState()).toMatchObject({ mark: '100', openInterest: '7' })
    socket().deliver({ ...head, type: 'delta', seq: 5, ...price, mark: null, index: null })
    frame.draw()
    expect(store.getState()).toMatchObject({ mark: null, index: null })
    release()
  })

  it('subscribes once for all uses and unsubscribes after the linger time', async () => {
    const { client, socket, clock } = setup()
    const first = client.book('BTCUSDT')
    const second = client.book('BTCUSDT')
    socket().open()
    expect(parsed(socket().sent)).toEqual([
      { op: 'subscribe', args: [{ topic: 'books50@100ms', symbol: 'BTCUSDT' }] },
    ])
    expect(first.store).toBe(second.store)
    first.release()
    first.release()
    await clock.advance(5_000)
    expect(parsed(socket().sent).map(({ op }) => op)).not.toContain('unsubscribe')
    second.release()
    await clock.advance(1_999)
    expect(parsed(socket().sent).map(({ op }) => op)).not.toContain('unsubscribe')
    await clock.advance(1)
    expect(parsed(socket().sent).at(-1)?.op).toBe('unsubscribe')
    expect(socket().isClosed).toBe(true)
  })

  it('reuses a lingering topic without a message to the server', async () => {
    const { client, socket, clock } = setup()
    client.book('BTCUSDT').release()
    socket().open()
    await clock.advance(1_000)
    const again = client.book('BTCUSDT')
    await clock.advance(4_000)
    expect(parsed(socket().sent).filter(({ op }) => op !== 'ping')).toHaveLength(1)
    again.release()
  })

  it('commits once per frame, whatever the number of messages', () => {
    const { client, socket, frame, server } = setup()
    const book = client.book('BTCUSDT')
    let commits = 0
    book.store.subscribe(() => commits++)
    socket().open()
    socket().deliver(server.snapshot())
    for (let turn = 1; turn <= 50; turn++)
      socket().deliver(server.delta({ bids: [['100', String(turn)]] }))
    expect(commits).toBe(0)
    frame.draw()
    expect(commits).toBe(1)
    expect(book.store.getState().bids[0]?.size).toBe('50')
  })

  it('requests one snapshot after a gap and recovers by it', () => {
    const { client, socket, frame, server, events } = setup()
    const book = client.book('BTCUSDT')
    socket().open()
    socket().deliver(server.snapshot())
    server.delta({ bids: [['99', '1']] })
    for (let turn = 0; turn < 5; turn++)
      socket().deliver(server.delta({ bids: [['98', String(turn + 1)]] }))
    expect(events).toEqual([{ type: 'gap', symbol: 'BTCUSDT' }])
    expect(parsed(socket().sent).filter(({ op }) => op === 'subscribe')).toHaveLength(2)
    socket().deliver(server.snapshot())
    frame.draw()
    expect(book.store.getState()).toMatchObject({ status: 'live', gaps: 1 })
  })

  it('requests missing trades once and reports the gap', async () => {
    const { client, socket, frame, events } = setup()
    const trades = client.trades('BTCUSDT')
    const message = (type: 'snapshot' | 'delta', seq: number) => ({
      topic: 'trade',
      symbol: 'BTCUSDT',
      type,
      seq,
      prevSeq: seq - 1,
      ts: 1,
      trades: [{ id: `t${seq}`, price: '100', size: '1', takerSide: 'buy', ts: 1 }],
    })
    socket().open()
    socket().deliver(message('snapshot', 1))
    for (const seq of [3, 4, 5, 6, 7]) socket().deliver(message('delta', seq))
    expect(parsed(socket().sent).filter(({ op }) => op === 'subscribe')).toHaveLength(2)
    expect(events).toEqual([{ type: 'gap', symbol: 'BTCUSDT' }])
    socket().deliver(message('snapshot', 7))
    socket().deliver(message('delta', 8))
    frame.draw()
    expect(trades.store.getState().map(({ id }) => id)).toEqual(['t8', 't7'])
  })

  it('requests a snapshot with back-off while its checksum is wrong', async () => {
    const { client, socket, server, clock, frame } = setup()
    const book = client.book('BTCUSDT')
    const asked = () => parsed(socket().sent).filter(({ op }) => op === 'subscribe').length
    const wrong = () => socket().deliver({ ...server.snapshot(), cs: 1 })
    socket().open()
    for (const pause of [500, 1_000, 2_000, 4_000]) {
      const before = asked()
      wrong()
      await clock.advance(pause / 2 - 1)
      expect(asked()).toBe(before)
      await clock.advance(pause / 2 + 1)
      expect(asked()).toBe(before + 1)
    }
    socket().deliver(server.snapshot())
    frame.draw()
    expect(book.store.getState().status).toBe('live')
    wrong()
    await clock.advance(500)
    expect(asked()).toBe(6)
  })

  it('marks books stale on a disconnect, then reconnects and resubscribes', async () => {
    const { client, socket, sockets, frame, server, clock } = setup()
    const book = client.book('BTCUSDT')
    socket().open()
    socket().deliver(server.snapshot())
    socket().drop()
    frame.draw()
    expect(book.store.getState()).toMatchObject({ status: 'stale', bids: [{ price: '100' }] })
    expect(client.connection.getState()).toMatchObject({ status: 'waiting', attempt: 1 })
    await clock.advance(500)
    expect(sockets).toHaveLength(2)
    socket(1).open()
    expect(parsed(socket(1).sent)[0]?.op).toBe('subscribe')
    socket(1).deliver(server.snapshot())
    frame.draw()
    expect(book.store.getState().status).toBe('live')
  })

  it('backs off after each failed try, from 0.5 to 15 s', async () => {
    const { client, sockets, clock, socket } = setup()
    client.book('BTCUSDT')
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      const index = sockets.length - 1
      socket(index).drop()
      const { nextTryAt = 0 } = client.connection.getState()
      expect(nextTryAt - clock.now()).toBeGreaterThanOrEqual(pause / 2)
      expect(nextTryAt - clock.now()).toBeLessThanOrEqual(pause)
      await clock.advance(pause)
    }
  })

  it('backs off where the server closes the socket before a message', async () => {
    const { client, sockets, clock, socket, server } = setup()
    client.book('BTCUSDT')
    for (const pause of [500, 1_000, 2_000]) {
      const index = sockets.length - 1
      socket(index).open()
      socket(index).drop()
      const { nextTryAt = 0 } = client.connection.getState()
      expect(nextTryAt - clock.now()).toBeGreaterThanOrEqual(pause / 2)
      await clock.advance(pause)
    }
    socket(3).open()
    socket(3).deliver(server.snapshot())
    socket(3).drop()
    expect(client.connection.getState()).toMatchObject({ status: 'waiting', attempt: 1 })
  })

  it('pings a silent server and reconnects without an answer', async () => {
    const { client, socket, sockets, clock } = setup()
    client.book('BTCUSDT')
    socket().open()
    await clock.advance(5_000)
    expect(parsed(socket().sent).at(-1)).toEqual({ op: 'ping' })
    socket().deliver({ op: 'pong', ts: 1 })
    await clock.advance(5_000)
    await clock.advance(4_999)
    expect(sockets).toHaveLength(1)
    await clock.advance(1_000)
    expect(sockets).toHaveLength(2)
  })

  it('counts the silence from the last message, with one timer', async () => {
    const { client, socket, clock } = setup()
    client.book('BTCUSDT')
    socket().open()
    const pings = () => parsed(socket().sent).filter(({ op }) => op === 'ping').length
    const timers = vi.spyOn(clock, 'after')
    for (let second = 0; second < 8; second++) {
      for (let n = 0; n < 50; n++) socket().deliver({ op: 'pong', ts: n })
      await clock.advance(1_000)
    }
    await clock.advance(3_999)
    expect(pings()).toBe(0)
    await clock.advance(1)
    expect(pings()).toBe(1)
    expect(timers.mock.calls.length).toBeLessThan(5)
    client.dispose()
  })

  it('abandons a socket that never opens', async () => {
    const { client, sockets, clock } = setup()
    client.book('BTCUSDT')
    await clock.advance(11_000)
    expect(sockets).toHaveLength(2)
    client.dispose()
  })

  it('keeps the newest hundred trades, newest first', () => {
    const { client, socket, frame } = setup()
    const trades = client.trades('BTCUSDT')
    socket().open()
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: String(from + index),
        price: '1',
        size: '1',
        takerSide: 'buy',
        ts: from + index,
      }))
    const base = { topic: 'trade', symbol: 'BTCUSDT', ts: 1 }
    socket().deliver({ ...base, type: 'snapshot', seq: 1, prevSeq: 0, trades: rows(0, 60) })
    socket().deliver({ ...base, type: 'delta', seq: 2, prevSeq: 1, trades: rows(60, 60) })
    frame.draw()
    expect(trades.store.getState()).toHaveLength(100)
    expect(trades.store.getState()[0]?.id).toBe('119')
  })

  it('combines tickers in one store', () => {
    const { client, socket, frame } = setup()
    const board = client.tickers(['BTCUSDT', 'ETHUSDT'])
    socket().open()
    const ticker = {
      symbol: 'ETHUSDT',
      last: '2',
      open24h: '1',
      high24h: '2',
      low24h: '1',
      volumeBase: '1',
      volumeQuote: '2',
      changePercent: '100.00',
      ts: 1,
    }
    socket().deliver({
      topic: 'ticker@250ms',
      symbol: 'ETHUSDT',
      type: 'snapshot',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      ticker,
    })
    frame.draw()
    expect(board.store.getState()).toEqual({ ETHUSDT: ticker })
    const later = client.tickers(['ETHUSDT'])
    expect(later.store.getState()).toEqual({ ETHUSDT: ticker })
    expect(later.store.getInitialState?.()).toEqual({})
  })

  it('ignores an older ticker, and restarts the sequence on reconnection', async () => {
    const { client, socket, frame, clock } = setup()
    const { store } = client.ticker('ETHUSDT')
    const say = (
      index: number,
      type: 'snapshot' | 'delta',
      { seq, last }: { seq: number; last: string },
    ) =>
      socket(index).deliver({
        topic: 'ticker@250ms',
        symbol: 'ETHUSDT',
        type,
        seq,
        prevSeq: 0,
        ts: 1,
        ticker: {
          symbol: 'ETHUSDT',
          last,
          open24h: '1',
          high24h: '2',
          low24h: '1',
          volumeBase: '1',
          volumeQuote: '2',
          changePercent: '0.00',
          ts: 1,
        },
      })
    const shown = () => (frame.draw(), store.getState()?.last)
    socket().open()
    say(0, 'snapshot', { seq: 7, last: '10' })
    say(0, 'delta', { seq: 9, last: '12' })
    say(0, 'delta', { seq: 8, last: '11' })
    expect(shown()).toBe('12')
    socket().drop()
    await clock.advance(500)
    socket(1).open()
    say(1, 'delta', { seq: 1, last: '13' })
    expect(shown()).toBe('13')
  })

  it('reports refused subscriptions and unreadable messages', () => {
    const { client, socket, events } = setup()
    client.book('NOPE')
    socket().open()
    socket().deliver({ op: 'error', msg: 'unknown symbol' })
    socket().deliver('<html>')
    expect(events).toEqual([{ type: 'refused', message: 'unknown symbol' }, { type: 'unreadable' }])
  })

  describe('the current candle (trading 6)', () => {
    const MINUTE = 60_000
    const setUp = () => {
      const all = setup()
      const { store } = all.client.candle('BTCUSDT', '1m')
      const words = (socket = all.socket()) => {
        let seq = 0
        return (type: 'snapshot' | 'delta', minute: number, close: string) => {
          const prevSeq = seq
          if (type === 'delta') seq++
          socket.deliver({
            topic: 'candle_1m',
            symbol: 'BTCUSDT',
            type,
            seq,
            prevSeq,
            ts: 0,
            candle: {
              openTime: minute * MINUTE,
              open: '1',
              high: '9',
              low: '1',
              close,
              volume: '1',
            },
          })
        }
      }
      const shown = () => {
        all.frame.draw()
        const { openTime = -1, close, before } = store.getState() ?? {}
        return [openTime / MINUTE, close, before && [before.openTime / MINUTE, before.close]]
      }
      return { ...all, words, shown }
    }

    it('has the final previous candle, whatever the messages in one frame', () => {
      const { socket, words, shown } = setUp()
      socket().open()
      const say = words()
      say('snapshot', 0, '2')
      expect(shown()).toEqual([0, '2', undefined])
      say('delta', 0, '3')
      say('delta', 1, '4')
      say('delta', 1, '5')
      expect(shown()).toEqual([1, '5', [0, '3']])
      say('delta', 2, '6')
      expect(shown()).toEqual([2, '6', [1, '5']])
    })

    it('has no previous candle after lost messages or a reconnection', async () => {
      const { socket, clock, words, shown } = setUp()
      socket().open()
      const say = words()
      say('snapshot', 0, '2')
      socket().deliver({
        topic: 'candle_1m',
        symbol: 'BTCUSDT',
        type: 'delta',
        seq: 9,
        prevSeq: 8,
        ts: 0,
        candle: { openTime: MINUTE, open: '1', high: '9', low: '1', close: '7', volume: '1' },
      })
      expect(shown()).toEqual([1, '7', undefined])
      socket().drop()
      await clock.advance(500)
      socket(1).open()
      words(socket(1))('snapshot', 2, '8')
      expect(shown()).toEqual([2, '8', undefined])
    })
  })

  it('follows the candles of each price of a contract by themselves (futures 11)', () => {
    const { client, socket, frame } = setup()
    const [traded, mark] = [undefined, { price: 'mark' } as const].map((options) =>
      client.candle('usdt/BTCUSDT', '5m', options),
    )
    socket().open()
    const candle = { openTime: 0, open: '1', high: '1', low: '1', close: '7', volume: '0' }
    const head = { symbol: 'BTCUSDT', product: 'usdt', type: 'snapshot', seq: 1, prevSeq: 0, ts: 0 }
    socket().deliver({ ...head, topic: 'candle_mark_5m', candle })
    frame.draw()
    expect(mark?.store.getState()?.close).toBe('7')
    expect(traded?.store.getState()).toBeUndefined()
  })

  it('leaves no timer behind once disposed of', async () => {
    const { client, socket, clock } = setup()
    client.book('BTCUSDT').release()
    client.candle('BTCUSDT', '1m')
    socket().open()
    client.dispose()
    expect(clock.pendingTimers()).toBe(0)
    expect(client.connection.getState().status).toBe('closed')
  })
})
