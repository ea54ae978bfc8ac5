import { useLayoutEffect, useState, type RefObject } from 'react'
import { createStore, type Store } from '@x/kit'
import { focusSafely } from 'react-aria/private/interactions/focusSafely'
import { isIOS, isWebKit } from 'react-aria/private/utils/platform'
import { usePreventScroll } from 'react-aria/usePreventScroll'
import { afterFocus } from './afterFocus.ts'
import { giveFocusToTop, hideBehind, letFocusInto } from './modalStack.ts'
import { lockScroll } from './scrollLock.ts'

export interface ModalityOptions {
  readonly isOpen: boolean
  readonly overlay: RefObject<HTMLElement | null>
  readonly dialog: RefObject<HTMLElement | null>
  /** Of the page, in pixels, before the modal was drawn. */
  readonly scrollbar: number
}

/**
 * VoiceOver on iOS looks at a dialog only if it is focused once more after it was drawn;
 * milliseconds.
 */
const SECOND_LOOK = 500

/**
 * The rest of the page is inert and does not scroll, and the dialog has the focus unless something
 * in it took it. One effect writes all, and measures nothing: style and layout of the page are
 * computed once, for the focus. The answer is true while all that is so: what nests in the modal
 * waits for it.
 */
export function useModality({
  isOpen,
  overlay,
  dialog,
  scrollbar,
}: ModalityOptions): Store<boolean> {
  const [stands] = useState(() => createStore(false))
  // A finger on iOS scrolls a page that `overflow` holds: there the engine holds it too.
  usePreventScroll({ isDisabled: !isOpen || !(isIOS() && isWebKit()) })
  useLayoutEffect(() => {
    const [box, inside] = [overlay.current, dialog.current]
    if (!isOpen || !box || !inside) return undefined
    const letGo = lockScroll({ scrollbar })
    const show = hideBehind({ overlay: box, dialog: inside })
    const shutAgain = letFocusInto()
    if (!box.contains(document.activeElement)) focusSafely(inside)
    const forget = afterFocus(() => stands.setState(true))
    const timer = setTimeout(() => {
      // Focus that is nowhere is on its way: of a dialog above this one that shuts at that moment,
      // back to what opened it.
      if (document.activeElement !== inside) return
      // A popover around the dialog would take that for a farewell, and shut.
      inside.addEventListener('focusout', (event) => event.stopPropagation(), { once: true })
      inside.blur()
      focusSafely(inside)
    }, SECOND_LOOK)
    return () => {
      clearTimeout(timer)
      forget()
      stands.setState(false)
      shutAgain()
      show()
      letGo()
    }
  }, [isOpen, overlay, dialog, scrollbar, stands])
  useLayoutEffect(() => giveFocusToTop, [])
  return stands
}
