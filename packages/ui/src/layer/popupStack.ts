/** z-index of the first popup of the page (U1). */
export const FIRST_LAYER = 2000

/** An open popup in the stack. */
export interface PopupLayer {
  readonly zIndex: number
  /** Returns whether it is the top popup: only that one reacts to Escape and the backdrop (U1). */
  isTop(): boolean
  /** Removes it from the stack. Idempotent. */
  release(): void
}

/** Assigns z-indexes to popups. */
export interface PopupStack {
  claim(): PopupLayer
  size(): number
}

/**
 * Creates a popup stack (U1). Each popup opens one above all open ones. A z-index is not reused
 * while any popup is open, so that a later popup is never below an earlier one; an empty stack
 * starts again at `first`.
 */
export function createPopupStack({
  first = FIRST_LAYER,
}: { readonly first?: number } = {}): PopupStack {
  const open = new Set<number>()
  let next = first
  return {
    size: () => open.size,
    claim() {
      const zIndex = next
      next += 1
      open.add(zIndex)
      // After a release another popup may have the same z-index.
      let isOpen = true
      return {
        zIndex,
        isTop: () => isOpen && Math.max(...open) === zIndex,
        release() {
          if (!isOpen) return
          isOpen = false
          open.delete(zIndex)
          if (open.size === 0) next = first
        },
      }
    },
  }
}
