interface Sized {
  readonly key: string
  readonly minWidth?: number | undefined
}

/** The width of a column that names none (rule U15). */
const LEAST = 80

/**
 * Leaves columns out until the others stand in `width` pixels without scrolling sideways.
 * `expendable`: keys, what is missed least first; the others stay, whatever the width.
 */
export function fitColumns<C extends Sized>(
  columns: readonly C[],
  {
    width,
    expendable,
  }: { readonly width: number | undefined; readonly expendable: readonly string[] },
): readonly C[] {
  if (fits(columns, width)) return columns
  const [first, ...others] = expendable
  return first === undefined
    ? columns
    : fitColumns(
        columns.filter(({ key }) => key !== first),
        { width, expendable: others },
      )
}

export function fits(columns: readonly Sized[], width: number | undefined): boolean {
  return (
    width === undefined || columns.reduce((sum, { minWidth = LEAST }) => sum + minWidth, 0) <= width
  )
}
