import { useNumbers } from '@x/locale/react'
import { useCallback } from 'react'

/** Rates in percent as they are charged, with every decimal that they have and two at least. */
export function useRateText(): (rate: string) => string {
  const numbers = useNumbers('trading')
  return useCallback(
    (rate) => {
      const digits = Math.max(2, rate.split('.')[1]?.length ?? 0)
      return numbers.percent(rate, { unit: 'percent', digits })
    },
    [numbers],
  )
}
