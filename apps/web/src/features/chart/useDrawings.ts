import type { Chart, OverlayCreate } from 'klinecharts'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { ChartChoice, DrawingModes } from './chartChoice.ts'
import { type DrawingHistory, drawingHistory } from './drawingHistory.ts'
import { isKnownDrawing, lateDrawings } from './lateTools.ts'
import { type Drawing, drawingOf, readDrawings, writeDrawings } from './storedDrawings.ts'

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
  /** The count of the latest action that was carried out, here or before. */
  readonly doneRef: RefObject<number>
  /** Another value: the chart was made anew. */
  readonly rebuilt: unknown
}

/** The trader's drawings of a pair, kept from visit to visit. */
export function useDrawings(
  chart: RefObject<Chart | null>,
  { symbol, wanted, modes, doneRef, rebuilt }: UseDrawingsOptions,
): void {
  const { storage, toasts } = useServices()
  const t = useMessages()
  const latest = useRef(modes)
  /** Drawings are taken off the screen only: nothing is to be kept of that. */
  const isShowing = useRef(false)
  const latestShow = useRef(() => {})
  const history = useRef<DrawingHistory>(drawingHistory())
  const key = STORAGE_KEYS.drawings + symbol

  const keep = useCallback(() => {
    const made = chart.current
    if (!made) return
    const before = storage.get(key) ?? '[]'
    // What cannot be drawn because its tool could not be fetched is kept all the same.
    const unseen = readDrawings(before).filter(({ name }) => !isKnownDrawing(name))
    const drawn = finished(made).flatMap((overlay) => drawingOf(overlay) ?? [])
    const after = writeDrawings([...unseen, ...drawn])
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
    const stored = readDrawings(storage.get(key))
    for (const drawing of stored)
      if (isKnownDrawing(drawing.name)) made.createOverlay(overlayOf(drawing))
    lateDrawings(stored.map(({ name }) => name))?.then(
      () => latestShow.current(),
      () => {},
    )
  }, [chart, storage, key, overlayOf])
  useEffect(() => void (latestShow.current = show), [show])

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
    if (!made || !wanted || wanted.count === doneRef.current) return
    doneRef.current = wanted.count
    if (wanted.kind === 'draw') {
      const { tool: name, text } = wanted
      const begin = () =>
        void chart.current?.createOverlay(overlayOf({ name, ...(text ? { text } : {}) }))
      const late = lateDrawings([name])
      if (late) late.then(begin, () => toasts.error(t('error.other')))
      else begin()
    } else {
      const now = storage.get(key) ?? '[]'
      if (wanted.kind === 'restore') history.current.add(now)
      const next = wanted.kind === 'restore' ? wanted.stored : history.current[wanted.kind](now)
      if (next === undefined) return
      storage.set(key, next)
      show()
    }
  }, [chart, storage, key, show, overlayOf, wanted, doneRef, toasts, t])
}
