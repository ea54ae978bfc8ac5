import type { RoundingMode } from '@x/decimal'
import { joinDigits, roundDigits, type RoundedDigits, shiftPoint } from './decimalText.ts'
import { type NumberLocale, type NumberPattern, numberPattern } from './numberPatterns.ts'

/** Decimals of the number scenes (spec section 9). */
export const SCENES = { fiat: 2, btc: 6, usdt: 2 } as const
/** Where a number is shown; it selects the decimals. */
export type Scene = keyof typeof SCENES

/** Shown for a missing value or one that is no number (spec section 9). */
export const EMPTY_NUMBER = '--'

/**
 * What the number is decides how it is cut: nobody is shown more than they own or less than they
 * pay (locale Numbers).
 */
export const ROUNDING = {
  balance: 'down',
  size: 'down',
  price: 'down',
  fee: 'up',
  valuation: 'half-up',
} as const satisfies Readonly<Record<string, RoundingMode>>
/** What a number is shown for; it selects the rounding. */
export type Purpose = keyof typeof ROUNDING

/** How a number is formatted. */
export interface NumberOptions {
  /** Whose separators; default `trading`, the invariant ones. */
  readonly locale?: NumberLocale
  /** Default `fiat`. */
  readonly scene?: Scene
  /** Decimals, instead of the scene's. */
  readonly digits?: number
  /** Default `balance`: towards zero. */
  readonly purpose?: Purpose
  /** Drops zeros at the end of the fraction; default false, so that columns align. */
  readonly trim?: boolean
  /** `always` puts a plus before what is above zero; default `auto`. */
  readonly signs?: 'auto' | 'always'
}

/**
 * A decimal string for eyes. `--` for undefined, null, empty, blank, NaN, infinite and unparsable;
 * `<0.01` for what is not zero but too small to show.
 */
export function formatNumber(
  value: string | null | undefined,
  options: NumberOptions = {},
): string {
  return render(value, options, '-#')
}

/** How a percentage is formatted. */
export interface PercentOptions extends NumberOptions {
  /** What the value counts: a `ratio` (0.0123 is 1.23 %, the default) or already `percent`. */
  readonly unit?: 'ratio' | 'percent'
}

/** As `formatNumber`, with the sign of percent where the locale puts it. */
export function formatPercent(
  value: string | null | undefined,
  { unit = 'ratio', ...options }: PercentOptions = {},
): string {
  return render(
    unit === 'ratio' && value ? shiftPoint(value, 2) : value,
    options,
    numberPattern(options.locale ?? 'trading').percent,
  )
}

/**
 * Fills `#` and `-` of a pattern; the placeholder stays alone, without symbol, when there is no
 * number.
 */
export function render(
  value: string | null | undefined,
  options: NumberOptions,
  template: string,
): string {
  const {
    locale = 'trading',
    scene = 'fiat',
    digits = SCENES[scene],
    purpose = 'balance',
    trim = false,
    signs = 'auto',
  } = options
  const rounded = roundDigits(value, { digits, mode: ROUNDING[purpose] })
  if (!rounded) return EMPTY_NUMBER
  const shown = trim ? { ...rounded, fraction: rounded.fraction.replace(/0+$/, '') } : rounded
  return fill(template, { shown, pattern: numberPattern(locale), plus: signs === 'always' })
}

function fill(
  template: string,
  { shown, pattern, plus }: { shown: RoundedDigits; pattern: NumberPattern; plus: boolean },
): string {
  const positive = plus && shown.sign === '' && /[1-9]/.test(shown.integer + shown.fraction)
  const sign = positive ? '+' : shown.sign
  // Functions, because a replacement text would give `$` a meaning.
  return template
    .replace('-', () => sign && pattern.mark + sign)
    .replace('#', () => joinDigits(shown, pattern))
}
