import type { FuturesInstrument, FuturesTier } from './Instrument.ts'
import { scaleOf } from './symbols.ts'

/** futures 1, in the specification's spelling: notional up to, maintenance % / max leverage. */
type Row = readonly [upTo: string, maintenance: string, maxLeverage: number]

const LARGE: readonly Row[] = [
  ['50000', '0.004', 125],
  ['600000', '0.005', 100],
  ['3000000', '0.0065', 75],
  ['12000000', '0.01', 50],
]
const SMALL: readonly Row[] = [
  ['800000', '0.02', 25],
  ['1600000', '0.025', 20],
  ['8000000', '0.05', 10],
]

/** The perpetual contracts with margin in USDT (futures 1). The last end is the position limit. */
export const USDT_CONTRACTS: readonly FuturesInstrument[] = [
  linear('BTC', { places: [1, 3], priceBand: '0.05' }, [
    ...LARGE,
    ['70000000', '0.02', 25],
    ['100000000', '0.025', 20],
  ]),
  linear('ETH', { places: [2, 3], priceBand: '0.05' }, [
    ...LARGE,
    ['50000000', '0.02', 25],
    ['65000000', '0.025', 20],
  ]),
  linear('SOL', { places: [2, 1] }, [
    ['20000', '0.005', 100],
    ['100000', '0.0065', 75],
    ['800000', '0.01', 50],
    ['4000000', '0.02', 25],
    ['8000000', '0.025', 20],
    ['40000000', '0.05', 10],
  ]),
  linear('XRP', { places: [4, 0] }, [
    ['10000', '0.005', 75],
    ['20000', '0.0065', 50],
    ['160000', '0.01', 40],
    ...SMALL,
  ]),
  linear('DOGE', { places: [5, 0] }, [
    ['10000', '0.005', 75],
    ['50000', '0.007', 50],
    ['750000', '0.01', 40],
    ...SMALL,
  ]),
  linear('1000SHIB', { places: [6, 0] }, [
    ['10000', '0.0065', 75],
    ['25000', '0.0075', 50],
    ['150000', '0.01', 40],
    ['300000', '0.02', 25],
    ['600000', '0.025', 20],
    ['3000000', '0.05', 10],
  ]),
]

/**
 * The inverse perpetual contracts with margin in coin (futures 1). A lot is one contract, of
 * `contractValue` USD; tiers count in coin.
 */
export const COIN_CONTRACTS: readonly FuturesInstrument[] = [
  inverse('BTC', { contractValue: '100', pricePlace: 1, minNotional: '0.00005' }, [
    ['5', '0.004', 125],
    ['10', '0.005', 100],
    ['50', '0.0065', 75],
    ['200', '0.01', 50],
    ['1000', '0.02', 25],
    ['1500', '0.025', 20],
  ]),
  inverse('ETH', { contractValue: '10', pricePlace: 2, minNotional: '0.001' }, [
    ['15', '0.004', 125],
    ['200', '0.005', 100],
    ['1000', '0.0065', 75],
    ['4000', '0.01', 50],
    ['15000', '0.02', 25],
    ['20000', '0.025', 20],
  ]),
]

export const CONTRACTS: readonly FuturesInstrument[] = [...USDT_CONTRACTS, ...COIN_CONTRACTS]

function asTier([upTo, maintenance, maxLeverage]: Row): FuturesTier {
  return { upTo, maintenance, maxLeverage }
}

function linear(
  base: string,
  {
    places: [pricePlace, quantityPlace],
    priceBand = '0.1',
  }: { readonly places: readonly [number, number]; readonly priceBand?: string },
  rows: readonly Row[],
): FuturesInstrument {
  const symbol = `${base}USDT`
  return {
    product: 'futures',
    id: `usdt/${symbol}`,
    symbol,
    base,
    quote: 'USDT',
    marginAsset: 'USDT',
    marginScale: scaleOf('USDT'),
    settlement: { kind: 'linear' },
    tickSize: unitAt(pricePlace),
    stepSize: unitAt(quantityPlace),
    minNotional: '5',
    pricePlace,
    quantityPlace,
    tiers: rows.map(asTier),
    takerRate: '0.0006',
    liquidationRate: '0.0006',
    priceBand,
  }
}

function inverse(
  base: string,
  {
    contractValue,
    pricePlace,
    minNotional,
  }: { readonly contractValue: string; readonly pricePlace: number; readonly minNotional: string },
  rows: readonly Row[],
): FuturesInstrument {
  const symbol = `${base}USD`
  return {
    product: 'futures',
    id: `coin/${symbol}`,
    symbol,
    base,
    quote: 'USD',
    marginAsset: base,
    marginScale: scaleOf(base),
    settlement: { kind: 'inverse', contractValue },
    tickSize: unitAt(pricePlace),
    stepSize: '1',
    minNotional,
    pricePlace,
    quantityPlace: 0,
    tiers: rows.map(asTier),
    takerRate: '0.0006',
    liquidationRate: '0.0006',
    priceBand: '0.05',
  }
}

function unitAt(place: number): string {
  return place === 0 ? '1' : `0.${'0'.repeat(place - 1)}1`
}
