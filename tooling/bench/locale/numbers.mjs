// CPU time of one formatted number, and whether it keeps all 26 digits of an amount.
import { formatNumber } from '../../../packages/locale/src/exports/numbers.ts'
import { costOf, us } from '../measure.mjs'
import { TAGS } from './catalogs.mjs'
import { importRuntime, RUNTIMES } from './runtimes.mjs'

const CALLS = 20_000
const LONG = '90071992547409929007199254.74'
const LONG_TEXT = '90,071,992,547,409,929,007,199,254.74'
const VALUES = Array.from(
  { length: 1_000 },
  (_, n) => `${(n * 7919) % 1_000_003}.${String((n * 31) % 100).padStart(2, '0')}`,
)
const FLOATS = VALUES.map(Number)

export async function numbers() {
  const locales = Object.keys(TAGS)
  const cached = locales.map(
    (locale) => new Intl.NumberFormat(TAGS[locale], { minimumFractionDigits: 2 }),
  )
  const rows = [
    {
      who: '@x/locale, decimal strings',
      format: (n) => formatNumber(VALUES[n % 1_000], { locale: locales[n % 3], scene: 'usdt' }),
      exact: formatNumber(LONG, { locale: 'en', scene: 'usdt' }),
    },
    {
      who: 'Intl.NumberFormat, cached',
      format: (n) => cached[n % 3]?.format(FLOATS[n % 1_000]),
      exact: cached[0]?.format(Number(LONG)),
    },
    {
      who: 'Intl.NumberFormat, made each time',
      calls: 500,
      format: (n) =>
        new Intl.NumberFormat(TAGS[locales[n % 3]], { minimumFractionDigits: 2 }).format(
          FLOATS[n % 1_000],
        ),
      exact: cached[0]?.format(Number(LONG)),
    },
  ]
  for (const [index, runtime] of RUNTIMES.entries()) {
    if (index < 2) continue
    const { start } = await importRuntime(runtime, index)
    const made = []
    for (const locale of locales)
      made.push(start(TAGS[locale], await runtime.messages(locale)).number)
    if (made.every(Boolean))
      rows.push({
        who: runtime.who,
        format: (n) => made[n % 3]?.(FLOATS[n % 1_000]),
        exact: made[0]?.(Number(LONG)),
      })
  }
  return rows.map(({ who, format, exact, calls = CALLS }) => ({
    what: 'one number (CPU)',
    who,
    measured:
      us(costOf(format, { calls })) + (exact === LONG_TEXT ? '' : ', long amounts lose digits'),
  }))
}
