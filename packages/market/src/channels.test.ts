import { describe, expect, it, vi } from 'vitest'
import { crc32 } from './book/crc32.ts'
import { withTotals } from './book/withTotals.ts'
import {
  bookChannel,
  candleChannel,
  MAX_TRADES,
  markChannel,
  tickerChannel,
  tradeChannel,
} from './channels.ts'
import type { Candle, MarkPrice, Ticker, TradeRow } from './model.ts'
import { createBookScript } from './testing.ts'
import { BOOK_TOPIC, type MarketMessage, parseMessage, TICKER_TOPIC } from './wire.ts'

/** Where a message stands in its topic. */
interface Place {
  readonly type?: 'snapshot' | 'delta'
  readonly seq: number
  /** Default the number before. */
  readonly prevSeq?: number
}

const head = ({ type = 'delta', seq, prevSeq = seq - 1 }: Place) => ({
  topic: 'any',
  symbol: 'BTCUSDT',
  type,
  seq,
  prevSeq,
  ts: seq * 1000,
})

const CONTROL: MarketMessage = { kind: 'control', op: 'error', message: 'x' }

describe('channel of trades', () => {
  const trade = (id: number): TradeRow => ({
    id: String(id),
    price: '1',
    size: '1',
    takerSide: 'buy',
    ts: id,
  })
  const message = (place: Place, ...ids: readonly number[]): MarketMessage => ({
    kind: 'trade',
    ...head(place),
    trades: ids.map(trade),
  })
  function setUp() {
    const onGap = vi.fn()
    const channel = tradeChannel('BTCUSDT', onGap)
    const apply = (...given: Parameters<typeof message>) => channel.apply(message(...given), 0)
    const shown = () => {
      channel.commit()
      return channel.store.getState().map(({ id }) => Number(id))
    }
    return { channel, onGap, apply, shown }
  }

  it('shows the newest first, of the snapshot and of each delta', () => {
    const { apply, shown } = setUp()
    expect(apply({ type: 'snapshot', seq: 5 }, 1, 2, 3)).toBe('changed')
    expect(apply({ seq: 6 }, 4, 5)).toBe('changed')
    expect(shown()).toEqual([5, 4, 3, 2, 1])
  })

  it('keeps the newest hundred', () => {
    const { apply, shown } = setUp()
    const many = Array.from({ length: 150 }, (_, n) => n)
    apply({ type: 'snapshot', seq: 1 }, ...many)
    expect(shown()).toEqual(many.toReversed().slice(0, MAX_TRADES))
    apply({ seq: 2 }, 150, 151)
    expect(shown().slice(0, 3)).toEqual([151, 150, 149])
    expect(shown()).toHaveLength(100)
  })

  it('begins with deltas where no snapshot has come', () => {
    const { apply, shown, onGap } = setUp()
    expect(apply({ seq: 9 }, 1)).toBe('changed')
    expect(apply({ seq: 10 }, 2)).toBe('changed')
    expect(shown()).toEqual([2, 1])
    expect(onGap).not.toHaveBeenCalled()
  })

  it.each([5, 4])('ignores delta %i after 5', (seq) => {
    const { apply, shown, onGap } = setUp()
    apply({ type: 'snapshot', seq: 5 }, 1)
    expect(apply({ seq }, 2)).toBe('unchanged')
    expect(shown()).toEqual([1])
    expect(onGap).not.toHaveBeenCalled()
  })

  it('asks for a snapshot once after a gap', () => {
    const { apply, shown, onGap } = setUp()
    apply({ type: 'snapshot', seq: 5 }, 1)
    expect(apply({ seq: 8 }, 3)).toBe('resync')
    expect(apply({ seq: 9 }, 4)).toBe('unchanged')
    expect(apply({ seq: 6 }, 2)).toBe('unchanged')
    expect(onGap).toHaveBeenCalledOnce()
    expect(shown()).toEqual([1])
    apply({ type: 'snapshot', seq: 9 }, 1, 2, 3, 4)
    expect(apply({ seq: 10 }, 5)).toBe('changed')
    expect(shown()).toEqual([5, 4, 3, 2, 1])
  })

  it('takes a snapshot of lower numbers, as of another connection', () => {
    const { apply, shown } = setUp()
    apply({ type: 'snapshot', seq: 500 }, 1)
    apply({ type: 'snapshot', seq: 3 }, 2)
    expect(apply({ seq: 4 }, 3)).toBe('changed')
    expect(shown()).toEqual([3, 2])
  })

  it('changes nothing before it is committed, and keeps published lists', () => {
    const { channel, apply, shown } = setUp()
    apply({ type: 'snapshot', seq: 1 }, 1)
    expect(channel.store.getState()).toEqual([])
    shown()
    const before = channel.store.getState()
    apply({ seq: 2 }, 2)
    shown()
    expect(before.map(({ id }) => id)).toEqual(['1'])
  })

  it('ignores messages of other kinds', () => {
    expect(setUp().channel.apply(CONTROL, 0)).toBe('unchanged')
  })
})

describe('channel of a whole value', () => {
  const figures: Ticker = {
    symbol: 'BTCUSDT',
    last: '0',
    open24h: '1',
    high24h: '2',
    low24h: '0.5',
    volumeBase: '10',
    volumeQuote: '10',
    changePercent: '0.00',
    ts: 1,
  }
  const message = (place: Place, last: string): MarketMessage => ({
    kind: 'ticker',
    ...head(place),
    ticker: { ...figures, last },
  })
  function setUp() {
    const channel = tickerChannel('BTCUSDT')
    const last = () => {
      channel.commit()
      return channel.store.getState()?.last
    }
    return { channel, last }
  }

  it('has its topic and symbol, and no value at first', () => {
    const { channel, last } = setUp()
    expect([channel.topic, channel.symbol]).toEqual([TICKER_TOPIC, 'BTCUSDT'])
    expect(last()).toBeUndefined()
  })

  it('takes the next value over a gap, without a snapshot', () => {
    const { channel, last } = setUp()
    channel.apply(message({ seq: 2 }, '1'), 0)
    expect(channel.apply(message({ seq: 9 }, '2'), 0)).toBe('changed')
    expect(last()).toBe('2')
  })

  it.each([8, 9])('ignores value %i after 9', (seq) => {
    const { channel, last } = setUp()
    channel.apply(message({ seq: 9 }, '2'), 0)
    expect(channel.apply(message({ seq }, '1'), 0)).toBe('unchanged')
    expect(last()).toBe('2')
  })

  it('counts on from any snapshot', () => {
    const { channel, last } = setUp()
    channel.apply(message({ seq: 9 }, '2'), 0)
    channel.apply(message({ type: 'snapshot', seq: 3 }, '1'), 0)
    expect(last()).toBe('1')
    expect(channel.apply(message({ seq: 4 }, '3'), 0)).toBe('changed')
  })

  it('keeps its value over a reconnection, and then takes lower numbers', () => {
    const { channel, last } = setUp()
    channel.apply(message({ seq: 900 }, '2'), 0)
    channel.onDisconnect()
    channel.onReconnect()
    expect(last()).toBe('2')
    expect(channel.apply(message({ seq: 1 }, '3'), 0)).toBe('changed')
    expect(last()).toBe('3')
  })

  it('takes mark prices, and nothing else', () => {
    const channel = markChannel('usdt/BTCUSDT')
    const price: MarkPrice = { mark: '1', index: null, rate: null, nextAt: 0, openInterest: '0' }
    expect(channel.apply(message({ seq: 1 }, '1'), 0)).toBe('unchanged')
    expect(channel.apply(CONTROL, 0)).toBe('unchanged')
    expect(channel.apply({ kind: 'mark', ...head({ seq: 1 }), price }, 0)).toBe('changed')
    channel.commit()
    expect(channel.store.getState()).toEqual(price)
  })
})

describe('channel of candles', () => {
  const candle = (openTime: number, close: string): Candle => ({
    openTime,
    open: '1',
    high: '1',
    low: '1',
    close,
    volume: '1',
  })
  function setUp() {
    const channel = candleChannel('BTCUSDT', '1m')
    const apply = (place: Place, openTime: number, close: string) =>
      channel.apply({ kind: 'candle', ...head(place), candle: candle(openTime, close) }, 0)
    const current = () => {
      channel.commit()
      return channel.store.getState()
    }
    return { channel, apply, current }
  }

  it('has the topic of its price', () => {
    expect(candleChannel('BTCUSDT', '1m').topic).toBe('candle_1m')
    expect(candleChannel('usdt/BTCUSDT', '4h', 'mark').topic).toBe('candle_mark_4h')
  })

  it('follows the running candle', () => {
    const { apply, current } = setUp()
    apply({ type: 'snapshot', seq: 1 }, 60, '1')
    apply({ seq: 2 }, 60, '2')
    expect(current()).toEqual(candle(60, '2'))
  })

  it('keeps the last state of the candle before', () => {
    const { apply, current } = setUp()
    apply({ type: 'snapshot', seq: 1 }, 60, '1')
    apply({ seq: 2 }, 60, '2')
    apply({ seq: 3 }, 120, '3')
    apply({ seq: 4 }, 120, '4')
    expect(current()).toEqual({ ...candle(120, '4'), before: candle(60, '2') })
  })

  it('keeps one candle before, not a chain of them', () => {
    const { apply, current } = setUp()
    apply({ type: 'snapshot', seq: 1 }, 60, '1')
    apply({ seq: 2 }, 120, '2')
    apply({ seq: 3 }, 180, '3')
    expect(current()).toEqual({ ...candle(180, '3'), before: candle(120, '2') })
  })

  it('does not know the candle before after a lost message', () => {
    const { apply, current } = setUp()
    apply({ type: 'snapshot', seq: 1 }, 60, '1')
    apply({ seq: 3 }, 120, '3')
    expect(current()).toEqual(candle(120, '3'))
  })

  it('does not know the candle before after a snapshot of the next', () => {
    const { apply, current } = setUp()
    apply({ type: 'snapshot', seq: 1 }, 60, '1')
    apply({ type: 'snapshot', seq: 2, prevSeq: 1 }, 120, '3')
    expect(current()).toEqual(candle(120, '3'))
  })

  it('keeps the candle before over a lost message of the same candle', () => {
    const { apply, current } = setUp()
    apply({ type: 'snapshot', seq: 1 }, 60, '1')
    apply({ seq: 2 }, 120, '2')
    apply({ seq: 7 }, 120, '3')
    expect(current()).toEqual({ ...candle(120, '3'), before: candle(60, '1') })
  })

  it.each([1, 2])('ignores delta %i after 2', (seq) => {
    const { apply, current } = setUp()
    apply({ type: 'snapshot', seq: 2 }, 60, '2')
    expect(apply({ seq }, 60, '1')).toBe('unchanged')
    expect(current()).toEqual(candle(60, '2'))
  })

  it('takes lower numbers after a reconnection', () => {
    const { channel, apply, current } = setUp()
    apply({ type: 'snapshot', seq: 900 }, 60, '2')
    channel.onReconnect()
    expect(apply({ seq: 1 }, 60, '3')).toBe('changed')
    expect(current()).toEqual(candle(60, '3'))
  })
})

describe('channel of a book', () => {
  const read = (raw: object): MarketMessage => {
    const message = parseMessage(JSON.stringify(raw))
    if (!message) throw new RangeError('The protocol has no such message.')
    return message
  }
  function setUp() {
    const onFault = vi.fn<(fault: 'gap' | 'checksum') => void>()
    const channel = bookChannel('BTCUSDT', { onFault })
    const script = createBookScript('BTCUSDT', {
      bids: [['99', '1']],
      asks: [['101', '2']],
    })
    const view = () => {
      channel.commit()
      return channel.store.getState()
    }
    return { onFault, channel, script, view }
  }

  it('is loading until its snapshot, and then live', () => {
    const { channel, script, view } = setUp()
    expect([channel.topic, view().status]).toEqual([BOOK_TOPIC, 'loading'])
    expect(channel.apply(read(script.snapshot()), 77)).toBe('changed')
    expect(view()).toMatchObject({ status: 'live', receivedAt: 77, gaps: 0 })
    expect(view().bids).toEqual([{ price: '99', size: '1', total: '1' }])
  })

  it('reports a gap, asks for a snapshot and recovers by it', () => {
    const { channel, script, view, onFault } = setUp()
    channel.apply(read(script.snapshot()), 0)
    script.delta({ bids: [['98', '1']] })
    expect(channel.apply(read(script.delta({ bids: [['97', '1']] })), 0)).toBe('resync')
    expect(onFault.mock.calls).toEqual([['gap']])
    expect(view()).toMatchObject({ status: 'resyncing', gaps: 1 })
    expect(channel.apply(read(script.snapshot()), 0)).toBe('changed')
    expect(view().status).toBe('live')
    expect(view().bids.map(({ price }) => price)).toEqual(['99', '98', '97'])
  })

  it('reports a wrong checksum', () => {
    const { channel, script, view, onFault } = setUp()
    channel.apply(read(script.snapshot()), 0)
    const { cs, ...delta } = script.delta({ asks: [['102', '1']] })
    expect(channel.apply(read({ ...delta, cs: cs ^ 1 }), 0)).toBe('resync')
    expect(onFault.mock.calls).toEqual([['checksum']])
    expect(view().checksumFailures).toBe(1)
  })

  it('is stale while the connection is lost, with its last levels', () => {
    const { channel, script, view } = setUp()
    channel.apply(read(script.snapshot()), 0)
    channel.onDisconnect()
    expect(view()).toMatchObject({ status: 'stale', asks: [{ price: '101' }] })
  })

  it('ignores messages of other kinds', () => {
    const { channel, onFault } = setUp()
    expect(channel.apply(CONTROL, 0)).toBe('unchanged')
    expect(onFault).not.toHaveBeenCalled()
  })
})

describe('totals of levels', () => {
  it('add up exactly, with the decimals of the longest size', () => {
    expect(
      withTotals([
        { price: '3', size: '0.1' },
        { price: '2', size: '0.2' },
        { price: '1', size: '1.00000001' },
      ]).map(({ total }) => total),
    ).toEqual(['0.10000000', '0.30000000', '1.30000001'])
  })

  it('are exact beyond floats', () => {
    const [, last] = withTotals([
      { price: '2', size: '9007199254740993' },
      { price: '1', size: '1' },
    ])
    expect(last?.total).toBe('9007199254740994')
  })

  it('are none of an empty side', () => {
    expect(withTotals([])).toEqual([])
  })
})

describe('CRC-32', () => {
  // The check value of the standard; others by zlib.
  it.each([
    ['', 0],
    ['123456789', 0xcbf43926 | 0],
    ['a', 0xe8b7be43 | 0],
    ['99:1:101:2', 0xeebb1b5c | 0],
  ])('sums up %j as %i', (text, expected) => {
    expect(crc32(text)).toBe(expected)
  })
})
