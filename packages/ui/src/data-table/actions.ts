/**
 * Callbacks from a row to its table. The object never changes, so that a new callback does not
 * render rows again.
 */
export interface RowActions<R> {
  press(row: R): void
  toggle(rowKey: string, options: { readonly range: boolean }): void
  expand(rowKey: string): void
}

/** Callbacks from the header to its table. */
export interface HeaderActions {
  readonly sort: (column: string) => void
  readonly toggleEvery: () => void
  /** Sets a width in pixels; `undefined` restores the column's own width. */
  readonly resize: (column: string, to: number | undefined) => void
}
