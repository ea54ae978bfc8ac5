import type { SpotInstrument } from './Instrument.ts'

/**
 * Asset -> decimals of its smallest unit. Every product of a price and a size of a pair is exact in
 * its quote's atoms.
 */
export const ASSET_SCALES: Readonly<Record<string, number>> = {
  USDT: 8,
  BTC: 8,
  ETH: 18,
  SOL: 9,
  XRP: 6,
  DOGE: 8,
  ADA: 6,
  LTC: 8,
  LINK: 18,
  SHIB: 18,
}

/**
 * The reference gateway's spot pairs (trading 7). Tick and step are powers of ten,
 * so that one tick is `10^-pricePlace`.
 */
export const SPOT_SYMBOLS: readonly SpotInstrument[] = [
  pair('BTC', 2, 5),
  pair('ETH', 2, 4),
  pair('SOL', 2, 3),
  pair('XRP', 4, 1),
  pair('DOGE', 5, 0),
  pair('ADA', 4, 1),
  pair('LTC', 2, 3),
  pair('LINK', 2, 2),
  pair('SHIB', 8, 0),
]

export const SPOT_ASSETS: readonly string[] = Object.keys(ASSET_SCALES)

const bySymbol: ReadonlyMap<string, SpotInstrument> = new Map(
  SPOT_SYMBOLS.map((spec) => [spec.symbol, spec]),
)

export function symbolSpec(symbol: string): SpotInstrument | undefined {
  return bySymbol.get(symbol)
}

/** @throws RangeError for a symbol that is not listed */
export function requireSymbol(symbol: string): SpotInstrument {
  const spec = bySymbol.get(symbol)
  if (!spec) throw new RangeError(`The symbol ${symbol} is not listed.`)
  return spec
}

/** Decimals of an asset's smallest unit. @throws RangeError for an asset that is not listed */
export function scaleOf(asset: string): number {
  const scale = ASSET_SCALES[asset]
  if (scale === undefined) throw new RangeError(`The asset ${asset} is not listed.`)
  return scale
}

/** The pair in which an asset is the base; `undefined`: it is only quoted in. */
export function symbolOfBase(asset: string): string | undefined {
  return SPOT_SYMBOLS.find(({ base }) => base === asset)?.symbol
}

function pair(base: string, pricePlace: number, quantityPlace: number): SpotInstrument {
  const symbol = `${base}USDT`
  return {
    product: 'spot',
    id: symbol,
    symbol,
    base,
    quote: 'USDT',
    baseScale: scaleOf(base),
    quoteScale: scaleOf('USDT'),
    tickSize: unitAt(pricePlace),
    stepSize: unitAt(quantityPlace),
    minNotional: '5',
    pricePlace,
    quantityPlace,
  }
}

function unitAt(place: number): string {
  return place === 0 ? '1' : `0.${'0'.repeat(place - 1)}1`
}
