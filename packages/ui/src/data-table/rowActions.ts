/** What a row can ask of its table: one object for the life of the table, so that no row is drawn for a new callback. */
export interface RowActions<R> {
  press(row: R): void
  toggle(rowKey: string, options: { readonly range: boolean }): void
  expand(rowKey: string): void
}
