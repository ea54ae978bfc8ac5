import { useLayoutEffect, useState, type RefObject } from 'react'
import { createStore, type Store } from '@x/kit'
import { focusSafely } from 'react-aria/private/interactions/focusSafely'
import { isIOS, isWebKit } from 'react-aria/private/utils/platform'
import { usePreventScroll } from 'react-aria/usePreventScroll'
import { afterFocus } from './afterFocus.ts'
import { focusTopModal, makeOutsideInert, allowFocusWhileOpening } from './modalStack.ts'
import { lockScroll } from './scrollLock.ts'

/** Options of `useModality`. */
export interface ModalityOptions {
  readonly isOpen: boolean
  readonly overlay: RefObject<HTMLElement | null>
  readonly dialog: RefObject<HTMLElement | null>
  /** Width of the page's scrollbar before the modal was rendered, in pixels. */
  readonly scrollbar: number
}

/**
 * Milliseconds: VoiceOver on iOS announces a dialog only if it is focused again after rendering.
 */
const REFOCUS_DELAY = 500

/**
 * Makes the rest of the page inert, locks its scrolling, and focuses the dialog unless an element
 * in it has the focus. One effect writes everything and measures nothing, so that the page is laid
 * out once. The returned store is true while the modal is ready: nested popups wait for it.
 */
export function useModality({
  isOpen,
  overlay,
  dialog,
  scrollbar,
}: ModalityOptions): Store<boolean> {
  const [ready] = useState(() => createStore(false))
  // iOS scrolls the page by touch despite `overflow: hidden`; react-aria prevents it.
  usePreventScroll({ isDisabled: !isOpen || !(isIOS() && isWebKit()) })
  useLayoutEffect(() => {
    const [box, inside] = [overlay.current, dialog.current]
    if (!isOpen || !box || !inside) return undefined
    const unlock = lockScroll({ scrollbar })
    const show = makeOutsideInert({ overlay: box, dialog: inside })
    const disallowFocus = allowFocusWhileOpening()
    if (!box.contains(document.activeElement)) focusSafely(inside)
    const cancelReady = afterFocus(() => ready.setState(true))
    const timer = setTimeout(() => {
      // No focused element: a dialog above this one is closing and restores the focus.
      if (document.activeElement !== inside) return
      // Without this, a popover around the dialog would close on the focusout.
      inside.addEventListener('focusout', (event) => event.stopPropagation(), { once: true })
      inside.blur()
      focusSafely(inside)
    }, REFOCUS_DELAY)
    return () => {
      clearTimeout(timer)
      cancelReady()
      ready.setState(false)
      disallowFocus()
      show()
      unlock()
    }
  }, [isOpen, overlay, dialog, scrollbar, ready])
  useLayoutEffect(() => focusTopModal, [])
  return ready
}
