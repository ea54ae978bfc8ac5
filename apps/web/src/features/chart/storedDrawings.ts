import { type DrawingName, DRAWINGS, MOST_LETTERS } from './drawings.ts'

export interface Drawing {
  readonly name: DrawingName
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
  /** Of a note. */
  readonly text?: string
}

/** More would crowd the chart and the storage. */
const MOST = 50
/** Of a freehand line; a stroke of the hand has a few hundred. */
const MOST_POINTS = 500

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
 * A drawing as the chart or storage gives it; `undefined` while a point of it is missing or lies
 * beyond the candles.
 */
export function drawingOf(entry: unknown): Drawing | undefined {
  const { name, points, text, extendData } = (entry ?? {}) as Record<string, unknown>
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
  if (placed.length !== points.length || placed.length > MOST_POINTS) return undefined
  const note = [text, extendData].find((value) => typeof value === 'string')
  return note === undefined
    ? { name: known, points: placed }
    : { name: known, points: placed, text: note.slice(0, MOST_LETTERS) }
}
