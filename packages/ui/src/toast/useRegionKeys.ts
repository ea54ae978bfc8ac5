import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { isOfInputMethod } from '../layer/inputMethod.ts'
import { pagePopups } from '../layer/usePopupLayer.ts'
import type { TimedItem, TimedQueue } from './createTimedQueue.ts'

/** A region by its part name. */
export type RegionPart = 'toast-region' | 'notification-region'

export interface RegionKeys {
  readonly region: RefObject<HTMLElement | null>
  readonly queue: Pick<TimedQueue<TimedItem, never>, 'getState' | 'close' | 'closeNewest'>
  readonly part: RegionPart
}

/** What had the focus before it came into a region from the page. One a page, as the focus is. */
const origin: { element: Element | null } = { element: null }

/** Toasts first. */
const regions = () =>
  ['toast-region', 'notification-region']
    .flatMap((part) => [...document.querySelectorAll(`[data-x-part=${part}]`)])
    .filter((one) => one.querySelector('button'))
/** Toasts go before notifications. */
const later = (part: RegionPart) =>
  part === 'notification-region' && document.querySelector('[data-x-part=toast-region] li') !== null

function giveBack() {
  const { element } = origin
  origin.element = null
  if (element instanceof HTMLElement && element.isConnected) element.focus()
}

/**
 * F6 leads from the page through the regions that show something, and back. Escape closes the item
 * that has the focus, else the newest. What is given back goes on the region: an item that goes by
 * its own button gives the focus back as one that goes by Escape does.
 */
export function useRegionKeys({ region, queue, part }: RegionKeys) {
  const pressed = useRef<Element>(null)
  const escape = useEffectEvent((event: KeyboardEvent) => {
    const around = document.activeElement?.closest('[data-x-notices]') ?? null
    const inside = around === region.current
    if (queue.getState().length === 0 || (around && !inside)) return
    // U4: Escape belongs to a popup as long as one is open, unless the focus stands in the region.
    if (!inside && (pagePopups.size() > 0 || later(part))) return
    event.preventDefault()
    event.stopPropagation()
    const own = document.activeElement?.closest('[data-notice]')?.getAttribute('data-notice')
    if (inside && own) queue.close(Number(own))
    else queue.closeNewest()
    if (inside) giveBack()
  })
  const move = useEffectEvent((event: KeyboardEvent) => {
    const shown = regions()
    if (shown.length === 0) return
    event.preventDefault()
    const at = shown.findIndex((one) => one.contains(document.activeElement))
    const next = shown[at + 1]?.querySelector<HTMLElement>('[data-notice]:last-child button')
    if (next) next.focus()
    else giveBack()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (isOfInputMethod(event) || event.defaultPrevented) return
      if (event.key === 'Escape') escape(event)
      if (event.key === 'F6') move(event)
    }
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
  // After every drawing: the pressed item may be gone with it, and the focus with the item.
  useLayoutEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === null || document.activeElement === document.body) giveBack()
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
