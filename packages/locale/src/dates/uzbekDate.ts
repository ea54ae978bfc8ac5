import { UZBEK_MONTHS, UZBEK_SHORT_MONTHS, UZBEK_WEEKDAYS } from '../uzbek.ts'
import type { DateFields } from './dateFields.ts'

/**
 * Uzbek dates as CLDR writes them, for the styles the product uses; `null` for other options, which
 * then go to Intl.
 */
export function formatUzbekDate(
  fields: DateFields,
  options: Intl.DateTimeFormatOptions,
): string | null {
  const { dateStyle, timeStyle, ...rest } = options
  const asked = Object.keys(rest).sort().join()
  if (asked === 'day,month' && rest.month === 'short' && rest.day === 'numeric')
    return `${Number(fields.day)}-${monthOf(UZBEK_SHORT_MONTHS, fields)}`
  if (asked !== '' || timeStyle === 'long' || timeStyle === 'full') return null
  const time =
    timeStyle &&
    `${fields.hour}:${fields.minute}${timeStyle === 'medium' ? `:${fields.second}` : ''}`
  const texts = [dateStyle && dateOf(fields, dateStyle), time].filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join(', ') : null
}

function dateOf(
  fields: DateFields,
  style: NonNullable<Intl.DateTimeFormatOptions['dateStyle']>,
): string {
  const { year, month, day, weekday } = fields
  if (style === 'short') return `${day}/${month}/${year.slice(-2)}`
  if (style === 'medium') return `${Number(day)}-${monthOf(UZBEK_SHORT_MONTHS, fields)}, ${year}`
  const date = `${Number(day)}-${monthOf(UZBEK_MONTHS, fields)}, ${year}`
  return style === 'full' ? `${UZBEK_WEEKDAYS[weekday]}, ${date}` : date
}

function monthOf(names: readonly string[], { month }: DateFields): string {
  return names[Number(month) - 1] ?? ''
}
