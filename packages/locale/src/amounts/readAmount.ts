import { MAX_INTEGER_DIGITS, normaliseAmount } from '@x/decimal'
import type { Locale } from '../locales/localeTable.ts'
import { plainText } from './plainText.ts'
import { formOf, INVARIANT_FORM, isThreeDigitRiddle, readForm, readings } from './readings.ts'

/**
 * Why a text is not an amount. The field shows the reason and keeps the text.
 * - `three-digits`: `1,234` or `1.234`, a thousand to some and a little over one to others
 * - `decimal-comma`: a comma where this language writes its decimals with a dot (`1,5`)
 * - `mixed-signs`: dots and commas in an order or number that no reading fits (`1.234,5` in
 *   English, `1,2,3`)
 * - `not-a-number`: pasted text that is not one number
 * - `too-long`: more than 20 digits before the point
 */
export type AmountRefusal =
  | 'three-digits'
  | 'decimal-comma'
  | 'mixed-signs'
  | 'not-a-number'
  | 'too-long'

/** An amount that was read from text, or the reason why the text was refused. */
export type AmountReading =
  | {
      readonly status: 'amount'
      /** What the field shows: the spec's normalised form. */ readonly text: string
    }
  | {
      readonly status: 'refused'
      readonly reason: AmountRefusal
      /** As it came. */ readonly text: string
    }

/** The language and decimals of an amount field. */
export interface ReadAmountOptions {
  readonly locale: Locale
  /** Decimals the field allows. */
  readonly decimals: number
}

/**
 * What the field holds after a keystroke. The field shows the invariant form, so a dot in it is the
 * decimal sign in every language; a comma becomes that dot where the language writes decimals with
 * a comma. The spec's rule (section 5) stays the last step (docs/adr/order-form.md).
 */
export function readTypedAmount(
  text: string,
  { locale, decimals }: ReadAmountOptions,
): AmountReading {
  const signs = plainText(text).replace(/[^\d.,]/g, '')
  const outcome = typedReading(signs, locale)
  return 'reason' in outcome
    ? { status: 'refused', reason: outcome.reason, text }
    : accept(outcome.value, decimals)
}

/**
 * What pasted text means: the locale's form or the invariant one, when only one of them fits. Never
 * a guess (docs/adr/order-form.md).
 */
export function readPastedAmount(
  text: string,
  { locale, decimals }: ReadAmountOptions,
): AmountReading {
  const refuse = (reason: AmountRefusal): AmountReading => ({ status: 'refused', reason, text })
  // A currency, a unit or a sign may stand around the number, nothing may stand in it or make
  // another number of it.
  const [, before = '', core = '', after = ''] =
    /^([^\d.,]*)([\s\S]*?)([^\d.,]*)$/.exec(plainText(text)) ?? []
  if (!/\d/.test(core) || /[^\d., ]/.test(core) || changesValue(before, { core, after }))
    return refuse('not-a-number')
  if (isThreeDigitRiddle(core)) return refuse('three-digits')
  const [value, other] = readings(core, locale)
  if (value === undefined)
    return refuse(
      /^\d*,\d*$/.test(core) ? 'decimal-comma' : /[.,]/.test(core) ? 'mixed-signs' : 'not-a-number',
    )
  if (other !== undefined) return refuse('three-digits')
  return value.replace(/\..*/, '').length > MAX_INTEGER_DIGITS
    ? refuse('too-long')
    : accept(value, decimals)
}

/**
 * `12.5K`, `1.2 mln`, `3万`: the number is not the amount. A word that merely begins so (`BTC`,
 * `Kč`, `USDT`) is a unit.
 */
const MAGNITUDES =
  '[kmbt]|bn|tn|mn|mio|mln|mld|mrd|bln|thousand|million|billion|trillion|' +
  'тыс|млн|млрд|трлн|тис|хил|ألف|مليون|مليار|rb|jt|tr|tỷ|nghìn|triệu|พัน|' +
  'หมื่น|แสน|ล้าน|[千万萬亿億兆천만억조]'
const MAGNITUDE = new RegExp(`^ ?(?:${MAGNITUDES})(?![\\p{L}\\p{N}])`, 'iu')
const PERCENT = /[%٪％‰]/

/**
 * What stands around a number may say that it is a part (5 %), a bound (<0.01), a multiple (12.5K),
 * or take its first dot for its own (`Rs.500`).
 */
function changesValue(
  before: string,
  { core, after }: { readonly core: string; readonly after: string },
): boolean {
  return (
    /[<>]/.test(before + after) ||
    PERCENT.test(before + after) ||
    MAGNITUDE.test(after) ||
    (/[\p{L}/]$/u.test(before) && /^[.,]/.test(core))
  )
}

function accept(value: string, decimals: number): AmountReading {
  return { status: 'amount', text: normaliseAmount(value, { decimals }) }
}

type Outcome = { readonly value: string } | { readonly reason: AmountRefusal }

function typedReading(text: string, locale: Locale): Outcome {
  const form = formOf(locale)
  if (!text.includes(',')) {
    // `1.234.567` is a million to its author, and `1.234.` is on the way to it; in a field
    // that shows dots for commas, so may `1,234.5` be.
    return /^[1-9]\d{0,2}(\.\d{3})+\.\d*$/.test(text) ? { reason: 'mixed-signs' } : { value: text }
  }
  if (form.decimal === ',') return typedWithDecimalComma(text)
  if (isThreeDigitRiddle(text)) return { reason: 'three-digits' }
  const value = readForm(text, INVARIANT_FORM)
  return value === null
    ? { reason: /^\d*,\d*$/.test(text) ? 'decimal-comma' : 'mixed-signs' }
    : { value }
}

function typedWithDecimalComma(text: string): Outcome {
  const lone = /^(\d*),(\d*)$/.exec(text)
  // The zero goes in front here, because the spec's rule would drop the leading dot and make `,5`
  // five.
  if (lone) return { value: `${lone[1] || '0'}.${lone[2] ?? ''}` }
  // A second decimal sign at the end is a slip of the finger, unless the first sign may have
  // grouped thousands.
  const slip = /^(\d*[.,]\d*),$/.exec(text)?.[1]
  if (slip && !isThreeDigitRiddle(slip)) return { value: slip.replace(',', '.') }
  // Here only commas can group: a dot before a comma may be the decimal sign that the field itself
  // has shown.
  const value = readForm(text, INVARIANT_FORM)
  return value === null ? { reason: 'mixed-signs' } : { value }
}
