import { joinDigits, roundDigits } from './decimalText.ts'
import { EMPTY_NUMBER, type NumberOptions, SCENES } from './formatNumber.ts'
import { numberPattern } from './numberPatterns.ts'

/** How a price is set: in one run, or with the count of its leading zeros as a subscript. */
export interface PriceParts {
  /** Everything before the count (`0.0`); the whole text of a price that is not tiny. */
  readonly head: string
  /** How many zeros follow the point; `undefined` for a price that is not tiny. */
  readonly zeros: number | undefined
  /** The significant digits after the count. */
  readonly tail: string
  /** The full value in the same separators: what a screen reader says. */
  readonly label: string
  /** The full value as the market writes it: what is copied. */
  readonly copy: string
}

/** From this many zeros after the point on, nobody counts them by eye. */
const TINY_ZEROS = 4
const SIGNIFICANT = 4

/** How a price is split for display. */
export interface PriceOptions extends Pick<NumberOptions, 'locale' | 'scene'> {
  /**
   * Decimals of a price that is not tiny: the symbol's pricePlace. Omitted: as many as the value
   * has.
   */
  readonly digits?: number
}

/**
 * `0.00001234` reads `0.0₄1234`: head `0.0`, zeros 4, tail `1234`. Four significant digits,
 * truncated; zeros at the end dropped.
 */
export function priceParts(
  value: string | null | undefined,
  { locale = 'trading', digits, scene }: PriceOptions = {},
): PriceParts {
  const copy = value?.trim() ?? ''
  const [, fraction = ''] = copy.split('.')
  const pattern = numberPattern(locale)
  const full = roundDigits(copy, { digits: fraction.length, mode: 'down' })
  if (!full)
    return { head: EMPTY_NUMBER, zeros: undefined, tail: '', label: EMPTY_NUMBER, copy: '' }
  const sign = full.sign && pattern.mark + full.sign
  const label = sign + joinDigits(full, pattern)
  const zeros = /^0*(?=[1-9])/.exec(full.fraction)?.[0].length ?? 0
  if (zeros >= TINY_ZEROS && /^0+$/.test(full.integer)) {
    const tail = full.fraction.slice(zeros, zeros + SIGNIFICANT).replace(/0+$/, '')
    return { head: `${sign}0${pattern.decimal}0`, zeros, tail, label, copy }
  }
  const shown =
    roundDigits(copy, {
      digits: digits ?? (scene ? SCENES[scene] : fraction.length),
      mode: 'down',
    }) ?? full
  return {
    head: (shown.sign && pattern.mark + shown.sign) + joinDigits(shown, pattern),
    zeros: undefined,
    tail: '',
    label,
    copy,
  }
}
