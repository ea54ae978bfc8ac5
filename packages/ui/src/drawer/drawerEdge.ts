export type DrawerDirection = 'ltr' | 'rtl' | 'ttb' | 'btt'
export type DrawerEdge = 'start' | 'end' | 'top' | 'bottom' | 'left' | 'right'

/** U6, spec section 9. */
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
 * The edge a drawer is fixed to: rtl comes in from the end of the line, which is the left in
 * Arabic.
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
