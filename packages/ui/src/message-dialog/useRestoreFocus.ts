import { useEffect } from 'react'
import type { MessageDialogs } from './createMessageDialogs.ts'

/**
 * Returns the focus to the element that had it before the first message (U2). After several
 * messages in a row each overlay can only return it to the one before, which is gone. Runs after
 * the overlay's own attempt, and only if the focus is on the body.
 */
export function useRestoreFocus(dialogs: MessageDialogs): void {
  useEffect(() => {
    let opener: Element | null = null
    let open = dialogs.getState().current !== undefined
    const restoreFocus = () => {
      const lost = document.activeElement === null || document.activeElement === document.body
      if (!open && lost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
    return dialogs.subscribe(() => {
      const now = dialogs.getState().current !== undefined
      if (now === open) return
      open = now
      // The store changes before the render, so the opener still has the focus.
      if (now) opener = document.activeElement
      else requestAnimationFrame(() => requestAnimationFrame(restoreFocus))
    })
  }, [dialogs])
}
