import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOfText, parseMessage, subscribeText } from './wire.ts'

const head = {
  topic: 'books50@100ms',
  symbol: 'BTCUSDT',
  type: 'snapshot',
  seq: 5,
  prevSeq: 0,
  ts: 1,
}

describe('parseMessage (wire 10)', () => {
  it('reads a book message', () => {
    expect(parseMessage(JSON.stringify({ ...head, b: [['1', '2']], a: [], cs: -5 }))).toMatchObject(
      { kind: 'book', seq: 5, bids: [['1', '2']], checksum: -5 },
    )
  })

  it('reads trades, tickers, candles and control messages', () => {
    const trade = { id: '1', price: '1', size: '2', takerSide: 'buy', ts: 3 }
    const ticker = {
      symbol: 'BTCUSDT',
      last: '1',
      open24h: '1',
      high24h: '1',
      low24h: '1',
      volumeBase: '0',
      volumeQuote: '0',
      changePercent: '-0.50',
      ts: 1,
    }
    const candle = { openTime: 0, open: '1', high: '1', low: '1', close: '1', volume: '0' }
    expect(
      parseMessage(JSON.stringify({ ...head, topic: 'trade', trades: [trade] })),
    ).toMatchObject({ kind: 'trade', trades: [trade] })
    expect(parseMessage(JSON.stringify({ ...head, topic: 'ticker@250ms', ticker }))).toMatchObject({
      kind: 'ticker',
      ticker,
    })
    expect(parseMessage(JSON.stringify({ ...head, topic: 'candle_1m', candle }))).toMatchObject({
      kind: 'candle',
      candle,
    })
    expect(parseMessage('{"op":"error","msg":"no such topic"}')).toEqual({
      kind: 'control',
      op: 'error',
      message: 'no such topic',
    })
  })

  it('reads mark prices of contracts, stale ones too (futures 11)', () => {
    const price = { mark: '100.5', index: '100', rate: '-0.0001', nextAt: 5, openInterest: '12' }
    const contract = { ...head, product: 'usdt', topic: 'mark@1s' }
    expect(parseMessage(JSON.stringify({ ...contract, ...price }))).toMatchObject({
      kind: 'mark',
      symbol: 'usdt/BTCUSDT',
      price,
    })
    const stale = { ...price, mark: null, index: null, rate: null }
    expect(parseMessage(JSON.stringify({ ...contract, price: stale }))).toMatchObject({
      price: stale,
    })
  })

  it('keeps a contract apart from the pair of its name (futures 11)', () => {
    const { topic, symbol, ...rest } = head
    const contract = { topic, symbol, product: 'usdt', ...rest }
    const keys = [head, contract].map((message) =>
      keyOfText(JSON.stringify({ ...message, b: [], a: [], cs: 1 })),
    )
    expect(keys).toEqual(['books50@100ms BTCUSDT', 'books50@100ms usdt/BTCUSDT'])
    expect(JSON.parse(subscribeText('subscribe', [{ topic, symbol: 'usdt/BTCUSDT' }]))).toEqual({
      op: 'subscribe',
      args: [{ topic, symbol: 'BTCUSDT', product: 'usdt' }],
    })
  })

  it.each([
    ['a size that is a number', { ...head, b: [['1', 2]], a: [], cs: 1 }],
    ['a price in exponent form', { ...head, b: [['1e3', '2']], a: [], cs: 1 }],
    ['a negative size', { ...head, b: [['1', '-2']], a: [], cs: 1 }],
    ['a missing checksum', { ...head, b: [], a: [] }],
    ['a sequence that is a string', { ...head, seq: '5', b: [], a: [], cs: 1 }],
    ['an unknown topic', { ...head, topic: 'weather' }],
    [
      'a trade without a side',
      { ...head, topic: 'trade', trades: [{ id: '1', price: '1', size: '2', ts: 3 }] },
    ],
  ])('refuses %s', (_what, raw) => {
    expect(parseMessage(JSON.stringify(raw))).toBeUndefined()
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((value) => JSON.stringify({ ...head, ...value })),
        ),
        (text) => {
          expect(() => parseMessage(text)).not.toThrow()
        },
      ),
    )
  })

  it('writes a subscription in the format of the server', () => {
    expect(subscribeText('subscribe', [{ topic: 'trade', symbol: 'BTCUSDT' }])).toBe(
      '{"op":"subscribe","args":[{"topic":"trade","symbol":"BTCUSDT"}]}',
    )
  })
})
