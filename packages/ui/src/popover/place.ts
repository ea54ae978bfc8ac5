/** Side of the anchor on which a box is placed. */
export type BoxSide = 'below' | 'above'

/** Options of `placeBox`. */
export interface PlaceOptions {
  /** Rectangle of the anchor in viewport pixels. */
  readonly anchor: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  /** Preferred size of the box in pixels. */
  readonly box: { readonly width: number; readonly height: number }
  readonly view: { readonly width: number; readonly height: number }
  readonly rtl: boolean
  /**
   * Current side: the box flips only if it must, not whenever its content changes. Default `below`.
   */
  readonly side?: BoxSide
}

/** Position of a box in viewport pixels. */
export interface BoxPlace {
  readonly side: BoxSide
  /** Distance from the left edge of the viewport. */
  readonly left: number
  /** Distance from the top for a box below, from the bottom for one above. */
  readonly edge: number
  /** Available height. */
  readonly maxHeight: number
}

/** Distance between anchor and box in pixels. */
export const BOX_GAP = 4
/** Minimal distance of a box from the edges of the viewport in pixels. */
export const BOX_MARGIN = 12

/**
 * Places a box at the start edge of its anchor, below it, or above it if there is too little space
 * below and more above; always inside the viewport.
 */
export function placeBox({ anchor, box, view, rtl, side = 'below' }: PlaceOptions): BoxPlace {
  const space = {
    below: view.height - anchor.bottom - BOX_GAP - BOX_MARGIN,
    above: anchor.top - BOX_GAP - BOX_MARGIN,
  }
  const other = side === 'below' ? 'above' : 'below'
  const chosen = box.height <= space[side] || space[side] >= space[other] ? side : other
  const start = rtl ? anchor.right - box.width : anchor.left
  return {
    side: chosen,
    left: Math.max(BOX_MARGIN, Math.min(start, view.width - BOX_MARGIN - box.width)),
    edge: chosen === 'below' ? anchor.bottom + BOX_GAP : view.height - anchor.top + BOX_GAP,
    maxHeight: Math.max(0, space[chosen]),
  }
}
