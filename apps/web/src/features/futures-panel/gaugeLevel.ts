/** Steps of the gauge (futures 12): warned from 80 %, in danger from 90 %, critical from 95 %. */
export type GaugeLevel = 'calm' | 'warned' | 'danger' | 'critical'

const STEPS = [
  [95, 'critical'],
  [90, 'danger'],
  [80, 'warned'],
] as const

/** The step of a margin ratio in per cent. */
export const gaugeLevel = (ratio: string): GaugeLevel =>
  STEPS.find(([from]) => Number(ratio) >= from)?.[1] ?? 'calm'
