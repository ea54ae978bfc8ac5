import { compare, parseDecimal, type Decimal } from '@x/decimal'
import type { SortRule } from './columns.ts'

export type SortDirection = 'ascending' | 'descending'

export interface Sort {
  readonly column: string
  readonly direction: SortDirection
}

/** U15: ascending, descending, none, and around again; another column begins ascending. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}

interface Keyed<R> {
  readonly row: R
  readonly key: string | number | bigint | DecimalKey
}

/** Rounding to a float keeps the order, so two different floats decide, and only equal ones need the exact comparison. */
interface DecimalKey {
  readonly near: number
  readonly exact: Decimal
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A sorted copy: keys are read once a row, ties keep the order of the source, missing values stand last in both directions. */
export function sortRows<R>(rows: readonly R[], { rule, direction }: { readonly rule: SortRule<R>; readonly direction: SortDirection }): R[] {
  const present: Keyed<R>[] = []
  const missing: R[] = []
  for (const row of rows) {
    const key = keyOf(rule, row)
    if (key === undefined) missing.push(row)
    else present.push({ row, key })
  }
  const sign = direction === 'ascending' ? 1 : -1
  present.sort((a, b) => sign * compareKeys(a.key, b.key))
  return [...present.map((one) => one.row), ...missing]
}

function keyOf<R>(rule: SortRule<R>, row: R): Keyed<R>['key'] | undefined {
  const value = rule.by(row)
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return undefined
  if (rule.as !== 'decimal') return value
  const exact = parseDecimal(String(value))
  return exact === null ? undefined : { near: Number(value), exact }
}

function compareKeys(a: Keyed<unknown>['key'], b: Keyed<unknown>['key']): number {
  if (typeof a === 'object' && typeof b === 'object') return a.near === b.near ? compare(a.exact, b.exact) : a.near - b.near
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}
