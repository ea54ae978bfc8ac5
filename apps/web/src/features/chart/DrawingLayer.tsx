import type { Chart } from 'klinecharts'
import type { RefObject } from 'react'
import { useDrawings } from './useDrawings.ts'

type DrawingLayerProps = Parameters<typeof useDrawings>[1] & {
  readonly chart: RefObject<Chart | null>
}

/** The trader's drawings of a pair on a chart, with the code that only they need. */
export default function DrawingLayer({ chart, ...options }: DrawingLayerProps) {
  useDrawings(chart, options)
  return null
}
