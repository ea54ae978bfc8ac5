import {
  type Chart,
  getSupportedIndicators,
  getSupportedOverlays,
  type KLineData,
} from 'klinecharts'
import { hasSilence } from './isSilent.ts'

/** Whether the chart library can draw it by now. */
export const isKnownDrawing = (name: string): boolean => getSupportedOverlays().includes(name)
export const isKnownIndicator = (name: string): boolean => getSupportedIndicators().includes(name)

/** Fetches the drawing tools of this folder; `undefined` where no name needs them. */
export function lateDrawings(names: readonly string[]): Promise<void> | undefined {
  if (names.every(isKnownDrawing)) return undefined
  return import('./drawingTools.ts').then(({ registerDrawingTools }) => registerDrawingTools())
}

/** Fetches the indicators of this folder; `undefined` where no name needs them. */
export function lateIndicators(names: readonly string[]): Promise<void> | undefined {
  if (names.every(isKnownIndicator)) return undefined
  return import('./moreIndicators.ts').then(({ registerMoreIndicators }) =>
    registerMoreIndicators(),
  )
}

/** Fetches what shades times in which nothing traded, once there are any. */
export function lateSilence(chart: () => Chart | null, bars: readonly KLineData[]): void {
  if (!hasSilence(bars)) return
  void import('./silence.ts').then(
    ({ shadeSilence }) => {
      const made = chart()
      if (made) shadeSilence(made)
    },
    // Without it the candles say the same.
    () => {},
  )
}
