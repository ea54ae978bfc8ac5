import { createSorter, type SortOrder } from './createSorter.ts'

/**
 * Returns a sorted copy: keys are read once per row, ties keep the source order, missing values are
 * last in both directions.
 */
export function sortRows<R>(rows: readonly R[], order: SortOrder<R>): readonly R[] {
  return createSorter<R>()(rows, order)
}
