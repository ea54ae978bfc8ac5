/** U1: the z-index of the first popup of the page. */
export const FIRST_LAYER = 2000

export interface PopupLayer {
  readonly zIndex: number
  /** U1: Escape and the backdrop act on the top popup only. */
  isTop(): boolean
  /** Idempotent: an effect may clean up twice. */
  release(): void
}

export interface PopupStack {
  claim(): PopupLayer
  size(): number
}

/**
 * U1: every popup opens one above all popups that are open. A number is not reused while any popup
 * is open, so that a popup that opened later is never painted below an earlier one; an empty stack
 * starts anew.
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
      // The number may belong to another popup by the time of a second release.
      let held = true
      return {
        zIndex,
        isTop: () => held && Math.max(...open) === zIndex,
        release() {
          if (!held) return
          held = false
          open.delete(zIndex)
          if (open.size === 0) next = first
        },
      }
    },
  }
}
