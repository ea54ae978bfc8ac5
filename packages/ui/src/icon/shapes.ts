/** An icon as lucide draws it, by its name there. */
export interface IconShape {
  readonly name: string
  /** `d` of its lines, in a box of 24 by 24. */
  readonly lines: readonly string[]
}

// What widgets draw with every field, dialog and list. An icon of lucide-react is two components
// and a table of its attributes each time.
export const CROSS: IconShape = { name: 'x', lines: ['M18 6 6 18', 'm6 6 12 12'] }
export const CHEVRON_DOWN: IconShape = { name: 'chevron-down', lines: ['m6 9 6 6 6-6'] }
export const CHECK: IconShape = { name: 'check', lines: ['M20 6 9 17l-5-5'] }
