import { describe, expect, it } from 'vitest'
import { matching, symbolOf } from './marketRow.ts'

const pair = (base: string) => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '1',
  stepSize: '1',
  minNotional: '5',
  pricePlace: 0,
  quantityPlace: 0,
})
const pairs = [pair('BTC'), pair('ETH')]

describe('searching pairs', () => {
  it.each(['btc', 'BTC/USDT', 'btc-usdt', ' BtcUsdt '])('finds BTCUSDT by %o', (query) => {
    expect(matching(pairs, query)).toEqual([pairs[0]])
  })
  it.each(['ｂｔｃ', 'BTC／USDT'])('finds BTCUSDT by %o, written in wide letters', (query) => {
    expect(matching(pairs, query)).toEqual([pairs[0]])
  })
  it.each(['LİNK', 'link', 'lınk'])(
    'finds LINKUSDT by %o, as a Turkish keyboard writes it',
    (query) => {
      expect(matching([...pairs, pair('LINK')], query)).toEqual([pair('LINK')])
      expect(symbolOf(query)).toBe('LINK')
    },
  )
  it.each(['比特币', 'втс', '๑'])(
    'finds none by %o: letters of another script are no empty query',
    (query) => {
      expect(matching(pairs, query)).toEqual([])
    },
  )
  it('shows all for an empty query and none for an unknown pair', () => {
    expect(matching(pairs, ' ')).toEqual(pairs)
    expect(matching(pairs, 'xyz')).toEqual([])
  })
})

describe('what a query is taken for', () => {
  it.each([
    ['', ''],
    ['   ', ''],
    ['/-_.', ''],
    ['btc/usdt', 'BTCUSDT'],
    ['1000shib', '1000SHIB'],
    ['ÉTH', 'ETH'],
    ['ﬂow', 'FLOW'],
    ['２', '2'],
  ])('%j is %j', (query, symbol) => expect(symbolOf(query)).toBe(symbol))

  it('finds a pair by any part of its name', () => {
    for (const part of ['B', 'TCU', 'USDT', 'BTCUSDT'])
      expect(matching(pairs, part)).toContain(pairs[0])
    expect(matching(pairs, 'USDTB')).toEqual([])
  })

  it('keeps the order of the list', () => {
    expect(matching([...pairs].reverse(), 'usdt')).toEqual([pairs[1], pairs[0]])
  })
})
