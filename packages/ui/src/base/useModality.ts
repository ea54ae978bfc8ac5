import { useLayoutEffect, type RefObject } from 'react'
import { focusSafely } from 'react-aria/private/interactions/focusSafely'
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside'

export interface ModalityOptions {
  readonly isOpen: boolean
  readonly overlay: RefObject<Element | null>
  readonly dialog: RefObject<HTMLElement | null>
}

/** VoiceOver on iOS looks at a dialog only if it is focused once more after it was drawn; milliseconds. */
const SECOND_LOOK = 500

/**
 * The rest of the page is inert, and the dialog has the focus unless something in it took it. One effect writes both before anything is
 * measured: the page's styles are computed once.
 */
export function useModality({ isOpen, overlay, dialog }: ModalityOptions): void {
  useLayoutEffect(() => {
    const [box, inside] = [overlay.current, dialog.current]
    if (!isOpen || !box || !inside) return undefined
    const show = ariaHideOutside([box], { shouldUseInert: true })
    if (!box.contains(document.activeElement)) focusSafely(inside)
    const timer = setTimeout(() => {
      const { activeElement, body } = document
      if (activeElement !== inside && activeElement !== body) return
      if (activeElement === inside) {
        // A popover around the dialog would take that for a farewell, and shut.
        inside.addEventListener('focusout', (event) => event.stopPropagation(), { once: true })
        inside.blur()
      }
      focusSafely(inside)
    }, SECOND_LOOK)
    return () => {
      clearTimeout(timer)
      show()
    }
  }, [isOpen, overlay, dialog])
}
