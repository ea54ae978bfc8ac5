import type { AxisTick } from 'klinecharts'

/** Pixels of the widest label's half, `MM-DD HH:mm` at 11 px. */
const HALF_LABEL = 34

/** The times that can be read in full: a label that would cross an end of the axis is left out. */
export function wholeTicks(
  ticks: readonly AxisTick[],
  { width }: { readonly width: number },
): AxisTick[] {
  return ticks.filter(({ coord, text }) => {
    const half = Math.min(HALF_LABEL, (text.length * 6.5) / 2)
    return coord >= half && coord <= width - half
  })
}
