import type { SortRule } from './columns.ts'
import { createSorter } from './createSorter.ts'
import type { SortDirection } from './sortCycle.ts'

/** A sorted copy: keys are read once a row, ties keep the order of the source, missing values stand last in both directions. */
export function sortRows<R>(rows: readonly R[], { rule, direction }: { readonly rule: SortRule<R>; readonly direction: SortDirection }): readonly R[] {
  return createSorter<R>()(rows, { rule, direction })
}
