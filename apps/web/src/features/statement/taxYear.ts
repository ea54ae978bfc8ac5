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

/** Pairs whose sales no purchase of the account covers. */
export const uncoveredGains = (gains: StatementYear['gains']): StatementYear['gains'] =>
  gains.filter(({ uncovered }) => Number(uncovered) !== 0)

const HEADER = [
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
]

/**
 * The summary of a year as one table: `gain` has a line for each pair, `balance` and `movement` for
 * each asset, in the words of the wire.
 */
export function summaryText({ gains, assets }: StatementYear): string {
  const gainLines = gains.map(({ symbol, proceeds, cost, fees, gain, uncovered }) => [
    ...['gain', symbol, '', '', ''],
    ...[proceeds, cost, fees, gain, uncovered],
  ])
  const assetLines = assets.flatMap(({ asset, opening, closing, kinds }) => [
    ['balance', asset, 'opening', opening],
    ...kinds.map(({ kind, received, paid }) => ['movement', asset, kind, received, paid]),
    ['balance', asset, 'closing', closing],
  ])
  const filled = (line: readonly string[]) => HEADER.map((_, at) => line[at] ?? '')
  return csvText([HEADER, ...[...gainLines, ...assetLines].map(filled)])
}
