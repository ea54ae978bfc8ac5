import type { StatementFilter } from '../../data/statement/api.ts'
import { startOfDay } from '../records/index.ts'

/** What the reader chose; days are `YYYY-MM-DD` where the reader is, both included. */
export interface ChosenFilter {
  readonly account?: string
  readonly asset?: string
  readonly kind?: string
  readonly from?: string
  readonly to?: string
}

/** By how many fields the statement is narrowed; both days are one. */
export const narrowedBy = (chosen: ChosenFilter): number =>
  Object.keys(chosen).filter((field) => field !== 'to').length

/** The filter in the server's words: days as moments. */
export function wantedOf(
  { from, to, ...same }: ChosenFilter,
  { dayOf }: { readonly dayOf: (at: number) => string },
): StatementFilter {
  const first = from === undefined ? undefined : startOfDay(from, { dayOf })
  const next = to === undefined ? undefined : startOfDay(to, { days: 1, dayOf })
  return {
    ...same,
    ...(first === undefined ? {} : { from: String(Math.max(0, first)) }),
    ...(next === undefined ? {} : { to: String(Math.max(0, next - 1)) }),
  }
}
