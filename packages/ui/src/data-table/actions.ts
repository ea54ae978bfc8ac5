/**
 * What a row can ask of its table: one object for the life of the table, so that no row is drawn
 * for a new callback.
 */
export interface RowActions<R> {
  press(row: R): void
  toggle(rowKey: string, options: { readonly range: boolean }): void
  expand(rowKey: string): void
}

/** The same for the header. */
export interface HeaderActions {
  readonly sort: (column: string) => void
  readonly toggleEvery: () => void
  /** `undefined` gives the column its own width back. */
  readonly resize: (column: string, to: number | undefined) => void
}
