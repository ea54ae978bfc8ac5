import type { Chart, OverlayCreate } from 'klinecharts'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { ChartChoice, DrawingModes } from './chartChoice.ts'
import { type DrawingHistory, drawingHistory } from './drawingHistory.ts'
import { type Drawing, drawingOf, readDrawings, writeDrawings } from './drawings.ts'

const GROUP = 'drawings'
/** What the library calls the step of a drawing whose points all stand. */
const FINISHED = -1

const finished = (made: Chart) =>
  made.getOverlays({ groupId: GROUP }).filter(({ currentStep }) => currentStep === FINISHED)

const looksOf = ({ magnet, locked, hidden }: DrawingModes): Partial<OverlayCreate> => ({
  mode: magnet ? 'strong_magnet' : 'normal',
  lock: locked,
  visible: !hidden,
})

interface UseDrawingsOptions {
  readonly symbol: string
  readonly wanted: ChartChoice['drawing']
  readonly modes: DrawingModes
  /** Another value: the chart was made anew. */
  readonly rebuilt: unknown
}

/** The trader's drawings of a pair, kept from visit to visit. */
export function useDrawings(
  chart: RefObject<Chart | null>,
  { symbol, wanted, modes, rebuilt }: UseDrawingsOptions,
): void {
  const { storage } = useServices()
  const done = useRef(wanted?.count ?? 0)
  const latest = useRef(modes)
  /** Drawings are taken off the screen only: nothing is to be kept of that. */
  const isShowing = useRef(false)
  const history = useRef<DrawingHistory>(drawingHistory())
  const key = STORAGE_KEYS.drawings + symbol

  const keep = useCallback(() => {
    const made = chart.current
    if (!made) return
    const before = storage.get(key) ?? '[]'
    const after = writeDrawings(finished(made).flatMap((overlay) => drawingOf(overlay) ?? []))
    if (after === before) return
    history.current.add(before)
    storage.set(key, after)
  }, [chart, storage, key])
  const overlayOf = useCallback(
    ({ name, points, text }: Partial<Drawing> & Pick<Drawing, 'name'>): OverlayCreate => ({
      name,
      groupId: GROUP,
      ...looksOf(latest.current),
      ...(points ? { points: [...points] } : {}),
      ...(text === undefined ? {} : { extendData: text }),
      onDrawEnd: keep,
      onPressedMoveEnd: keep,
      onRemoved: () => void (isShowing.current || queueMicrotask(keep)),
      onClick({ chart: made, overlay: { id, currentStep } }) {
        if (latest.current.erases && currentStep === FINISHED) made.removeOverlay({ id })
      },
    }),
    [keep],
  )
  const show = useCallback(() => {
    const made = chart.current
    if (!made) return
    isShowing.current = true
    for (const { id } of finished(made)) made.removeOverlay({ id })
    isShowing.current = false
    for (const drawing of readDrawings(storage.get(key))) made.createOverlay(overlayOf(drawing))
  }, [chart, storage, key, overlayOf])

  useEffect(() => {
    history.current = drawingHistory()
    show()
    // What another tab has drawn stands here too: the next drawing of this one is written with all
    // that is here.
    return storage.subscribe((change) => change.key === key && show())
  }, [storage, key, show, rebuilt])

  useEffect(() => {
    latest.current = modes
    chart.current?.overrideOverlay({ groupId: GROUP, ...looksOf(modes) })
  }, [chart, modes, rebuilt])

  useEffect(() => {
    const made = chart.current
    if (!made || !wanted || wanted.count === done.current) return
    done.current = wanted.count
    if (wanted.kind === 'draw')
      made.createOverlay(
        overlayOf({ name: wanted.tool, ...(wanted.text ? { text: wanted.text } : {}) }),
      )
    else {
      const now = storage.get(key) ?? '[]'
      const next = history.current[wanted.kind](now)
      if (next === undefined) return
      storage.set(key, next)
      show()
    }
  }, [chart, storage, key, show, overlayOf, wanted])
}
