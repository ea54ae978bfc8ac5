import { formatDate, formatTimestamp } from '../dates/formatDate.ts'
import { LOCALES } from '../locales/localeTable.ts'
import { formatCompact } from '../numbers/formatCompact.ts'
import { priceParts } from '../numbers/priceParts.ts'

/**
 * From the price of a coin by the trillion to more units than there are: zeros that nobody counts,
 * and digits that no float holds.
 */
const EXTREMES = [
  '0.00001',
  '0.00001234',
  '-0.000012345678',
  '0.0000000000001',
  '0.000000000000000000000001',
  '0.00010001',
  '0.99999999',
  '1e-7',
  '1000000.00000001',
  '999999',
  '999999.995',
  '1000000',
  '123456789012',
  '-999999999999999',
  '1234567890123456789',
  '90071992547409929007199254740993',
  '0',
  '-0.00000000',
] as const

const HOUR = 3_600_000

/**
 * Clocks that change in 2026 and the moment at which they do: by an hour, by half of one, in the
 * south, for Ramadan; and clocks that never change.
 */
export const CLOCK_CHANGES = [
  { zone: 'Europe/Berlin', at: Date.UTC(2026, 2, 29, 1), from: 1, to: 2 },
  { zone: 'Europe/Berlin', at: Date.UTC(2026, 9, 25, 1), from: 2, to: 1 },
  { zone: 'America/New_York', at: Date.UTC(2026, 2, 8, 7), from: -5, to: -4 },
  { zone: 'America/New_York', at: Date.UTC(2026, 10, 1, 6), from: -4, to: -5 },
  { zone: 'America/St_Johns', at: Date.UTC(2026, 2, 8, 5, 30), from: -3.5, to: -2.5 },
  { zone: 'Australia/Sydney', at: Date.UTC(2026, 3, 4, 16), from: 11, to: 10 },
  { zone: 'Australia/Lord_Howe', at: Date.UTC(2026, 3, 4, 15), from: 11, to: 10.5 },
  { zone: 'Australia/Lord_Howe', at: Date.UTC(2026, 9, 3, 15, 30), from: 10.5, to: 11 },
  { zone: 'Africa/Casablanca', at: Date.UTC(2026, 1, 15, 2), from: 1, to: 0 },
  { zone: 'Asia/Kathmandu', at: Date.UTC(2026, 2, 29, 1), from: 5.75, to: 5.75 },
  { zone: 'Asia/Tokyo', at: Date.UTC(2026, 9, 25, 1), from: 9, to: 9 },
  { zone: 'America/Sao_Paulo', at: Date.UTC(2026, 9, 18, 3), from: -3, to: -3 },
  { zone: '-08:00', at: Date.UTC(2026, 2, 8, 10), from: -8, to: -8 },
] as const

/** What every engine must write alike beside the money of the golden file. */
export function extremeLines(): string[] {
  const numbers = LOCALES.flatMap((locale) =>
    EXTREMES.flatMap((value) => {
      const { head, zeros, tail, label, copy } = priceParts(value, { locale })
      return [
        `${head}|${zeros ?? ''}|${tail}|${label}|${copy}`,
        formatCompact(value, { locale, digits: 2 }),
      ]
    }),
  )
  const moments = CLOCK_CHANGES.flatMap(({ zone, at }) =>
    [-HOUR, -1000, 0, 1000, HOUR].flatMap((offset) => [
      formatTimestamp(at + offset, { timeZone: zone }),
      formatDate(at + offset, { locale: 'uz', timeZone: zone }),
    ]),
  )
  return [...numbers, ...moments]
}
