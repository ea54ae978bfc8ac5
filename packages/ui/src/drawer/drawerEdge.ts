/** Direction in which a drawer moves in. */
export type DrawerDirection = 'ltr' | 'rtl' | 'ttb' | 'btt'
/** Edge that a drawer is fixed to; start and end follow the writing direction. */
export type DrawerEdge = 'start' | 'end' | 'top' | 'bottom' | 'left' | 'right'

/** Default size (U6, spec section 9). */
export const DRAWER_SIZE = '30%'

const edges: Readonly<
  Record<DrawerDirection, { readonly mirrored: DrawerEdge; readonly physical: DrawerEdge }>
> = {
  ltr: { mirrored: 'start', physical: 'left' },
  rtl: { mirrored: 'end', physical: 'right' },
  ttb: { mirrored: 'top', physical: 'top' },
  btt: { mirrored: 'bottom', physical: 'bottom' },
}

/**
 * Returns the edge that a drawer is fixed to: `rtl` comes from the end of the line, which is the
 * left in Arabic, unless `physical`.
 */
export function edgeOf({
  direction,
  physical,
}: {
  readonly direction: DrawerDirection
  readonly physical: boolean
}): DrawerEdge {
  return edges[direction][physical ? 'physical' : 'mirrored']
}
