import { HEADER, type ModuleForm, typed } from './moduleForm.ts'

/**
 * `format`: the surroundings of compiled messages over the platform's Intl, for packages that do not import this one.
 * It imports nothing at run time. A formatter is made once for every option object, and the option objects once a module.
 */
export function formatModule(form: ModuleForm): string {
  const t = (text: string) => typed(form, text)
  return `${HEADER}${t("import type { MessageFormat } from './messages.ts'\n")}
${t('export interface FormatOptions {\n  /** Intl tag: `de`, `zh-Hans-CN`. */\n  readonly tag: string\n  /** IANA name; omitted: the host\'s own zone. */\n  readonly timeZone?: string | undefined\n}\n\n')}const plain${t(': Intl.NumberFormatOptions')} = {}

export function createFormat({ tag, timeZone }${t(': FormatOptions')})${t(': MessageFormat')} {
  const rules = new Map${t('<string, Intl.PluralRules>')}()
  const numbers = new Map${t('<object, Intl.NumberFormat>')}()
  const dates = new Map${t('<object, Intl.DateTimeFormat>')}()
  const categoryOf = (type${t(": 'cardinal' | 'ordinal'")}) => (value${t(': number')}, language = tag) => {
    const key = type + language
    let made = rules.get(key)
    if (!made) rules.set(key, (made = new Intl.PluralRules(language, { type })))
    return made.select(value)
  }
  return {
    plural: categoryOf('cardinal'),
    ordinal: categoryOf('ordinal'),
    number(value, options = plain) {
      let made = numbers.get(options)
      if (!made) numbers.set(options, (made = new Intl.NumberFormat(tag, options)))
      return made.format(value${t(' as number')})
    },
    date(value, options) {
      let made = dates.get(options)
      if (!made) dates.set(options, (made = new Intl.DateTimeFormat(tag, timeZone === undefined ? options : { ...options, timeZone })))
      return made.format(value)
    },
  }
}
`
}

/** Declarations of the JavaScript form. */
export function formatDeclarations(): string {
  return `${HEADER}import type { MessageFormat } from './messages.js'

export interface FormatOptions {
  /** Intl tag: \`de\`, \`zh-Hans-CN\`. */
  readonly tag: string
  /** IANA name; omitted: the host's own zone. */
  readonly timeZone?: string | undefined
}

export declare function createFormat(options: FormatOptions): MessageFormat
`
}
