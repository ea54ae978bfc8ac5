import type { FundingRate, FuturesTier, InsuranceFund, PremiumSample, PriceLogRoot } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { Page } from '../spot/model.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { futuresApi } from './api.ts'
import type { ChainedRow, DayOfLog } from './verifyProof.ts'

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
  /** Days of the log, the latest first, each with its last row where the log still has it. */
  readonly days: readonly DayOfLog[]
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
    // Before the log, so that the newest root is a row of it.
    const days = await readDays(get)
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
    return { rows: log.items, paid, tier, samples, days }
  }

type Get = <T>(path: string, data: object) => Promise<T>

/** Days whose rows the log keeps. */
const KEPT_DAYS = 7
const DAY_MS = 86_400_000

async function readDays(get: Get): Promise<readonly DayOfLog[]> {
  const { items } = await get<Page<PriceLogRoot>>('/futures/public/prices/roots', {
    limit: String(KEPT_DAYS),
  })
  return Promise.all(
    items.map(async (root) => {
      const from = Date.parse(`${root.day}T00:00:00Z`)
      const { items: rows } = await get<Page<ChainedRow>>('/futures/public/prices', {
        from: String(from),
        to: String(from + DAY_MS - 1),
        limit: '1',
      })
      return { root, last: rows[0] }
    }),
  )
}
