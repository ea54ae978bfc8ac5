import type { KeyValueStorage } from '@x/kit'
import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { type ChartChoice, type DrawingAction, NO_MODES } from './chartChoice.ts'
import { readIndicators } from './chartIndicators.ts'
import { readScale, readType } from './chartLook.ts'
import { readParameters } from './indicatorParameters.ts'
import { readTimeZone } from './timeZones.ts'

const KEYS: readonly string[] = [
  STORAGE_KEYS.chartIndicators,
  STORAGE_KEYS.timezone,
  STORAGE_KEYS.chartParameters,
  STORAGE_KEYS.chartType,
  STORAGE_KEYS.chartScale,
  STORAGE_KEYS.chartFills,
]

const read = (storage: KeyValueStorage) => ({
  indicators: readIndicators(storage.get(STORAGE_KEYS.chartIndicators)),
  timeZone: readTimeZone(storage.get(STORAGE_KEYS.timezone)),
  parameters: readParameters(storage.get(STORAGE_KEYS.chartParameters)),
  type: readType(storage.get(STORAGE_KEYS.chartType)),
  scale: readScale(storage.get(STORAGE_KEYS.chartScale)),
  showsFills: storage.get(STORAGE_KEYS.chartFills) !== 'off',
})

export interface ChartChoices {
  readonly choice: ChartChoice
  readonly change: (part: Partial<ChartChoice>) => void
  readonly act: (action: DrawingAction) => void
}

/** The trader's choice for every chart, kept in the browser. */
export function useChartChoice(): ChartChoices {
  const { storage } = useServices()
  const [choice, setChoice] = useState<ChartChoice>(() => ({
    ...read(storage),
    comparison: undefined,
    drawing: undefined,
    modes: NO_MODES,
  }))
  // What another tab has chosen stands here too: the next choice of this one is written with all
  // that is here.
  useEffect(
    () =>
      storage.subscribe(
        ({ key }) => KEYS.includes(key) && setChoice((now) => ({ ...now, ...read(storage) })),
      ),
    [storage],
  )
  return {
    choice,
    change(part) {
      const next = { ...choice, ...part }
      if (part.indicators) storage.set(STORAGE_KEYS.chartIndicators, next.indicators.join(','))
      if ('timeZone' in part) storage.set(STORAGE_KEYS.timezone, next.timeZone ?? '')
      if (part.parameters)
        storage.set(STORAGE_KEYS.chartParameters, JSON.stringify(next.parameters))
      if (part.type) storage.set(STORAGE_KEYS.chartType, next.type)
      if ('showsFills' in part) storage.set(STORAGE_KEYS.chartFills, next.showsFills ? 'on' : 'off')
      // A comparison is in percent only while it lasts.
      if (part.scale && !part.comparison) storage.set(STORAGE_KEYS.chartScale, next.scale)
      setChoice(next)
    },
    act: (action) =>
      setChoice((now) => ({
        ...now,
        drawing: { ...action, count: (now.drawing?.count ?? 0) + 1 },
      })),
  }
}
