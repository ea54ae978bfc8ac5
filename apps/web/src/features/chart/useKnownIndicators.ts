import { useEffect, useMemo, useReducer } from 'react'
import type { Indicator } from './chartIndicators.ts'
import { isKnownIndicator, lateIndicators } from './lateTools.ts'

/** Those that can be drawn; the others follow once their code is here. */
export function useKnownIndicators(wanted: readonly Indicator[]): readonly Indicator[] {
  const [arrivals, arrive] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let isGone = false
    lateIndicators(wanted)?.then(
      () => isGone || arrive(),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [wanted])
  // oxlint-disable-next-line react/exhaustive-deps -- an arrival changes what is known
  return useMemo(() => wanted.filter(isKnownIndicator), [wanted, arrivals])
}
