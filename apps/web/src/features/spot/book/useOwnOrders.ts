import type { SpotOrder } from '../../orders/model.ts'
import { useOwnSide } from '../../orders/useOwnSide.ts'

const NONE: readonly SpotOrder[] = []

/** The user's live orders; a guest has none. */
export function useOwnOrders(): readonly SpotOrder[] {
  return useOwnSide('orders') ?? NONE
}
