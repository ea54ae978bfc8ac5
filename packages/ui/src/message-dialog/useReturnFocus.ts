import { useEffect } from 'react'
import type { MessageDialogs } from './createMessageDialogs.ts'

/**
 * U2: the focus returns to what asked first, even after several dialogs in a row: each of them can
 * give it back only to the one before, which is gone. Runs after the overlay's own attempt and only
 * where that left the focus on the body.
 */
export function useReturnFocus(dialogs: MessageDialogs): void {
  useEffect(() => {
    let opener: Element | null = null
    let open = dialogs.getState().current !== undefined
    const giveBack = () => {
      const lost = document.activeElement === null || document.activeElement === document.body
      if (!open && lost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
    return dialogs.subscribe(() => {
      const now = dialogs.getState().current !== undefined
      if (now === open) return
      open = now
      // The store tells before anything is drawn: the focus is still where it was.
      if (now) opener = document.activeElement
      else requestAnimationFrame(() => requestAnimationFrame(giveBack))
    })
  }, [dialogs])
}
