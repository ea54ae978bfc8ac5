import type { KeyValueStorage } from '@x/kit'
import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { ChartChoice } from './chartChoice.ts'
import { readIndicators } from './chartIndicators.ts'
import { readTimeZone } from './timeZones.ts'

const read = (storage: KeyValueStorage) => ({
  indicators: readIndicators(storage.get(STORAGE_KEYS.chartIndicators)),
  timeZone: readTimeZone(storage.get(STORAGE_KEYS.timezone)),
})

/** The trader's choice for every chart, kept in the browser. */
export function useChartChoice(): {
  readonly choice: ChartChoice
  readonly change: (part: Partial<ChartChoice>) => void
} {
  const { storage } = useServices()
  const [choice, setChoice] = useState<ChartChoice>(() => ({
    ...read(storage),
    drawing: undefined,
  }))
  // What another tab has chosen stands here too: the next choice of this one is written with all
  // that is here.
  useEffect(
    () =>
      storage.subscribe(
        ({ key }) =>
          (key === STORAGE_KEYS.chartIndicators || key === STORAGE_KEYS.timezone) &&
          setChoice((now) => ({ ...now, ...read(storage) })),
      ),
    [storage],
  )
  return {
    choice,
    change(part) {
      const next = { ...choice, ...part }
      if (part.indicators) storage.set(STORAGE_KEYS.chartIndicators, next.indicators.join(','))
      if ('timeZone' in part) storage.set(STORAGE_KEYS.timezone, next.timeZone ?? '')
      setChoice(next)
    },
  }
}
