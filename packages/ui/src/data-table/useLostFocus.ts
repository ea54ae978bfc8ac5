import { useLayoutEffect, useRef } from 'react'

/** Options of `useLostFocus`. */
export interface LostFocusOptions {
  /** Index of the focused row, -1 if it is not in the table. */
  readonly index: number
  /**
   * Called when the focused element was removed from the row at `index`. Returns whether the focus
   * moves after the next render.
   */
  readonly onLost: (index: number) => boolean
  /** Element to focus then. */
  readonly target: () => HTMLElement | null | undefined
}

/** Methods of `useLostFocus`. */
export interface LostFocus {
  /** Records the focused element and its row. */
  readonly track: (element: Element, row: number) => void
  /** Records that no element of the table is focused. */
  readonly release: () => void
}

/**
 * Moves the focus when its row is removed: it would fall to the body, and a screen reader would
 * start again at the top of the page.
 */
export function useLostFocus({ index, onLost, target }: LostFocusOptions): LostFocus {
  const focused = useRef<Element>(undefined)
  const last = useRef(index)
  const isPending = useRef(false)
  useLayoutEffect(() => {
    if (isPending.current) {
      isPending.current = false
      // The row is visible already, or the user looks at another part; scrolling would be wrong in
      // both cases.
      target()?.focus({ preventScroll: true })
    } else if (focused.current?.isConnected === false) {
      focused.current = undefined
      const { activeElement, body } = document
      if (activeElement === null || activeElement === body) isPending.current = onLost(last.current)
    } else last.current = index
  })
  return {
    track(element, row) {
      focused.current = element
      last.current = row
    },
    release() {
      focused.current = undefined
    },
  }
}
