import { HEADER, type ModuleForm, typed } from './moduleForm.ts'

const FORMAT_OPTIONS = `export interface FormatOptions {
  /** Intl tag: \`de\`, \`zh-Hans-CN\`. */
  readonly tag: string
  /** IANA name; omitted: the host's own zone. */
  readonly timeZone?: string | undefined
}

`

/**
 * `format`: the surroundings of compiled messages over the platform's Intl, for packages that do
 * not import this one. It imports nothing at run time. A formatter is made once for every option
 * object, and the option objects once a module.
 */
export function formatModule(form: ModuleForm): string {
  const t = (text: string) => typed(form, text)
  return `${HEADER}${t("import type { MessageFormat } from './messages.ts'\n")}
${t(FORMAT_OPTIONS)}const plain${t(': Intl.NumberFormatOptions')} = {}

export function createFormat({ tag, timeZone }${t(': FormatOptions')})${t(': MessageFormat')} {
  const rules = new Map${t('<string, Intl.PluralRules>')}()
  const numbers = new Map${t('<object, Intl.NumberFormat>')}()
  const dates = new Map${t('<object, Intl.DateTimeFormat>')}()
  const rulesOf = (type${t(": 'cardinal' | 'ordinal'")}, language${t(': string')}) => {
    const key = type + language
    let made = rules.get(key)
    if (!made) rules.set(key, (made = new Intl.PluralRules(language, { type })))
    return made
  }
  const numbersOf = (options${t(': Intl.NumberFormatOptions')}) => {
    let made = numbers.get(options)
    if (!made) numbers.set(options, (made = new Intl.NumberFormat(tag, options)))
    return made
  }
  let cardinal${t(': Intl.PluralRules | undefined')}
  let zero${t(': string | undefined')}
  // A count below a thousand has neither groups nor decimals: with Latin digits String() is right,
  // at a tenth of the cost.
  const isOwnText = (value${t(': number | bigint | string')}) =>
    typeof value === 'number' && value >= 0 && value < 1000 && Number.isInteger(value) &&
    (zero ??= numbersOf(plain).format(0)) === '0'
  return {
    plural(value, language) {
      if (language !== undefined) return rulesOf('cardinal', language).select(value)
      return (cardinal ??= rulesOf('cardinal', tag)).select(value)
    },
    ordinal: (value, language = tag) => rulesOf('ordinal', language).select(value),
    number(value, options = plain) {
      if (options === plain && isOwnText(value)) return String(value)
      return numbersOf(options).format(value${t(' as number')})
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
`
}

/** Declarations of the JavaScript form. */
export function formatDeclarations(): string {
  return `${HEADER}import type { MessageFormat } from './messages.js'

${FORMAT_OPTIONS}export declare function createFormat(options: FormatOptions): MessageFormat
`
}
