import { cached } from '../intlCache.ts'
import { localeRow, type MessageLocale } from '../locales/localeTable.ts'
import { EMPTY_NUMBER } from '../numbers/formatNumber.ts'
import { UZBEK_UNITS } from '../uzbek.ts'

/** Largest first; a month counts 30 days and a year 365, because an age is an estimate. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * How long ago `at` was: `3 min. ago`; a moment still to come reads `in 3 min.`. Whole units,
 * towards zero.
 */
export function formatAge(
  at: number,
  { now, locale }: { readonly now: number; readonly locale: MessageLocale },
): string {
  const seconds = Math.trunc((at - now) / 1000)
  if (!Number.isFinite(seconds)) return EMPTY_NUMBER
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[5]
  // Minus zero would be "in 0 seconds" to some engines and "0 seconds ago" to others.
  const count = Math.trunc(seconds / size) || 0
  if (locale === 'uz')
    return `${Math.abs(count)} ${UZBEK_UNITS[unit]}${count > 0 ? 'dan keyin' : ' oldin'}`
  return cached(
    `age ${locale}`,
    () => new Intl.RelativeTimeFormat(localeRow(locale).tag, { style: 'short', numeric: 'always' }),
  ).format(count, unit)
}
