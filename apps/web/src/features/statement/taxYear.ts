import { csvText } from '@x/ui/data-table'
import type { StatementFilter, StatementYear } from '../../data/statement/api.ts'

/** The UTC year of now, as text. */
export const currentYear = (clock: { readonly now: () => number }): string =>
  String(new Date(clock.now()).getUTCFullYear())

/** Every line of a UTC year. */
export const yearFilter = (year: string): StatementFilter => ({
  from: String(Date.UTC(Number(year), 0, 1)),
  to: String(Date.UTC(Number(year) + 1, 0, 1) - 1),
})

/** Whether a year has such a sum, which is no part of a gain, in any pair. */
export const hasSum = (gains: StatementYear['gains'], sum: 'uncovered' | 'openShort'): boolean =>
  gains.some((gain) => Number(gain[sum]) !== 0)

const COLUMNS = [
  'record',
  'name',
  'kind',
  'received',
  'paid',
  'proceeds',
  'cost',
  'fees',
  'gain',
  'uncovered',
  'openShort',
] as const
type SummaryLine = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>

/**
 * The summary of a year as one table: `gain` has a line for each pair, `balance` and `movement` for
 * each asset, in the words of the wire.
 */
export function summaryText({ gains, assets }: StatementYear): string {
  const lines: readonly SummaryLine[] = [
    ...gains.map((gain) => ({ ...gain, record: 'gain', name: gain.symbol })),
    ...assets.flatMap(({ asset: name, opening, closing, kinds }) => [
      { record: 'balance', name, kind: 'opening', received: opening },
      ...kinds.map((kind) => ({ ...kind, record: 'movement', name })),
      { record: 'balance', name, kind: 'closing', received: closing },
    ]),
  ]
  return csvText([COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column] ?? ''))])
}
