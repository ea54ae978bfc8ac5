import type { Locale } from '../locales/localeTable.ts'

/** Signs and grouping of a locale's numbers. */
export interface NumberPattern {
  readonly decimal: string
  readonly group: string
  /**
   * Digits that must stand before the first separator: with 2, `1234,50` stays ungrouped and
   * `12.345,50` is grouped.
   */
  readonly minimumGrouping: number
  /** `#` the number, `¤` the currency's symbol, `-` the sign. */
  readonly currency: string
  /** `#` the number, `-` the sign. */
  readonly percent: string
  /**
   * Stands before every sign: in right-to-left text a bare minus would wander to the other end of
   * the number.
   */
  readonly mark: string
}

const NBSP = '\u00a0'
const NARROW = '\u202f'
const LRM = '\u200e'

/**
 * CLDR 48, by pattern: decimal, group, minimum grouping, currency, percent, locales. Our own copy,
 * so that every engine prints the same; Uzbek is equal to Ukrainian.
 */
const ROWS = [
  ['.', ',', 1, '-¤#', '-#%', 'en asia en-GB ja zh-CN zh-TW zh-TC th ph'],
  [',', '.', 1, '-¤#', '-#%', 'id'],
  [',', '.', 1, '-¤#', '-%#', 'tr'],
  [',', '.', 1, `-¤${NBSP}#`, '-#%', 'pt es-AR'],
  [',', '.', 1, `-#${NBSP}¤`, '-#%', 'vi'],
  [',', '.', 1, `-#${NBSP}¤`, `-#${NBSP}%`, 'de'],
  [',', '.', 2, `-#${NBSP}¤`, '-#%', 'it'],
  [',', '.', 2, `-#${NBSP}¤`, `-#${NBSP}%`, 'es es-ES'],
  [',', NBSP, 2, `-#${NBSP}¤`, '-#%', 'bg pl pt-PT'],
  [',', NBSP, 1, `-#${NBSP}¤`, '-#%', 'uk uz'],
  [',', NBSP, 1, `-#${NBSP}¤`, `-#${NBSP}%`, 'ru'],
  [',', NARROW, 1, `-#${NBSP}¤`, `-#${NBSP}%`, 'fr'],
  ['.', ',', 1, `\u200f-#${NBSP}¤`, `-#${LRM}%${LRM}`, 'ar'],
] as const

/**
 * `trading` is the invariant form of books, entry fields and positions: `1,234.56` whatever the
 * language.
 */
export type NumberLocale = Locale | 'trading'

const patterns = new Map<NumberLocale, NumberPattern>()

/** Separators, and the places of sign, symbol and percent, of a locale (CLDR 48). */
export function numberPattern(locale: NumberLocale): NumberPattern {
  const known = patterns.get(locale)
  if (known) return known
  const [decimal, group, minimumGrouping, currency, percent] =
    ROWS.find((row) => row[5].split(' ').includes(locale)) ?? ROWS[0]
  const pattern = {
    decimal,
    group,
    minimumGrouping,
    currency,
    percent,
    mark: locale === 'ar' ? LRM : '',
  }
  patterns.set(locale, pattern)
  return pattern
}
