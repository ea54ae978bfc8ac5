import { useLayoutEffect, useRef } from 'react'

export interface LostFocusOptions {
  /** The row that holds the focus, -1 for none that is there. */
  readonly index: number
  /**
   * What held it is gone, from the row at this place. Answers whether the focus has to wait for
   * what is drawn next.
   */
  readonly onLost: (index: number) => boolean
  /** Where it goes then. */
  readonly target: () => HTMLElement | null | undefined
}

export interface LostFocus {
  /** This element of that row has the focus. */
  readonly hold: (element: Element, row: number) => void
  /** No element of the table has it. */
  readonly letGo: () => void
}

/**
 * A row that goes with the focus in it would leave it to the page, at whose beginning
 * a reader of the screen starts anew.
 */
export function useLostFocus({ index, onLost, target }: LostFocusOptions): LostFocus {
  const held = useRef<Element>(undefined)
  const last = useRef(index)
  const waits = useRef(false)
  useLayoutEffect(() => {
    if (waits.current) {
      waits.current = false
      // In its place already, or far from what is looked at.
      target()?.focus({ preventScroll: true })
    } else if (held.current?.isConnected === false) {
      held.current = undefined
      const { activeElement, body } = document
      if (activeElement === null || activeElement === body) waits.current = onLost(last.current)
    } else last.current = index
  })
  return {
    hold(element, row) {
      held.current = element
      last.current = row
    },
    letGo() {
      held.current = undefined
    },
  }
}
