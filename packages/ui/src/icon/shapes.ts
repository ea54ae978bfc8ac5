/** A lucide icon as data; `name` is its name there. */
export interface IconShape {
  readonly name: string
  /** `d` attributes of its paths in a 24 by 24 box. */
  readonly lines: readonly string[]
}

// Icons of the common widgets. A component of lucide-react costs two components and a table of
// attributes each.
/** The cross of a close button. */
export const CROSS: IconShape = { name: 'x', lines: ['M18 6 6 18', 'm6 6 12 12'] }
/** The arrow of a select. */
export const CHEVRON_DOWN: IconShape = { name: 'chevron-down', lines: ['m6 9 6 6 6-6'] }
/** A check mark. */
export const CHECK: IconShape = { name: 'check', lines: ['M20 6 9 17l-5-5'] }
