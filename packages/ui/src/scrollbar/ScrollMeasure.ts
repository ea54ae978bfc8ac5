import type { Axis } from './scrollbarGeometry.ts'

/** What was last measured, in px. `start` counts from where reading begins. */
export interface ScrollMeasure {
  readonly width: number
  readonly height: number
  readonly contentWidth: number
  readonly contentHeight: number
  readonly top: number
  readonly start: number
  readonly rtl: boolean
}

export const NOTHING_MEASURED: ScrollMeasure = {
  width: 0,
  height: 0,
  contentWidth: 0,
  contentHeight: 0,
  top: 0,
  start: 0,
  rtl: false,
}

/** Room at both ends of a bar. */
export const BAR_INSET = 2

/** The two axes. The bars are as long as the box, without the room at their ends. */
export function axesOf({ width, height, contentWidth, contentHeight, top, start }: ScrollMeasure): {
  readonly vertical: Axis
  readonly horizontal: Axis
} {
  return {
    vertical: { view: height, content: contentHeight, offset: top, track: height - 2 * BAR_INSET },
    horizontal: { view: width, content: contentWidth, offset: start, track: width - 2 * BAR_INSET },
  }
}
