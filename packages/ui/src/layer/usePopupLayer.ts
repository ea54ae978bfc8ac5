import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { createStore } from '@x/kit'
import { useStore } from '@x/kit/react'
import { isOfInputMethod } from './inputMethod.ts'
import { createPopupStack, FIRST_LAYER } from './popupStack.ts'

/** One stack a page: z-index is shared by everything under `body`. */
export const pagePopups = createPopupStack()

export interface PopupLayerOptions {
  readonly isOpen: boolean
  /**
   * Called for Escape while this popup is the top one. Left out where the overlay handles the key
   * itself.
   */
  readonly onEscape?: (() => void) | undefined
}

/** The z-index of a popup while it is open; it keeps its last value during the exit animation. */
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
      // Escape that ends a composition belongs to the input method.
      if (
        event.key !== 'Escape' ||
        isOfInputMethod(event) ||
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
