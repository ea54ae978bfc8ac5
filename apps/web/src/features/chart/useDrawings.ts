import type { Chart, OverlayCreate } from 'klinecharts'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { ChartChoice } from './chartChoice.ts'
import { drawingOf, readDrawings, writeDrawings } from './drawings.ts'

const GROUP = 'drawings'
/** What the library calls the step of a drawing whose points all stand. */
const FINISHED = -1

const finished = (made: Chart) =>
  made.getOverlays({ groupId: GROUP }).filter(({ currentStep }) => currentStep === FINISHED)

/** The trader's drawings of a pair, kept from visit to visit. */
export function useDrawings(
  chart: RefObject<Chart | null>,
  {
    symbol,
    wanted,
    rebuilt,
  }: {
    readonly symbol: string
    readonly wanted: ChartChoice['drawing']
    /** Another value: the chart was made anew. */ readonly rebuilt: unknown
  },
): void {
  const { storage } = useServices()
  const done = useRef(wanted?.count ?? 0)
  const key = STORAGE_KEYS.drawings + symbol

  const keep = useCallback(() => {
    const made = chart.current
    if (made)
      storage.set(key, writeDrawings(finished(made).flatMap((overlay) => drawingOf(overlay) ?? [])))
  }, [chart, storage, key])
  const listeners = useCallback(
    (): Partial<OverlayCreate> => ({
      groupId: GROUP,
      onDrawEnd: keep,
      onPressedMoveEnd: keep,
      onRemoved: () => queueMicrotask(keep),
    }),
    [keep],
  )

  useEffect(() => {
    const made = chart.current
    if (!made) return
    const show = () => {
      for (const { id } of finished(made)) made.removeOverlay({ id })
      for (const { name, points } of readDrawings(storage.get(key)))
        made.createOverlay({ name, points: [...points], ...listeners() })
    }
    show()
    // What another tab has drawn stands here too: the next drawing of this one is written with all
    // that is here.
    return storage.subscribe((change) => change.key === key && show())
  }, [chart, storage, key, listeners, rebuilt])

  useEffect(() => {
    const made = chart.current
    if (!made || !wanted || wanted.count === done.current) return
    done.current = wanted.count
    if (wanted.tool === 'clear') {
      made.removeOverlay({ groupId: GROUP })
      storage.remove(key)
    } else made.createOverlay({ name: wanted.tool, ...listeners() })
  }, [chart, storage, key, listeners, wanted])
}
