import type { Locale } from '../locales/localeTable.ts'
import { numberPattern } from '../numbers/numberPatterns.ts'

/**
 * How one language writes a number, as far as reading it is concerned. A locale that groups by a
 * space has no group sign of its own here: spaces group in every form.
 */
export interface NumberForm {
  readonly decimal: string
  readonly group: string
}

export const INVARIANT_FORM: NumberForm = { decimal: '.', group: ',' }

export function formOf(locale: Locale): NumberForm {
  const { decimal, group } = numberPattern(locale)
  return { decimal, group: group === '.' || group === ',' ? group : ' ' }
}

/**
 * The number as a plain decimal (`1234.5`), or `null` when the text is not written in this form:
 * groups are of three digits and do not begin with a zero.
 */
export function readForm(text: string, { decimal, group }: NumberForm): string | null {
  const dot = text.indexOf(decimal)
  const integer = dot < 0 ? text : text.slice(0, dot)
  const fraction = dot < 0 ? '' : text.slice(dot + 1)
  if (!/^\d*$/.test(fraction) || !/\d/.test(text)) return null
  const separator = integer.includes(' ') ? ' ' : group
  const groups = integer.split(separator)
  if (
    groups.length > 1 &&
    !(
      /^[1-9]\d{0,2}$/.test(groups[0] ?? '') &&
      groups.slice(1).every((part) => /^\d{3}$/.test(part))
    )
  )
    return null
  const digits = groups.join('')
  if (!/^\d*$/.test(digits)) return null
  return `${digits || '0'}${dot < 0 ? '' : `.${fraction}`}`
}

/**
 * One to three digits, one sign, exactly three digits: a thousand and more to one reader, a little
 * over one to another.
 */
export function isThreeDigitRiddle(text: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
}

/** What the text can mean: one value, several, or none. */
export function readings(text: string, locale: Locale): string[] {
  const values = [formOf(locale), INVARIANT_FORM]
    .map((form) => readForm(text, form))
    .filter((value) => value !== null)
  return [...new Set(values)]
}
