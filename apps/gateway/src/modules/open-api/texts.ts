import { formatUnits, mulDiv } from '@x/decimal'
import type { Instrument } from '../../exchange/instruments/Instrument.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'

type Places = Pick<Instrument, 'pricePlace' | 'quantityPlace'>

/** Integers of the exchange as the decimal strings of the dialect. */
export const priceText = (ticks: number | bigint, { pricePlace }: Places): string =>
  formatUnits(BigInt(ticks), pricePlace)
export const sizeText = (lots: number | bigint, { quantityPlace }: Places): string =>
  formatUnits(BigInt(lots), quantityPlace)
/** Of ticks times lots. */
export const quoteText = (tickLots: bigint, { pricePlace, quantityPlace }: Places): string =>
  formatUnits(tickLots, pricePlace + quantityPlace)
export const assetText = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })

/** The average price of what was traded, on the price's places; zero where nothing was. */
export function averageText(tickLots: bigint, lots: number, spec: Places): string {
  return lots === 0
    ? priceText(0, spec)
    : formatUnits(mulDiv(tickLots, 1n, { by: BigInt(lots), mode: 'half-up' }), spec.pricePlace)
}

/** `a / b` to `places` decimals, half up; negative values too. */
export function ratioText(a: bigint, b: bigint, places: number): string {
  if (b === 0n) return formatUnits(0n, places)
  const isNegative = a < 0n !== b < 0n
  const abs = (value: bigint) => (value < 0n ? -value : value)
  const units = mulDiv(abs(a), 10n ** BigInt(places), { by: abs(b), mode: 'half-up' })
  return (isNegative && units > 0n ? '-' : '') + formatUnits(units, places)
}
