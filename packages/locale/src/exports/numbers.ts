export { currencyName, valuationEntries, type ValuationEntry } from '../currencies/currencyName.ts'
export {
  EMPTY_NUMBER,
  formatNumber,
  formatPercent,
  type NumberOptions,
  type PercentOptions,
  type Purpose,
  ROUNDING,
  type Scene,
  SCENES,
} from '../numbers/formatNumber.ts'
export { formatCompact } from '../numbers/formatCompact.ts'
export {
  convertValuation,
  type ConvertOptions,
  type DollarRates,
  formatValuation,
  type ValuationOptions,
} from '../numbers/formatValuation.ts'
export { type NumberLocale, type NumberPattern, numberPattern } from '../numbers/numberPatterns.ts'
export { type PriceOptions, priceParts, type PriceParts } from '../numbers/priceParts.ts'
export {
  type AmountReading,
  type AmountRefusal,
  readPastedAmount,
  type ReadAmountOptions,
  readTypedAmount,
} from '../amounts/readAmount.ts'
