import type {
  DateElement,
  NumberElement,
  TimeElement,
} from '@formatjs/icu-messageformat-parser' with { 'resolution-mode': 'import' }
import { TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * Intl options of a styled argument; `null` for a style the compiler does not know. No options: the
 * plain number.
 */
export type StyleOptions = Readonly<Record<string, unknown>> | null

const NUMBER_STYLES: Readonly<Record<string, StyleOptions>> = {
  integer: { maximumFractionDigits: 0 },
  percent: { style: 'percent' },
}
const LENGTHS = ['short', 'medium', 'long', 'full']

export function styleOptions(element: NumberElement | DateElement | TimeElement): StyleOptions {
  const { style } = element
  if (element.type === TYPE.number) {
    if (!style) return {}
    if (typeof style === 'string')
      return Object.hasOwn(NUMBER_STYLES, style) ? (NUMBER_STYLES[style] ?? null) : null
    // Money comes as a formatted argument, so that it never passes through a float; Intl has no
    // scale.
    return 'currency' in style.parsedOptions || 'scale' in style.parsedOptions
      ? null
      : { ...style.parsedOptions }
  }
  if (style && typeof style !== 'string')
    return Object.keys(style.parsedOptions).length > 0 ? { ...style.parsedOptions } : null
  const length = style || 'medium'
  return LENGTHS.includes(length)
    ? { [element.type === TYPE.date ? 'dateStyle' : 'timeStyle']: length }
    : null
}
