import { describe, expect, it } from 'vitest'
import { readStreamName } from './streamName.ts'

const read = (name: string, product: 'spot' | 'futures') => {
  const stream = readStreamName(name, product)
  if (!stream) return undefined
  const { kind, ...rest } = stream
  const fields: Record<string, unknown> = { ...rest }
  const { spec, ...others } = fields
  return { kind, ...(spec ? { id: (spec as { id: string }).id } : {}), ...others }
}

describe('names of streams of pairs', () => {
  const id = 'BTCUSDT'
  it.each([
    ['btcusdt@trade', { kind: 'trade', id }],
    ['btcusdt@aggTrade', { kind: 'aggTrade', id }],
    ['btcusdt@bookTicker', { kind: 'bookTicker', id }],
    ['btcusdt@miniTicker', { kind: 'miniTicker', id }],
    ['btcusdt@ticker', { kind: 'ticker', id }],
    ['btcusdt@avgPrice', { kind: 'avgPrice', id }],
    ['btcusdt@kline_1m', { kind: 'kline', id, interval: '1m' }],
    ['btcusdt@kline_1w', { kind: 'kline', id, interval: '1w' }],
    ['btcusdt@depth', { kind: 'depth', id, everyMs: 1_000 }],
    ['btcusdt@depth@100ms', { kind: 'depth', id, everyMs: 100 }],
    ['btcusdt@depth5', { kind: 'partialDepth', id, levels: 5, everyMs: 1_000 }],
    ['btcusdt@depth20@100ms', { kind: 'partialDepth', id, levels: 20, everyMs: 100 }],
    ['!miniTicker@arr', { kind: 'allMiniTickers' }],
    ['!ticker@arr', { kind: 'allTickers' }],
  ])('reads %s', (name, stream) => {
    expect(read(name, 'spot')).toEqual(stream)
  })

  it.each([
    '',
    '@trade',
    'btcusdt',
    'btcusdt@',
    'BTCUSDT@trade',
    'nope@trade',
    'btcusdt@trades',
    'btcusdt@trade@100ms',
    'btcusdt@trade5',
    'btcusdt@kline',
    'btcusdt@kline_7m',
    'btcusdt@depth7',
    'btcusdt@depth@250ms',
    'btcusdt@markPrice',
    '!markPrice@arr',
    'btcusdt@forceOrder',
    '1000shibusdt@trade',
    '__proto__@trade',
  ])('reads nothing in %j', (name) => {
    expect(read(name, 'spot')).toBeUndefined()
  })
})

describe('names of streams of contracts', () => {
  const id = 'usdt/BTCUSDT'
  it.each([
    ['btcusdt@trade', { kind: 'trade', id }],
    ['1000shibusdt@aggTrade', { kind: 'aggTrade', id: 'usdt/1000SHIBUSDT' }],
    ['btcusdt@depth', { kind: 'depth', id, everyMs: 250 }],
    ['btcusdt@depth@500ms', { kind: 'depth', id, everyMs: 500 }],
    ['btcusdt@depth10@100ms', { kind: 'partialDepth', id, levels: 10, everyMs: 100 }],
    ['btcusdt@markPrice', { kind: 'markPrice', id, everyMs: 3_000 }],
    ['btcusdt@markPrice@1s', { kind: 'markPrice', id, everyMs: 1_000 }],
    ['!markPrice@arr', { kind: 'allMarkPrices', everyMs: 3_000 }],
    ['!markPrice@arr@1s', { kind: 'allMarkPrices', everyMs: 1_000 }],
    ['btcusdt@forceOrder', { kind: 'forceOrder', id }],
    ['!forceOrder@arr', { kind: 'allForceOrders' }],
    ['!ticker@arr', { kind: 'allTickers' }],
  ])('reads %s', (name, stream) => {
    expect(read(name, 'futures')).toEqual(stream)
  })

  it.each([
    'btcusd@trade',
    'shibusdt@trade',
    'ltcusdt@trade',
    'btcusdt@markPrice@2s',
    'btcusdt@forceOrder@1s',
    '!forceOrder',
    'btcusdt@depth@1000ms',
  ])('reads nothing in %j', (name) => {
    expect(read(name, 'futures')).toBeUndefined()
  })
})
