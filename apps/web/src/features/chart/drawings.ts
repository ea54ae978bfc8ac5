/**
 * What can be drawn, by the names under which it is stored: those of the chart library and those
 * of `drawingTools.ts`. Grouped as the tool rail offers them.
 */
export const DRAWING_GROUPS = {
  lines: [
    'segment',
    'straightLine',
    'rayLine',
    'arrow',
    'horizontalStraightLine',
    'horizontalRayLine',
    'verticalStraightLine',
  ],
  channels: ['parallelStraightLine', 'priceChannelLine', 'pitchfork'],
  fibonacci: ['fibonacciLine', 'fibonacciExtension'],
  shapes: ['rectangle', 'ellipse', 'triangle', 'brush'],
  measures: ['measure', 'longPosition', 'shortPosition'],
  notes: ['note'],
} as const

export type DrawingGroup = keyof typeof DRAWING_GROUPS
export type DrawingName = (typeof DRAWING_GROUPS)[DrawingGroup][number]

export const DRAWINGS: readonly DrawingName[] = Object.values(DRAWING_GROUPS).flat()

/** Of a note. */
export const MOST_LETTERS = 80
