import type { Clock, TimerHandle } from '@x/kit'
import type { PricesCommand } from '../../../exchange/state/futuresCommand.ts'
import {
  type ContractPrices,
  createContractPrices,
  type ContractPricesOptions,
  type DueFunding,
  type PremiumSample,
  type PriceRow,
} from './createContractPrices.ts'
import type { KnownPremiums, PredictedFunding } from './createFundingInterval.ts'

/** What the prices of contracts cause. */
export interface PriceListener {
  /** All contracts of a second: the rows of one `prices` command. */
  prices?(rows: readonly PriceRow[], at: number): void
  premium?(sample: PremiumSample): void
  /** Whether it is paid; one that is not is due again in the next second. */
  funding?(due: DueFunding): boolean
}

/** Mark, index and predicted funding of a contract, as of the last second. */
export interface ContractSnapshot extends PriceRow {
  readonly funding: PredictedFunding
}

export interface PriceService {
  /** `known`: premiums from before a restart, by contract. */
  start(known?: ReadonlyMap<string, KnownPremiums>): void
  stop(): void
  /** `undefined` before the first index of the contract. */
  now(symbol: string): ContractSnapshot | undefined
}

/** The command that brings the rows of a second into the exchange. */
export const pricesCommand = (rows: readonly PriceRow[], at: number): PricesCommand => ({
  kind: 'prices',
  at,
  rows: rows.map(({ symbol, mark, index }) => [symbol, mark, index]),
})

const SECOND_MS = 1_000
const PREMIUM_MS = 5_000

/**
 * Prices of contracts, on each full second of the clock (futures 5). A second that the process
 * missed is left out. While an index is stale its row is sent once, with a mark of 0.
 */
export function createPriceService({
  clock,
  contracts,
  listener,
}: {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly contracts: readonly Omit<ContractPricesOptions, 'startedAt'>[]
  readonly listener: PriceListener
}): PriceService {
  const prices = new Map<string, ContractPrices>()
  const rows = new Map<string, PriceRow>()
  let timer: TimerHandle | undefined
  let premiumSlot = 0

  function runSecond(at: number): void {
    const changed = [...prices.values()].flatMap((each) => changedRow(rows, each.second(at)))
    if (changed.length > 0) listener.prices?.(changed, at)
    const slot = Math.floor(at / PREMIUM_MS)
    for (const each of prices.values()) {
      const sample = slot > premiumSlot ? each.samplePremium(at) : undefined
      if (sample) listener.premium?.(sample)
      const due = each.dueFunding()
      if (due && listener.funding?.(due)) each.fundingIsPaid()
    }
    premiumSlot = slot
  }

  function schedule(): void {
    const at = (Math.floor(clock.now() / SECOND_MS) + 1) * SECOND_MS
    timer = clock.after(at - clock.now(), () => {
      // The wall clock may have been set meanwhile.
      runSecond(Math.floor(clock.now() / SECOND_MS) * SECOND_MS)
      schedule()
    })
  }

  return {
    start(known) {
      const startedAt = clock.now()
      premiumSlot = Math.floor(startedAt / PREMIUM_MS)
      for (const options of contracts)
        prices.set(options.contract.id, opened(options, { startedAt, known }))
      schedule()
    },
    stop() {
      timer?.cancel()
      timer = undefined
    },
    now(symbol) {
      const row = rows.get(symbol)
      const funding = prices.get(symbol)?.funding(clock.now())
      return row && funding ? { ...row, funding } : undefined
    },
  }
}

/** The prices of a contract, with what was known of its fundings. */
function opened(
  options: Omit<ContractPricesOptions, 'startedAt'>,
  {
    startedAt,
    known,
  }: {
    readonly startedAt: number
    readonly known: ReadonlyMap<string, KnownPremiums> | undefined
  },
): ContractPrices {
  const own = known?.get(options.contract.id)
  return createContractPrices({ ...options, startedAt, ...(own ? { known: own } : {}) })
}

/** Keeps the row of this second; without a mark it is sent only when that is new. */
function changedRow(rows: Map<string, PriceRow>, row: PriceRow | undefined): readonly PriceRow[] {
  if (row === undefined) return []
  const before = rows.get(row.symbol)
  rows.set(row.symbol, row)
  return row.mark > 0 || before === undefined || before.mark > 0 ? [row] : []
}
