/** Where a box stands beside its opener. */
export type BoxSide = 'below' | 'above'

export interface PlaceOptions {
  /** Of the opener, in pixels of the viewport. */
  readonly anchor: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  /** What the box would like, in pixels. */
  readonly box: { readonly width: number; readonly height: number }
  readonly view: { readonly width: number; readonly height: number }
  readonly rtl: boolean
  /**
   * Where it stood until now: a box turns over only where it must, not at every option that comes
   * or goes. Default `below`.
   */
  readonly side?: BoxSide
}

export interface BoxPlace {
  readonly side: BoxSide
  /** From the left edge of the viewport. */
  readonly left: number
  /** From the edge of the viewport that the side leads away from: a box above grows upwards. */
  readonly edge: number
  /** The room there is. */
  readonly maxHeight: number
}

/** Pixels between opener and box, and between box and the edges of the viewport. */
export const BOX_GAP = 4
export const BOX_MARGIN = 12

/**
 * At the opener's start edge, below it, above where there is too little room and more than below;
 * never beyond the viewport.
 */
export function placeBox({ anchor, box, view, rtl, side = 'below' }: PlaceOptions): BoxPlace {
  const room = {
    below: view.height - anchor.bottom - BOX_GAP - BOX_MARGIN,
    above: anchor.top - BOX_GAP - BOX_MARGIN,
  }
  const other = side === 'below' ? 'above' : 'below'
  const chosen = box.height <= room[side] || room[side] >= room[other] ? side : other
  const start = rtl ? anchor.right - box.width : anchor.left
  return {
    side: chosen,
    left: Math.max(BOX_MARGIN, Math.min(start, view.width - BOX_MARGIN - box.width)),
    edge: chosen === 'below' ? anchor.bottom + BOX_GAP : view.height - anchor.top + BOX_GAP,
    maxHeight: Math.max(0, room[chosen]),
  }
}
