export {
  type Decimal,
  decimal,
  formatDecimal,
  type FormatDecimalOptions,
  fromUnits,
  parseDecimal,
  toUnits,
} from '../Decimal.ts'
export {
  abs,
  add,
  compare,
  div,
  isMultipleOf,
  isZero,
  max,
  min,
  mul,
  negate,
  ONE,
  type Rounding,
  roundTo,
  roundToStep,
  sign,
  sub,
  sum,
  ZERO,
} from '../arithmetic.ts'
export {
  type Atoms,
  formatUnits,
  type Lots,
  mulDiv,
  parseUnits,
  type RescaleOptions,
  rescaleUnits,
  roundUnits,
  type Ticks,
  type Units,
} from '../units.ts'
export { ROUNDING_MODES, type RoundingMode } from '../rounding.ts'
export { MAX_SCALE } from '../scale.ts'
export { MAX_TEXT_LENGTH } from '../plain.ts'
export {
  finishAmount,
  MAX_INTEGER_DIGITS,
  normaliseAmount,
  type NormaliseAmountOptions,
} from '../normaliseAmount.ts'
export {
  DecimalError,
  type DecimalErrorCode,
  type DecimalErrorOptions,
  isDecimalError,
} from '../DecimalError.ts'
