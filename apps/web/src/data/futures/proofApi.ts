import type {
  FundingRate,
  FuturesSymbol,
  FuturesTier,
  InsuranceFund,
  PremiumSample,
  PriceLogProof,
  PriceLogRoot,
  PublicLiquidation,
} from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { Page } from '../spot/model.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { futuresApi } from './api.ts'
import type { ContractTable } from './ladderArithmetic.ts'
import { type LiquidationCheck, verifyLiquidation } from './verifyLiquidation.ts'
import {
  type ChainedRow,
  type ChainVerdict,
  type DayVerdict,
  type FundingVerdict,
  verifyChain,
  verifyDays,
  verifyFunding,
} from './verifyProof.ts'

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

type Client = Pick<DataServices, 'client'>['client']
type Get = <T>(path: string, data: object) => Promise<T>
const getOf =
  (client: Client): Get =>
  (path, data) =>
    client.get(`/futures/public/${path}`, { ...PUBLIC_READ, data, silent: true })

/** A read of the proof, dispatched to the store. @throws RequestError */
type ProofRead<T> = (
  dispatch: unknown,
  getState: unknown,
  services: { readonly client: Client },
) => Promise<T>
const readWith =
  <T>(read: (get: Get) => Promise<T>): ProofRead<T> =>
  (_dispatch, _getState, { client }) =>
    read(getOf(client))

const cursorOf = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** Rows of a page of the price log, verified: the first one of the page must follow `after`. */
export interface CheckedRows {
  readonly verdict: ChainVerdict
  readonly count: number
  /** The oldest row, which the next page must follow. */
  readonly last: ChainedRow | undefined
}

/** Reads a page of the price log and computes all its hashes. */
export const checkRows = ({
  cursor,
  after,
}: {
  readonly cursor: string | undefined
  readonly after: ChainedRow | undefined
}): ProofRead<Page<CheckedRows>> =>
  readWith(async (get) => {
    const { items, next } = await get<Page<ChainedRow>>('prices', {
      limit: '200',
      ...cursorOf(cursor),
    })
    const verdict = await verifyChain(after ? [after, ...items] : items)
    return { items: [{ verdict, count: items.length, last: items.at(-1) }], next }
  })

const DAY_MS = 86_400_000

/** Reads a page of daily roots and computes each. */
export const checkDays = (cursor: string | undefined): ProofRead<Page<DayVerdict>> =>
  readWith(async (get) => {
    const { items, next } = await get<Page<PriceLogRoot>>('prices/roots', {
      limit: '7',
      ...cursorOf(cursor),
    })
    const days = await Promise.all(
      items.map(async (root) => {
        const from = Date.parse(`${root.day}T00:00:00Z`)
        const { items: rows } = await get<Page<ChainedRow>>('prices', {
          from: String(from),
          to: String(from + DAY_MS - 1),
          limit: '1',
        })
        return { root, last: rows[0] }
      }),
    )
    // After the roots, so that the newest root is a row of it.
    const { items: rows } = await get<Page<ChainedRow>>('prices', { limit: '200' })
    return { items: await verifyDays(days, rows), next }
  })

/** A payment of funding, recomputed; `verdict` is `undefined` where its samples are not kept. */
export interface CheckedPayment {
  readonly paid: FundingRate
  readonly samples: number
  readonly verdict: FundingVerdict | undefined
}

/** Longer than a payment waits for a mark. */
const PAYMENT_MS = 60_000

/** Reads the payment of a contract before another one, the latest without it, with its samples. */
export const checkPayments = ({
  symbol,
  cursor,
}: {
  readonly symbol: string
  readonly cursor: string | undefined
}): ProofRead<Page<CheckedPayment>> =>
  readWith(async (get) => {
    const { items, next } = await get<Page<FundingRate>>('funding', {
      symbol,
      limit: '1',
      ...cursorOf(cursor),
    })
    const [tier] = await get<readonly FuturesTier[]>('tiers', { symbol })
    const payments = items.map(async (paid): Promise<CheckedPayment> => {
      const [{ samples }, { items: rows }] = await Promise.all([
        get<{ readonly samples: readonly PremiumSample[] }>('funding/samples', {
          symbol,
          at: String(paid.at),
        }),
        get<Page<ChainedRow>>('prices', {
          from: String(paid.at),
          to: String(paid.at + PAYMENT_MS),
          limit: '200',
        }),
      ])
      const verdict = tier && verifyFunding(samples, { paid, tier, rows })
      return { paid, samples: samples.length, verdict }
    })
    return { items: await Promise.all(payments), next }
  })

/** A published step of a liquidation, recomputed. */
export interface CheckedLiquidation {
  readonly step: PublicLiquidation
  readonly checks: readonly LiquidationCheck[]
}

export interface LiquidationsWanted {
  readonly realm: 'live' | 'paper'
  readonly symbol: string
  readonly cursor: string | undefined
  /** This step alone, instead of a page. */
  readonly liquidationId?: string | undefined
}

/** Steps of a page: each asks for the rows of its moment and the way to the root of its day. */
const STEPS = '10'

/** Reads public steps of liquidations, and recomputes each from what is published. */
export const checkLiquidations = ({
  realm,
  symbol,
  cursor,
  liquidationId,
}: LiquidationsWanted): ProofRead<Page<CheckedLiquidation>> =>
  readWith(async (get) => {
    const which = liquidationId === undefined ? { symbol, ...cursorOf(cursor) } : { liquidationId }
    const { items, next } = await get<Page<PublicLiquidation>>('liquidations', {
      realm,
      limit: STEPS,
      ...which,
    })
    const [tables, { items: roots }] = await Promise.all([
      tablesOf(get, items),
      get<Page<PriceLogRoot>>('prices/roots', { limit: '200' }),
    ])
    const rowsAt = once((at: number) =>
      get<Page<ChainedRow>>('prices', { to: String(at), limit: '200' }),
    )
    const proofOf = once((hash: string) =>
      get<PriceLogProof>('prices/proof', { hash }).catch(() => undefined),
    )
    const checked = items.map(async (step) => {
      const { priceHash, previousId, at } = step
      const [{ items: rows }, proof, previous] = await Promise.all([
        rowsAt(at),
        priceHash === null ? undefined : proofOf(priceHash),
        previousId === null
          ? undefined
          : (items.find((each) => each.liquidationId === previousId) ??
            stepOf(get, { realm, liquidationId: previousId })),
      ])
      const checks = await verifyLiquidation(step, { tables, rows, proof, roots, previous })
      return { step, checks }
    })
    // Older ones follow a step that was asked for alone.
    const first = liquidationId === undefined ? next : liquidationId
    return { items: await Promise.all(checked), next: first }
  })

const stepOf = async (
  get: Get,
  which: { readonly realm: string; readonly liquidationId: string },
): Promise<PublicLiquidation | undefined> =>
  (await get<Page<PublicLiquidation>>('liquidations', which)).items[0]

/** Asks once for what several steps need. */
function once<K, T>(ask: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const asked = new Map<K, Promise<T>>()
  return (key) => {
    const answer = asked.get(key) ?? ask(key)
    asked.set(key, answer)
    return answer
  }
}

/** The contracts of steps with their tables of tiers. */
async function tablesOf(
  get: Get,
  steps: readonly PublicLiquidation[],
): Promise<ReadonlyMap<string, ContractTable>> {
  const symbols = new Set(
    steps.flatMap(({ inputs }) => (inputs?.positions ?? []).map(({ symbol }) => symbol)),
  )
  if (symbols.size === 0) return new Map()
  const contracts = await get<readonly FuturesSymbol[]>('symbols', {})
  return new Map(
    await Promise.all(
      contracts
        .filter(({ symbol }) => symbols.has(symbol))
        .map(async (contract) => {
          const { symbol } = contract
          const tiers = await get<readonly FuturesTier[]>('tiers', { symbol })
          return [symbol, { contract, tiers }] as const
        }),
    ),
  )
}
