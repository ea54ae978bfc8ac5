import { describe, expect, it } from 'vitest'
import { requireSymbol } from '../../exchange/instruments/symbols.ts'
import { DEFAULT_ORDER_LIMITS } from '../trading/orderLimits.ts'
import { contractExchangeInfo } from './futures/exchangeInfo.ts'
import { exchangeInfo } from './spot/exchangeInfo.ts'

const NOW = Date.UTC(2026, 0, 5)
const orderLimits = { ...DEFAULT_ORDER_LIMITS, openPerPair: 17 }
type Filter = { readonly filterType: string } & Readonly<Record<string, unknown>>
const filterOf = (filters: readonly Filter[], type: string) =>
  filters.find(({ filterType }) => filterType === type)

describe('what the exchange says of its pairs', () => {
  const info = exchangeInfo([requireSymbol('BTCUSDT'), requireSymbol('SHIBUSDT')], {
    orderLimits,
    now: NOW,
    isTrading: ({ symbol }) => symbol === 'BTCUSDT',
  })
  const [btc, shib] = info.symbols

  it('has the limits that are enforced', () => {
    expect(info.rateLimits).toEqual([
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6_000 },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 200 },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200_000 },
    ])
  })

  it('has each pair with its state and the decimals of its assets', () => {
    expect(btc).toMatchObject({
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      baseAssetPrecision: 8,
      quoteAsset: 'USDT',
      quoteAssetPrecision: 8,
    })
    expect(shib).toMatchObject({ status: 'BREAK', baseAsset: 'SHIB', baseAssetPrecision: 18 })
  })

  it.each([
    ['PRICE_FILTER', { minPrice: '0.01', maxPrice: '21474836.47', tickSize: '0.01' }],
    ['LOT_SIZE', { minQty: '0.00001', maxQty: '10995116.27776', stepSize: '0.00001' }],
    ['MARKET_LOT_SIZE', { minQty: '0.00001', maxQty: '10995116.27776', stepSize: '0.00001' }],
    ['MAX_NUM_ORDERS', { maxNumOrders: 17 }],
    ['MAX_NUM_ALGO_ORDERS', { maxNumAlgoOrders: 100 }],
    [
      'TRAILING_DELTA',
      {
        minTrailingAboveDelta: 10,
        maxTrailingAboveDelta: 1_000,
        minTrailingBelowDelta: 10,
        maxTrailingBelowDelta: 1_000,
      },
    ],
  ])('has the %s of a pair', (filterType, fields) => {
    expect(filterOf(btc?.filters ?? [], filterType)).toEqual({ filterType, ...fields })
  })

  it('has steps of whole coins where a pair has no smaller ones', () => {
    expect(filterOf(shib?.filters ?? [], 'LOT_SIZE')).toMatchObject({ minQty: '1', stepSize: '1' })
    expect(filterOf(shib?.filters ?? [], 'PRICE_FILTER')).toMatchObject({ tickSize: '0.00000001' })
  })

  it('has a band as wide above the price as below it', () => {
    const band = filterOf(btc?.filters ?? [], 'PERCENT_PRICE_BY_SIDE') ?? { filterType: '' }
    const [up, down] = [Number(band['bidMultiplierUp']), Number(band['bidMultiplierDown'])]
    expect([up > 1, down < 1, (up + down) / 2]).toEqual([true, true, 1])
    expect([band['askMultiplierUp'], band['askMultiplierDown']]).toEqual([
      band['bidMultiplierUp'],
      band['bidMultiplierDown'],
    ])
  })
})

describe('what the exchange says of its contracts', () => {
  const info = contractExchangeInfo({
    orderLimits,
    now: NOW,
    isTrading: ({ symbol }) => symbol === 'BTCUSDT',
  })
  const of = (name: string) => info.symbols.find(({ symbol }) => symbol === name)

  it('has its own weight a minute', () => {
    expect(info.rateLimits[0]).toMatchObject({ rateLimitType: 'REQUEST_WEIGHT', limit: 2_400 })
  })

  it('shows the margin of the first tier in percent', () => {
    // 0.4 % and one in 125.
    expect(of('BTCUSDT')).toMatchObject({
      status: 'TRADING',
      maintMarginPercent: '0.4000',
      requiredMarginPercent: '0.8000',
      pricePrecision: 1,
      quantityPrecision: 3,
    })
    // 0.5 % and one in 75, rounded up.
    expect(of('XRPUSDT')).toMatchObject({
      status: 'PENDING_TRADING',
      maintMarginPercent: '0.5000',
      requiredMarginPercent: '1.3334',
    })
  })

  it.each([
    ['PRICE_FILTER', { minPrice: '0.1', maxPrice: '214748364.7', tickSize: '0.1' }],
    ['LOT_SIZE', { minQty: '0.001', maxQty: '1099511627.776', stepSize: '0.001' }],
    ['MAX_NUM_ORDERS', { limit: 17 }],
    ['MAX_NUM_ALGO_ORDERS', { limit: 100 }],
    // The band of BTC is 5 %.
    ['PERCENT_PRICE', { multiplierUp: '1.0500', multiplierDown: '0.9500', multiplierDecimal: '4' }],
  ])('has the %s of a contract', (filterType, fields) => {
    expect(filterOf(of('BTCUSDT')?.filters ?? [], filterType)).toEqual({ filterType, ...fields })
  })

  it('shows contracts with margin in USDT alone, each once', () => {
    const names = info.symbols.map(({ symbol }) => symbol)
    expect([new Set(names).size, names.includes('BTCUSD')]).toEqual([names.length, false])
    expect(new Set(info.symbols.map(({ marginAsset }) => marginAsset))).toEqual(new Set(['USDT']))
  })
})
