import { requireScale } from './scale.ts'

/** The most digits before the decimal point (spec sections 5 and 9). */
export const MAX_INTEGER_DIGITS = 20

/** Options of {@link normaliseAmount}. */
export interface NormaliseAmountOptions {
  /** Decimals the field allows; 0 allows no dot. */
  readonly decimals: number
}

/**
 * Full-width full stop, ideographic full stop (what a Chinese or Japanese keyboard types) and its
 * half-width form, Arabic decimal separator.
 */
const FOREIGN_DOT = /[．。｡٫]/g
/**
 * Arabic-Indic, extended Arabic-Indic (Persian, Urdu), Thai and full-width digits: in each block
 * the low four bits count from the block's zero.
 */
const FOREIGN_DIGIT = /[٠-٩۰-۹๐-๙０-９]/g

/**
 * What an amount field holds after each keystroke or paste: the spec's rule (section 5), step by
 * step in its order. Text in, text out, no number in between. The result is '', or digits with at
 * most one dot, which may still stand last ('1.'). Applying it twice changes nothing. Leading
 * zeros (docs/adr/order-form.md).
 */
export function normaliseAmount(text: string, { decimals }: NormaliseAmountOptions): string {
  requireScale(decimals)
  const amount = text
    .replace(FOREIGN_DOT, '.')
    .replace(FOREIGN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[^0-9.]/g, '')
    .replace(/^\.+/, '')
    .replace(/^0+/, '0')
  const dot = amount.indexOf('.')
  if (dot < 0) return amount.slice(0, MAX_INTEGER_DIGITS)
  const integer = amount.slice(0, Math.min(dot, MAX_INTEGER_DIGITS))
  if (decimals === 0) return integer
  return `${integer}.${amount.slice(dot).replaceAll('.', '').slice(0, decimals)}`
}

/**
 * What the field holds once it is left: a dot that ends it goes, so does the zero in front of other
 * digits ('07' is '7', '0.7' stays).
 */
export function finishAmount(amount: string): string {
  return amount.replace(/\.$/, '').replace(/^0+(?=\d)/, '')
}
