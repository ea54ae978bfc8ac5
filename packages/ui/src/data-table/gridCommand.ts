/** A key press in a grid cell. */
export interface CellKey {
  readonly key: string
  /** Control, or Command on macOS. */
  readonly control: boolean
  readonly shift: boolean
}

/** Where a key is pressed, and what the table and the cell can do. */
export interface CellContext {
  /** Where the focus is: the cell, a control inside it, or a control that takes text. */
  readonly focus: 'cell' | 'control' | 'text'
  /** The cell has a control that can take the focus. */
  readonly hasControl: boolean
  readonly canSelectAll: boolean
  readonly canSelect: boolean
  readonly canPress: boolean
}

/** What a key does in a grid cell; `move` may still be no move. */
export type GridCommand =
  | 'leaveControl'
  | 'selectAll'
  | 'select'
  | 'enterControl'
  | 'press'
  | 'move'

/** Decides what a key does in a grid cell, by the grid pattern of ARIA. */
export function gridCommand(
  { key, control, shift }: CellKey,
  { focus, hasControl, canSelectAll, canSelect, canPress }: CellContext,
): GridCommand | undefined {
  const isInside = focus !== 'cell'
  if (isInside && key === 'Escape') return 'leaveControl'
  if (focus === 'text') return undefined
  if (control && key.toLowerCase() === 'a' && canSelectAll) return 'selectAll'
  if (key === ' ' && canSelect && (!isInside || shift)) return 'select'
  if (isInside || (key !== 'Enter' && key !== 'F2')) return 'move'
  if (hasControl) return 'enterControl'
  return key === 'Enter' && canPress ? 'press' : undefined
}
