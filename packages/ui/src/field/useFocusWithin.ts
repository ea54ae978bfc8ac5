import { useRef, type FocusEvent, type FocusEventHandler } from 'react'

/** Options of `useFocusWithin`. */
export interface FocusWithinOptions {
  readonly onFocus: FocusEventHandler<HTMLElement> | undefined
  readonly onBlur: FocusEventHandler<HTMLElement> | undefined
  /** Whether a popup is open that may take the focus. Default false. */
  readonly hasPopup?: boolean
}

/**
 * Handlers for the outermost element of a widget with several controls: `onFocus` and `onBlur` are
 * called once for all of them and for the popup.
 */
export function useFocusWithin({ onFocus, onBlur, hasPopup = false }: FocusWithinOptions) {
  const focus = useRef<'outside' | 'inside' | 'leaving'>('outside')
  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      if (focus.current === 'outside') onFocus?.(event)
      focus.current = 'inside'
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      const to = event.relatedTarget
      if (to instanceof Node && event.currentTarget.contains(to)) return
      const leave = () => {
        focus.current = 'outside'
        onBlur?.(event)
      }
      if (to === null || !hasPopup) return leave()
      // Only React knows that the popup, elsewhere in the document, belongs to the widget: its
      // focus event, which precedes this listener, comes through `onFocus`.
      focus.current = 'leaving'
      document.addEventListener('focusin', () => focus.current === 'leaving' && leave(), {
        once: true,
      })
    },
  }
}
