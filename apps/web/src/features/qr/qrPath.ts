/**
 * The dark modules as one path, a rectangle for each run: some hundred commands instead of a
 * thousand elements.
 */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) =>
      runs(row).map(({ from, to }) => `M${from} ${y}h${to - from}v1h${from - to}z`),
    )
    .join('')
}

function runs(row: readonly boolean[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  row.forEach((isDark, x) => {
    if (!isDark) return
    const last = found.at(-1)
    if (last?.to === x) last.to = x + 1
    else found.push({ from: x, to: x + 1 })
  })
  return found
}
