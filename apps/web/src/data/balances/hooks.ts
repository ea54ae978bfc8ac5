import type { SpotAsset, SpotPosition } from '../spot/model.ts'
import type { QueryView } from '../store/queryView.ts'
import { balancesApi } from './api.ts'

/** The user's balances. Fetches the query cache's code: guests read `useCachedBalances`. */
export const useBalances = (): QueryView<readonly SpotAsset[]> => balancesApi.useAssetsQuery()

/** What the user holds of each pair's base, with the inputs of its average buy price. */
export const usePositions = (): QueryView<readonly SpotPosition[]> =>
  balancesApi.usePositionsQuery()
