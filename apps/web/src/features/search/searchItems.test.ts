import { describe, expect, it } from 'vitest'
import { findItems, folded, movedChoice, pairItem, type SearchItem } from './searchItems.ts'

const pair = (base: string, symbol = `${base}USDT`) =>
  pairItem({ symbol, base, quote: 'USDT' }, { detail: 'Spot', coin: undefined })
const page = (id: string, title: string): SearchItem => ({
  kind: 'page',
  id,
  title,
  words: [id],
  path: id,
})
const help: SearchItem = { kind: 'help', id: 'oco', title: 'OCO', detail: 'Two legs', words: [] }
const items = [pair('WBTC'), pair('BTC'), pair('ETH'), page('/asset', 'Assets'), help]
const names = (query: string) => findItems(items, query).map(({ title }) => title)

describe('what a search finds', () => {
  it('puts the best fit first within a kind', () =>
    expect(names('btc')).toEqual(['BTC/USDT', 'WBTC/USDT']))

  it.each(['eth/usdt', 'ETHUSDT', 'Eth-Usdt', 'ＥＴＨ'])('reads %s as a pair', (query) =>
    expect(names(query)).toEqual(['ETH/USDT']),
  )

  it('finds pages by title and address, help by its text', () => {
    expect(names('asset')).toEqual(['Assets'])
    expect(names('two legs')).toEqual(['OCO'])
  })

  it('shows everything without a query, nothing for nonsense', () => {
    expect(names('')).toHaveLength(items.length)
    expect(names('zzz')).toEqual([])
  })

  it('shows at most eight of a kind', () =>
    expect(
      findItems(
        Array.from({ length: 20 }, (_, at) => pair(`C${at}`)),
        '',
      ),
    ).toHaveLength(8))

  it('leads contracts to their own page', () =>
    expect(pair('BTC', 'usdt/BTCUSDT').path).toBe('/futures/usdt/BTCUSDT'))
})

it('compares texts without accents, case and signs', () => {
  expect(folded('Übersicht (P2P)')).toBe('ubersichtp2p')
  expect(folded('İstanbul')).toBe('istanbul')
})

it('moves the choice around the ends', () => {
  expect(movedChoice(0, { key: 'ArrowUp', count: 3 })).toBe(2)
  expect(movedChoice(2, { key: 'ArrowDown', count: 3 })).toBe(0)
  expect(movedChoice(0, { key: 'ArrowDown', count: 0 })).toBe(0)
  expect(movedChoice(9, { key: 'x', count: 3 })).toBe(2)
  expect(movedChoice(1, { key: 'End', count: 3 })).toBe(2)
})
