import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { createStore } from '@x/kit'
import { useStore } from '@x/kit/react'
import { isInputMethodKey } from './inputMethod.ts'
import { isOfForeign } from './isOfForeign.ts'
import { createPopupStack, FIRST_LAYER } from './popupStack.ts'

/** The popup stack of the page; everything under `body` shares its z-indexes. */
export const pagePopups = createPopupStack()

/** Options of `usePopupLayer`. */
export interface PopupLayerOptions {
  readonly isOpen: boolean
  /** Called on Escape while this popup is on top. Omit it if the overlay handles Escape itself. */
  readonly onEscape?: (() => void) | undefined
}

/** Returns the z-index of a popup; it keeps the last one during the exit animation. */
export function usePopupLayer({ isOpen, onEscape }: PopupLayerOptions): number {
  const [slot] = useState(() => createStore(FIRST_LAYER))
  const zIndex = useStore(slot)
  const escape = useEffectEvent(() => onEscape?.())
  const listens = onEscape !== undefined
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const layer = pagePopups.claim()
    slot.setState(layer.zIndex)
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape that ends a composition belongs to the input method, and one in what another script
      // has put above a modal to that script.
      if (
        event.key !== 'Escape' ||
        isOfForeign(event) ||
        isInputMethodKey(event) ||
        event.defaultPrevented ||
        !layer.isTop()
      )
        return
      event.preventDefault()
      escape()
    }
    if (listens) document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      layer.release()
    }
  }, [isOpen, listens, slot])
  return zIndex
}
