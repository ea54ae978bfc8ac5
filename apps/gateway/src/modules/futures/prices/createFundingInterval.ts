import { addPremium, fundingRate, NO_PREMIUMS, type PremiumSum } from '@x/trading/futures'
import type { PricedContract } from './PricedContract.ts'

/** The rate that is due next, as far as its premiums are known. */
export interface PredictedFunding {
  readonly rate: string
  /** Milliseconds since the epoch. */
  readonly nextAt: number
  readonly msLeft: number
}

/** The rate of an interval that has ended. */
export interface EndedInterval {
  readonly rate: string
  /** When it was due. */
  readonly at: number
}

/** The premiums between two fundings, and the rate that they make (futures 5). */
export interface FundingInterval {
  add(premium: string): void
  predicted(at: number): PredictedFunding
  /** Ends the interval at its time: premiums count for the next one from then on. */
  passTo(at: number): void
  /** The first interval that ended, had a premium and was not paid yet. */
  ended(): EndedInterval | undefined
  /** That one is paid: the next one follows. */
  endedIsPaid(): void
}

const HOUR_MS = 3_600_000

/** What is known of a contract's fundings from before a restart. */
export interface KnownPremiums {
  /** Those of the running interval. */
  readonly running?: PremiumSum
  /** Those of each interval that ended, and was not paid, before the restart, in order. */
  readonly unpaid?: readonly { readonly premiums: PremiumSum; readonly at: number }[]
  /** When the last one that was paid was due: later than now where the clock was set back. */
  readonly paidTo?: number
}

export function createFundingInterval({
  contract: { maxLeverage, maintenance, fundingHours },
  startedAt,
  known: { running = NO_PREMIUMS, unpaid = [], paidTo = 0 } = {},
}: {
  readonly contract: Pick<PricedContract, 'maxLeverage' | 'maintenance' | 'fundingHours'>
  readonly startedAt: number
  readonly known?: KnownPremiums | undefined
}): FundingInterval {
  const length = fundingHours * HOUR_MS
  const endAfter = (at: number): number => (Math.floor(at / length) + 1) * length
  const rateOf = (given: PremiumSum): string =>
    fundingRate({
      // Without a premium yet the rate is that of none: interest alone.
      premiums: given.count === 0 ? ['0'] : given,
      maxLeverage,
      mm: maintenance,
      intervalHours: fundingHours,
    })
  let sum = running
  let rate = rateOf(sum)
  let nextAt = endAfter(startedAt)
  const ended: EndedInterval[] = unpaid.map(({ premiums, at }) => ({ rate: rateOf(premiums), at }))

  return {
    add(premium) {
      sum = addPremium(sum, premium)
      rate = rateOf(sum)
    },
    predicted: (at) => ({ rate, nextAt, msLeft: Math.max(0, nextAt - at) }),
    passTo(at) {
      if (at < nextAt) return
      if (sum.count > 0 && nextAt > paidTo) ended.push({ rate, at: nextAt })
      sum = NO_PREMIUMS
      rate = rateOf(sum)
      nextAt = endAfter(at)
    },
    ended: () => ended[0],
    endedIsPaid: () => void ended.shift(),
  }
}
