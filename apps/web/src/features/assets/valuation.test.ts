import { describe, expect, it } from 'vitest'
import {
  accountsOf,
  assetRows as rowsOf,
  byValue,
  isNothing,
  isSmall,
  pricesOf,
  sumOf,
  totalValue,
} from './valuation.ts'

const ticker = (symbol: string, last: string) => ({
  symbol,
  last,
  open24h: last,
  high24h: last,
  low24h: last,
  volumeBase: '0',
  volumeQuote: '0',
  changePercent: '0.00',
  ts: 0,
})
const assetRows = (some: Parameters<typeof rowsOf>[0], tickers: Parameters<typeof pricesOf>[0]) =>
  rowsOf(some, { priceOf: pricesOf(tickers) })
const assets = [
  { asset: 'BTC', available: '0.1', held: '0.2' },
  { asset: 'USDT', available: '50', held: '0' },
  { asset: 'ETH', available: '1', held: '0' },
]

describe('valuing balances', () => {
  it('adds exactly what is available and held (0.1 + 0.2 is 0.3)', () => {
    expect(assetRows(assets, {})[0]).toMatchObject({ total: '0.3', value: undefined })
  })
  it('values at the last price, leaving out assets without one', () => {
    const rows = assetRows(assets, { BTCUSDT: ticker('BTCUSDT', '61837.63') })
    expect(rows.map(({ value }) => value)).toEqual(['18551.28900000', '50.00000000', undefined])
    expect(totalValue(rows, new Set(['BTCUSDT']))).toBe('18601.28900000')
  })
  it('has no total while a price is missing', () => {
    const pairs = new Set(['BTCUSDT', 'ETHUSDT'])
    const prices = { BTCUSDT: ticker('BTCUSDT', '61837.63') }
    expect(totalValue(assetRows(assets, prices), pairs)).toBeUndefined()
    expect(
      totalValue(
        assetRows([...assets.slice(0, 2), { asset: 'ETH', available: '0.00', held: '0' }], prices),
        pairs,
      ),
    ).toBe('18601.28900000')
    expect(
      totalValue(assetRows(assets, { ...prices, ETHUSDT: ticker('ETHUSDT', '2000') }), pairs),
    ).toBe('20601.28900000')
  })
  it('has no total before balances and pairs are known', () => {
    expect([
      totalValue([], new Set(['BTCUSDT'])),
      totalValue(assetRows(assets, {}), undefined),
    ]).toEqual([undefined, undefined])
  })
  it('calls less than one USDT small, and what has no price not', () => {
    const row = (value: string | undefined) => ({
      asset: 'X',
      available: '0',
      held: '0',
      total: '0',
      value,
    })
    expect([
      isSmall(row('0.99')),
      isSmall(row('1.00')),
      isSmall(row(undefined)),
      isSmall(row('0')),
    ]).toEqual([true, false, false, true])
  })
  it('sorts by value, then unpriced, equals by name', () => {
    const row = (asset: string, value: string | undefined) => ({
      asset,
      available: '0',
      held: '0',
      total: '0',
      value,
    })
    const rows = [
      row('D', undefined),
      row('A', '9'),
      row('C', '100.5'),
      row('F', '0'),
      row('B', '9.0'),
      row('E', undefined),
    ]
    expect(
      rows
        .toSorted(byValue)
        .map(({ asset }) => asset)
        .join(''),
    ).toBe('CABFDE')
  })
})

describe('accounts beside spot', () => {
  const priceOf = (asset: string) => ({ BTC: '50000', USDT: '1' })[asset]
  const amounts = [
    { account: 'futures', asset: 'USDT', amount: '100.5' },
    { account: 'futures', asset: 'BTC', amount: '0.02' },
    { account: 'margin', asset: 'BTC', amount: '-0.01' },
    { account: 'earn', asset: 'SOL', amount: '0' },
    { account: 'copy', asset: 'USDT', amount: null },
  ] as const

  it('are worth the sum of their amounts, debts too', () => {
    const kinds = ['futures', 'margin', 'earn', 'copy', 'pending'] as const
    expect(accountsOf(amounts, { kinds, priceOf })).toEqual([
      { kind: 'futures', value: '1100.50000000' },
      { kind: 'margin', value: '-500.00000000' },
      { kind: 'earn', value: '0.00000000' },
      { kind: 'copy', value: undefined },
      { kind: 'pending', value: '0.00000000' },
    ])
    expect(accountsOf(undefined, { kinds: ['earn'], priceOf })).toEqual([
      { kind: 'earn', value: undefined },
    ])
  })

  it('are part of each total, which a stale one has not', () => {
    const rows = rowsOf([{ asset: 'USDT', available: '1', held: '2' }], {
      priceOf,
      others: amounts,
    })
    expect(
      rows.map(({ asset, available, total, value }) => [asset, available, total, value]),
    ).toEqual([
      ['USDT', '1', '103.5', undefined],
      ['BTC', '0', '0.01', '500.00000000'],
    ])
  })

  it('have a sum only when each is known', () => {
    expect([sumOf(['1', '2.5']), sumOf(['1', undefined]), sumOf([])]).toEqual([
      '3.50000000',
      undefined,
      '0.00000000',
    ])
    expect([isNothing('0.00'), isNothing('0.01'), isNothing(undefined)]).toEqual([
      true,
      false,
      false,
    ])
  })
})
