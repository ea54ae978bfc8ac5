import type { ValuationUnit } from '@x/locale'
import { useStore } from '@x/kit/react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { isCoinCode, isValuationCode, type ValuationCode } from './valuationRates.ts'

/** The preference of the two coins; 1 is the currency of `unit`. */
const UNITS = { BTC: 2, USDT: 3 } as const

/** What the trader wants assets valued in. */
export function useValuationChoice(): {
  readonly chosen: ValuationCode
  /** Kept with the preferences; anything else is ignored. */
  choose(code: string | null): void
} {
  const { preferences } = useServices()
  const unit = useStore(preferences, (state) => state.unit)
  const valuationUnit = useStore(preferences, (state) => state.valuationUnit)
  return {
    chosen: coinOf(valuationUnit) ?? unit,
    choose(code) {
      if (code === null || !isValuationCode(code)) return
      preferences.set(
        isCoinCode(code) ? { valuationUnit: UNITS[code] } : { unit: code, valuationUnit: 1 },
      )
    },
  }
}

const coinOf = (valuationUnit: ValuationUnit) =>
  valuationUnit === 2 ? 'BTC' : valuationUnit === 3 ? 'USDT' : undefined
