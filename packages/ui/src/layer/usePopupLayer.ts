import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPopupStack, FIRST_LAYER } from './popupStack.ts'

/** One stack a page: z-index is shared by everything under `body`. */
export const pagePopups = createPopupStack()

export interface PopupLayerOptions {
  readonly isOpen: boolean
  /** Called for Escape while this popup is the top one. Left out where the overlay handles the key itself. */
  readonly onEscape?: (() => void) | undefined
}

/** The z-index of a popup while it is open; it keeps its last value during the exit animation. */
export function usePopupLayer({ isOpen, onEscape }: PopupLayerOptions): number {
  const [zIndex, setZIndex] = useState(FIRST_LAYER)
  const escape = useEffectEvent(() => onEscape?.())
  const listens = onEscape !== undefined
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const layer = pagePopups.claim()
    setZIndex(layer.zIndex)
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape that ends a composition belongs to the input method.
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !layer.isTop()) return
      event.preventDefault()
      escape()
    }
    if (listens) document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      layer.release()
    }
  }, [isOpen, listens])
  return zIndex
}
