import { createSorter, type SortOrder } from './createSorter.ts'

/**
 * A sorted copy: keys are read once a row, ties keep the order of the source, missing values stand
 * last in both directions.
 */
export function sortRows<R>(rows: readonly R[], order: SortOrder<R>): readonly R[] {
  return createSorter<R>()(rows, order)
}
