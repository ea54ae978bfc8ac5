import fc from 'fast-check'
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

describe('the order of what is found', () => {
  const found = (query: string, all: readonly SearchItem[]) =>
    findItems(all, query).map(({ id }) => id)

  it('is pairs, pages and help, whatever fits best', () => {
    const all: readonly SearchItem[] = [
      { kind: 'help', id: 'help', title: 'Margin', words: [] },
      page('/margin', 'Margin'),
      pair('MARGINAL'),
    ]
    expect(found('margin', all)).toEqual(['MARGINALUSDT', '/margin', 'help'])
  })

  it('is the whole word, its beginning, its middle, then the text', () => {
    const help = (id: string, title: string, detail?: string): SearchItem => ({
      kind: 'help',
      id,
      title,
      detail,
      words: [],
    })
    expect(
      found('limit', [
        help('detail', 'Order', 'A limit is a price'),
        help('middle', 'Stop limit'),
        help('start', 'Limit order'),
        help('whole', 'Limit'),
      ]),
    ).toEqual(['whole', 'start', 'middle', 'detail'])
  })

  it('is that of the list where all fit alike', () => {
    expect(found('c', [pair('C1'), pair('C2'), pair('C3')])).toEqual(['C1USDT', 'C2USDT', 'C3USDT'])
  })

  it('takes the best of all words of an item', () => {
    const bitcoin = pairItem(
      { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' },
      { detail: 'Spot', coin: 'Bitcoin' },
    )
    expect(found('bitcoin', [page('/x', 'About bitcoins'), bitcoin])).toEqual(['BTCUSDT', '/x'])
    // `BTC` is a word of the second, of the first the beginning of one.
    expect(found('btc', [pair('BTCX'), pair('BTC')])).toEqual(['BTCUSDT', 'BTCXUSDT'])
  })

  it('never finds an item twice, nor one that is not there', () => {
    const title = fc.stringMatching(/^[a-c]{1,4}$/)
    const kinds = fc.constantFrom('pair' as const, 'page' as const, 'help' as const)
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind: kinds, title }), { maxLength: 30 }),
        fc.stringMatching(/^[a-c]{0,3}$/),
        (rows, query) => {
          const all = rows.map((row, index) => ({ ...row, id: String(index), words: [] }))
          const shown = findItems(all, query)
          expect(new Set(shown).size).toBe(shown.length)
          for (const item of shown) expect(item.title).toContain(query)
          for (const kind of ['pair', 'page', 'help'] as const) {
            const fitting = all.filter((item) => item.kind === kind && item.title.includes(query))
            expect(shown.filter((item) => item.kind === kind)).toHaveLength(
              Math.min(8, fitting.length),
            )
          }
        },
      ),
    )
  })
})

describe('texts as they are compared', () => {
  it.each([
    ['Straße', 'straße'],
    ['ﬁnance', 'finance'],
    ['１２３', '123'],
    ['Đồng', 'đong'],
    ['BTC / USDT', 'btcusdt'],
    ['—', ''],
    ['比特币', '比特币'],
  ])('%s is %s', (text, compared) => expect(folded(text)).toBe(compared))

  it('shows everything for signs alone', () => {
    expect(names('—/—')).toHaveLength(items.length)
  })
})

describe('the choice', () => {
  const count = fc.integer({ min: 1, max: 20 })

  it('always stays within the list', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 30 }),
        fc.constantFrom('ArrowDown', 'ArrowUp', 'Home', 'End', 'a'),
        count,
        (at, key, size) => {
          const next = movedChoice(at, { key, count: size })
          expect(next >= 0 && next < size).toBe(true)
        },
      ),
    )
  })

  it('comes back by the other arrow', () => {
    fc.assert(
      fc.property(fc.nat({ max: 19 }), count, (at, size) => {
        fc.pre(at < size)
        const down = movedChoice(at, { key: 'ArrowDown', count: size })
        expect(movedChoice(down, { key: 'ArrowUp', count: size })).toBe(at)
      }),
    )
  })
})
