import type { Axis } from './scrollbarGeometry.ts'

/** Last measurement in pixels; `start` counts from the start of the line. */
export interface ScrollMeasurement {
  readonly width: number
  readonly height: number
  readonly contentWidth: number
  readonly contentHeight: number
  readonly top: number
  readonly start: number
  readonly rtl: boolean
}

/** Before the first measurement. */
export const NOTHING_MEASURED: ScrollMeasurement = {
  width: 0,
  height: 0,
  contentWidth: 0,
  contentHeight: 0,
  top: 0,
  start: 0,
  rtl: false,
}

/** Space at both ends of a bar in pixels. */
export const BAR_INSET = 2

/** Returns the two axes. The bars are as long as the container without their insets. */
export function axesOf({
  width,
  height,
  contentWidth,
  contentHeight,
  top,
  start,
}: ScrollMeasurement): {
  readonly vertical: Axis
  readonly horizontal: Axis
} {
  return {
    vertical: { view: height, content: contentHeight, offset: top, track: height - 2 * BAR_INSET },
    horizontal: { view: width, content: contentWidth, offset: start, track: width - 2 * BAR_INSET },
  }
}
