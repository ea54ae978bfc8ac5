import { useStore } from '@x/kit/react'
import { useServices } from '../../app/servicesContext.ts'
import type { OwnSide } from '../spot/createOwnSide.ts'

/** The user's orders and balances; `undefined` for guests and until they are known. */
export function useOwnSide<K extends keyof OwnSide>(part: K): OwnSide[K] {
  return useStore(useServices().ownSide, (state) => state[part])
}
