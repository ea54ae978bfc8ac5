import { formatUnits, roundUnits } from '@x/decimal'
import { formatDateWith } from '../dates/formatDate.ts'
import { cached } from '../intlCache.ts'
import { isLocale, localeRow, type MessageLocale } from '../locales/localeTable.ts'
import { groupInteger } from '../numbers/decimalText.ts'
import { render } from '../numbers/formatNumber.ts'
import { numberPattern } from '../numbers/numberPatterns.ts'
import type { MessageFormat } from './messageTypes.ts'

/** The language and time zone of formatted arguments. */
export interface MessageFormatOptions {
  readonly locale: MessageLocale
  /** The zone the trader has stored; omitted: the host's own. */
  readonly timeZone?: string | undefined
}

/** The surroundings of compiled messages, with this package's own numbers and Uzbek dates. */
export function createMessageFormat({ locale, timeZone }: MessageFormatOptions): MessageFormat {
  const own = localeRow(locale).tag
  const rules = (tag: string, type: Intl.PluralRuleType) =>
    cached(`${type} ${tag}`, () => new Intl.PluralRules(tag, { type }))
  const cardinal = rules(own, 'cardinal')
  return {
    plural: (value, tag) => (tag === undefined ? cardinal : rules(tag, 'cardinal')).select(value),
    ordinal: (value, tag = own) => rules(tag, 'ordinal').select(value),
    number: (value, options) =>
      (options ? null : wholeNumber(value, locale)) ??
      ownNumber(value, { locale, options: options ?? {} }) ??
      intlNumber(value, { locale, options: options ?? {} }),
    date: (value, options) => formatDateWith(Number(value), { locale, timeZone, options }),
  }
}

/** Counts, which most numbers in messages are: twice as fast as Intl. */
function wholeNumber(value: number | bigint | string, locale: MessageLocale): string | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || !isLocale(locale))
    return null
  return groupInteger(String(value), numberPattern(locale))
}

interface NumberContext {
  readonly locale: MessageLocale
  readonly options: Intl.NumberFormatOptions
}

const OWN_OPTIONS = new Set(['style', 'minimumFractionDigits', 'maximumFractionDigits'])

/**
 * Plain numbers and percentages in our own separators; `null` for what only Intl can do, and for
 * languages without a number pattern here.
 */
function ownNumber(
  value: number | bigint | string,
  { locale, options }: NumberContext,
): string | null {
  const text = String(value)
  if (!isLocale(locale) || !Object.keys(options).every((name) => OWN_OPTIONS.has(name))) return null
  const percent = options.style === 'percent'
  if (!percent && options.style !== undefined && options.style !== 'decimal') return null
  const least = options.minimumFractionDigits ?? 0
  // As Intl: at most three decimals, none of a percentage; but a decimal string is money and keeps
  // all of its digits.
  const most =
    options.maximumFractionDigits ??
    Math.max(least, percent ? 0 : typeof value === 'string' ? (text.split('.')[1]?.length ?? 0) : 3)
  const rounded = roundUnits(text, most + (percent ? 2 : 0), 'half-away')
  if (rounded === null) return null
  const plain = formatUnits(rounded, most, { trim: true })
  return render(
    plain,
    { locale, digits: Math.max(least, plain.split('.')[1]?.length ?? 0) },
    percent ? numberPattern(locale).percent : '-#',
  )
}

function intlNumber(value: number | bigint | string, { locale, options }: NumberContext): string {
  const formatter = cached(
    `number ${locale} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(localeRow(locale).tag, options),
  )
  // A decimal string is formatted exactly; the platform's types do not say so for every string.
  return formatter.format(value as number)
}
