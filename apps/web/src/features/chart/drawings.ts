/** What can be drawn, by the chart library's names. */
export const DRAWINGS = [
  'segment',
  'rayLine',
  'horizontalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
] as const
export type DrawingName = (typeof DRAWINGS)[number]

export interface Drawing {
  readonly name: DrawingName
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
}

/** More would crowd the chart and the storage. */
const MOST = 50

export const writeDrawings = (drawings: readonly Drawing[]): string =>
  JSON.stringify(drawings.slice(-MOST))

/** What storage holds may be from another version: whatever is no drawing is passed over. */
export function readDrawings(stored: string | null | undefined): readonly Drawing[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.flatMap((entry) => drawingOf(entry) ?? []).slice(-MOST) : []
  } catch {
    return []
  }
}

/**
 * A drawing as the chart gives it; `undefined` while a point of it is missing or lies beyond the
 * candles.
 */
export function drawingOf(entry: unknown): Drawing | undefined {
  const { name, points } = (entry ?? {}) as { name?: unknown; points?: unknown }
  const known = DRAWINGS.find((drawing) => drawing === name)
  if (!known || !Array.isArray(points) || points.length === 0) return undefined
  const placed = points.flatMap((point: unknown) => {
    const { timestamp, value } = (point ?? {}) as { timestamp?: unknown; value?: unknown }
    return typeof timestamp === 'number' &&
      typeof value === 'number' &&
      Number.isFinite(timestamp) &&
      Number.isFinite(value)
      ? [{ timestamp, value }]
      : []
  })
  return placed.length === points.length ? { name: known, points: placed } : undefined
}
