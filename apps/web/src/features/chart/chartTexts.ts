/** What is left of a candle: `04:59`, from an hour on `3:04:59`, from a day on `2d 03h`. */
export function countdownText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** A figure of the library as the page writes numbers; a percentage keeps its sign. */
export function groupedText(
  value: string,
  numberText: (value: number, digits: number) => string,
): string {
  const [, figure, digits = '', unit = ''] = /^(-?\d+(?:\.(\d+))?)(%?)$/.exec(value) ?? []
  return figure === undefined ? value : `${numberText(Number(figure), digits.length)}${unit}`
}
