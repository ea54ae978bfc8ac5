import { bounded } from './terminalLayout.ts'

/** How a panel stands to its divider, and how far it may be drawn. */
export interface Reach {
  readonly axis: 'x' | 'y'
  /** Where the panel lies as one sees it: right of or below the divider (1), left of it (-1). */
  readonly beyond: 1 | -1
  /** px along the axis */
  readonly size: number
  readonly least: number
  readonly most: number
}

/** px of an arrow key, and of the same key with Shift */
const STEP = 16
const LARGE_STEP = 64
/** px; as the composition has it (visual direction, Spot). */
const LEAST_CHART = 480

/** The size after the divider was moved by so many pixels to the right or down. */
export const sizeAt = (reach: Reach, moved: number): number =>
  bounded(reach.size - reach.beyond * moved, reach)

const WAYS = {
  x: { ArrowLeft: -1, ArrowRight: 1 },
  y: { ArrowUp: -1, ArrowDown: 1 },
} as const satisfies Record<Reach['axis'], Readonly<Record<string, 1 | -1>>>

/**
 * The size after a key; `own`: the composition's; `undefined`: the key is none of the divider's.
 * The arrows go where they point.
 */
export function sizeAfterKey(
  reach: Reach,
  key: string,
  { shift = false }: { readonly shift?: boolean } = {},
): number | 'own' | undefined {
  const way = (WAYS[reach.axis] as Readonly<Record<string, 1 | -1>>)[key]
  if (way) return sizeAt(reach, way * (shift ? LARGE_STEP : STEP))
  if (key === 'Home') return reach.least
  if (key === 'End') return reach.most
  return key === 'Enter' ? 'own' : undefined
}

/** How wide a column may become next to a chart of this width, which shrinks for it. */
export const mostBeside = (
  chart: number,
  { size, most }: { readonly size: number; readonly most: number },
): number => Math.min(most, size + Math.max(0, chart - LEAST_CHART))
