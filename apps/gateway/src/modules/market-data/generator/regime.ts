import type { Chance } from './random.ts'

export type Regime = 'calm' | 'normal' | 'storm'

/**
 * Mean seconds in a regime, what it does to volatility and to the takers' rate, and where it leads.
 */
const REGIMES: Readonly<
  Record<Regime, { seconds: number; volatility: number; rate: number; next: readonly Regime[] }>
> = {
  calm: { seconds: 720, volatility: 0.45, rate: 0.6, next: ['normal'] },
  normal: { seconds: 1_200, volatility: 1, rate: 1, next: ['calm', 'calm', 'storm'] },
  storm: { seconds: 135, volatility: 2.8, rate: 2.6, next: ['normal'] },
}

export function nextRegime(
  regime: Regime,
  { seconds, chance }: { seconds: number; chance: Chance },
): Regime {
  const row = REGIMES[regime]
  return chance.uniform() < seconds / row.seconds ? chance.pick(row.next) : regime
}

export const regimeVolatility = (regime: Regime): number => REGIMES[regime].volatility
export const regimeRate = (regime: Regime): number => REGIMES[regime].rate
