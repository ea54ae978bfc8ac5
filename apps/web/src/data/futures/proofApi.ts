import type { FundingRate, FuturesTier, InsuranceFund, PremiumSample } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { Page } from '../spot/model.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { futuresApi } from './api.ts'
import type { ChainedRow } from './verifyProof.ts'

const proofApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    insuranceFunds: build.query<readonly InsuranceFund[], void>({
      query: () => ({ path: '/futures/public/fund', ...PUBLIC_READ, silent: true }),
    }),
  }),
})

/** The insurance funds. */
export const useInsuranceFunds = (): QueryView<readonly InsuranceFund[]> =>
  proofApi.useInsuranceFundsQuery()

/** The newest rows of the price log, and the last payment of a contract with its samples. */
export interface ProofData {
  readonly rows: readonly ChainedRow[]
  readonly paid: FundingRate | undefined
  /** The first risk tier, which caps the rate. */
  readonly tier: FuturesTier | undefined
  readonly samples: readonly PremiumSample[]
}

/**
 * Reads what the proof of a contract is computed from, the newest page of each list.
 * @throws RequestError
 */
export const readProof =
  (symbol: string) =>
  async (
    _dispatch: unknown,
    _getState: unknown,
    { client }: Pick<DataServices, 'client'>,
  ): Promise<ProofData> => {
    const get = <T>(path: string, data: object) =>
      client.get<T>(path, { ...PUBLIC_READ, data, silent: true })
    const [log, funding, [tier]] = await Promise.all([
      get<Page<ChainedRow>>('/futures/public/prices', { limit: '200' }),
      get<Page<FundingRate>>('/futures/public/funding', { symbol, limit: '1' }),
      get<readonly FuturesTier[]>('/futures/public/tiers', { symbol }),
    ])
    const [paid] = funding.items
    const samples = paid
      ? (
          await get<{ readonly samples: readonly PremiumSample[] }>(
            '/futures/public/funding/samples',
            { symbol, at: String(paid.at) },
          )
        ).samples
      : []
    return { rows: log.items, paid, tier, samples }
  }
