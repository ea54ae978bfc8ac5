import {
  compare,
  decimal,
  div,
  formatDecimal,
  max,
  min,
  mul,
  parseDecimal,
  sub,
  ZERO,
} from '@x/decimal'

export interface SparkShape {
  /** Points of an SVG polyline in a box of the given size. */
  readonly points: string
}

/** The direction of a signed figure; `undefined` while it is not known. */
export function directionOf(change: string | undefined): 'up' | 'down' | 'flat' | undefined {
  const value = change === undefined ? undefined : parseDecimal(change)
  if (!value) return undefined
  const order = compare(value, ZERO)
  return order > 0 ? 'up' : order < 0 ? 'down' : 'flat'
}

/**
 * The line of closes, oldest first, from edge to edge of a box; `undefined` for fewer than two. A
 * flat line lies in the middle.
 */
export function sparkShape(
  closes: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
): SparkShape | undefined {
  const values = closes.map((close) => decimal(close))
  const [first] = values
  if (!first || values.length < 2) return undefined
  const [low, high] = [values.reduce((a, b) => min(a, b)), values.reduce((a, b) => max(a, b))]
  const span = sub(high, low)
  const isFlat = compare(span, ZERO) === 0
  const box = decimal(String(height))
  const y = (value: typeof first) =>
    isFlat
      ? String(height / 2)
      : String(
          Number(
            formatDecimal(div(mul(sub(high, value), box), span, { scale: 1, mode: 'half-up' })),
          ),
        )
  const points = values
    .map(
      (value, index) =>
        `${Math.round((index * width * 10) / (values.length - 1)) / 10},${y(value)}`,
    )
    .join(' ')
  return { points }
}
