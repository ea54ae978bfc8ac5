import type { SpotOrder } from '../../data/spot/model.ts'
import { useOwnSide } from '../../data/hooks/useOwnSide.ts'

const NONE: readonly SpotOrder[] = []

/** The user's live orders; a guest has none. */
export function useOwnOrders(): readonly SpotOrder[] {
  return useOwnSide('orders') ?? NONE
}
