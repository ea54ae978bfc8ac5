// Written by x-locale from the message catalogs. Do not edit.
import type { MessageFormat } from './messages.ts'

export interface FormatOptions {
  /** Intl tag: `de`, `zh-Hans-CN`. */
  readonly tag: string
  /** IANA name; omitted: the host's own zone. */
  readonly timeZone?: string | undefined
}

const plain: Intl.NumberFormatOptions = {}

export function createFormat({ tag, timeZone }: FormatOptions): MessageFormat {
  const rules = new Map<string, Intl.PluralRules>()
  const numbers = new Map<object, Intl.NumberFormat>()
  const dates = new Map<object, Intl.DateTimeFormat>()
  const rulesOf = (type: 'cardinal' | 'ordinal', language: string) => {
    const key = type + language
    let made = rules.get(key)
    if (!made) rules.set(key, (made = new Intl.PluralRules(language, { type })))
    return made
  }
  const numbersOf = (options: Intl.NumberFormatOptions) => {
    let made = numbers.get(options)
    if (!made) numbers.set(options, (made = new Intl.NumberFormat(tag, options)))
    return made
  }
  let cardinal: Intl.PluralRules | undefined
  let zero: string | undefined
  // A count below a thousand has neither groups nor decimals: with Latin digits String() is right,
  // at a tenth of the cost.
  const isOwnText = (value: number | bigint | string) =>
    typeof value === 'number' &&
    value >= 0 &&
    value < 1000 &&
    Number.isInteger(value) &&
    (zero ??= numbersOf(plain).format(0)) === '0'
  return {
    plural(value, language) {
      if (language !== undefined) return rulesOf('cardinal', language).select(value)
      return (cardinal ??= rulesOf('cardinal', tag)).select(value)
    },
    ordinal: (value, language = tag) => rulesOf('ordinal', language).select(value),
    number(value, options = plain) {
      if (options === plain && isOwnText(value)) return String(value)
      return numbersOf(options).format(value as number)
    },
    date(value, options) {
      let made = dates.get(options)
      if (!made) {
        const withZone = timeZone === undefined ? options : { ...options, timeZone }
        dates.set(options, (made = new Intl.DateTimeFormat(tag, withZone)))
      }
      return made.format(value)
    },
  }
}
