import { useLayoutEffect, type RefObject } from 'react'
import { focusSafely } from 'react-aria/private/interactions/focusSafely'
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside'
import { isIOS, isWebKit } from 'react-aria/private/utils/platform'
import { usePreventScroll } from 'react-aria/usePreventScroll'
import { holdPage } from './pageHold.ts'

export interface ModalityOptions {
  readonly isOpen: boolean
  readonly overlay: RefObject<Element | null>
  readonly dialog: RefObject<HTMLElement | null>
  /** Of the page, in pixels, before the modal was drawn. */
  readonly scrollbar: number
}

/** VoiceOver on iOS looks at a dialog only if it is focused once more after it was drawn; milliseconds. */
const SECOND_LOOK = 500

/**
 * The rest of the page is inert and does not scroll, and the dialog has the focus unless something in it took it. One effect writes all,
 * and measures nothing: style and layout of the page are computed once, for the focus.
 */
export function useModality({ isOpen, overlay, dialog, scrollbar }: ModalityOptions): void {
  // A finger on iOS scrolls a page that `overflow` holds: there the engine holds it too.
  usePreventScroll({ isDisabled: !isOpen || !(isIOS() && isWebKit()) })
  useLayoutEffect(() => {
    const [box, inside] = [overlay.current, dialog.current]
    if (!isOpen || !box || !inside) return undefined
    const letGo = holdPage({ scrollbar })
    const show = ariaHideOutside([box], { shouldUseInert: true })
    if (!box.contains(document.activeElement)) focusSafely(inside)
    const timer = setTimeout(() => {
      // Focus that is nowhere is on its way: of a dialog above this one that shuts at that moment, back to what opened it.
      if (document.activeElement !== inside) return
      // A popover around the dialog would take that for a farewell, and shut.
      inside.addEventListener('focusout', (event) => event.stopPropagation(), { once: true })
      inside.blur()
      focusSafely(inside)
    }, SECOND_LOOK)
    return () => {
      clearTimeout(timer)
      show()
      letGo()
    }
  }, [isOpen, overlay, dialog, scrollbar])
}
