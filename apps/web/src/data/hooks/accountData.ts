import { useAppSelector } from '../store/hooks.ts'
import type { SpotAsset, SpotOrder } from '../spot/model.ts'
import { API_PATH } from '../store/injectApiSlice.ts'

/**
 * The state of the query cache, read without its code: a guest loads neither (docs/adr/web.md).
 * Keys are endpoint names with their serialized argument.
 */
interface CacheState {
  readonly [API_PATH]?: {
    readonly queries: Readonly<Record<string, { readonly data?: unknown } | undefined>>
  }
}

const cached =
  <T>(key: string) =>
  (state: unknown): T | undefined =>
    (state as CacheState)[API_PATH]?.queries[key]?.data as T | undefined

const selectOpenOrders = cached<readonly SpotOrder[]>('openOrders(undefined)')
const selectBalances = cached<readonly SpotAsset[]>('assets(undefined)')

/** The user's live orders; `undefined` for guests and until they are known. */
export const useOpenOrders = (): readonly SpotOrder[] | undefined =>
  useAppSelector(selectOpenOrders)

/** The user's balances; `undefined` for guests and until they are known. */
export const useBalances = (): readonly SpotAsset[] | undefined => useAppSelector(selectBalances)
