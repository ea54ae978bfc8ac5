import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import { pagePopups } from '../layer/usePopupLayer.ts'
import type { TimedItem, TimedQueue } from './createTimedQueue.ts'

/** A region by its part name. */
export type RegionPart = 'toast-region' | 'notification-region'

/** Options of `useRegionKeys`. */
export interface RegionKeys {
  readonly region: RefObject<HTMLElement | null>
  readonly queue: Pick<TimedQueue<TimedItem, never>, 'getState' | 'close' | 'closeNewest'>
  readonly part: RegionPart
}

/** Element that had the focus before a region took it; one per page. */
const origin: { element: Element | null } = { element: null }

/** Returns the regions with items, toasts first. */
const regions = () =>
  ['toast-region', 'notification-region']
    .flatMap((part) => [...document.querySelectorAll(`[data-x-part=${part}]`)])
    .filter((one) => one.querySelector('button'))
/** Returns whether another region handles Escape first: toasts come before notifications. */
const isSecond = (part: RegionPart) =>
  part === 'notification-region' && document.querySelector('[data-x-part=toast-region] li') !== null

function restoreFocus() {
  const { element } = origin
  origin.element = null
  if (element instanceof HTMLElement && element.isConnected) element.focus()
}

/**
 * Keys of a region. F6 moves the focus from the page through the regions with items and back.
 * Escape closes the focused item, else the newest. When the focused item is closed, by its button
 * or by Escape, the focus returns to the page.
 */
export function useRegionKeys({ region, queue, part }: RegionKeys) {
  const pressed = useRef<Element>(null)
  const escape = useEffectEvent((event: KeyboardEvent) => {
    const around = document.activeElement?.closest('[data-x-notices]') ?? null
    const inside = around === region.current
    if (queue.getState().length === 0 || (around && !inside)) return
    // Escape belongs to an open popup, unless the focus is in the region (U4).
    if (!inside && (pagePopups.size() > 0 || isSecond(part))) return
    event.preventDefault()
    event.stopPropagation()
    const own = document.activeElement?.closest('[data-notice]')?.getAttribute('data-notice')
    if (inside && own) queue.close(Number(own))
    else queue.closeNewest()
    if (inside) restoreFocus()
  })
  const move = useEffectEvent((event: KeyboardEvent) => {
    const shown = regions()
    if (shown.length === 0) return
    event.preventDefault()
    const at = shown.findIndex((one) => one.contains(document.activeElement))
    const next = shown[at + 1]?.querySelector<HTMLElement>('[data-notice]:last-child button')
    if (next) next.focus()
    else restoreFocus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (isInputMethodKey(event) || event.defaultPrevented) return
      if (event.key === 'Escape') escape(event)
      if (event.key === 'F6') move(event)
    }
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
  // After each render: the pressed item may have been removed with the focus.
  useLayoutEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === null || document.activeElement === document.body) restoreFocus()
  })
  return {
    onFocus({ relatedTarget }: FocusEvent) {
      if (!relatedTarget?.closest('[data-x-notices]')) origin.element = relatedTarget
    },
    onClickCapture({ target }: MouseEvent) {
      pressed.current = (target as Element).closest('[data-notice]')
    },
  }
}
