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
  /** The interval that ended last, unless it had no premium; once. */
  takeEnded(): EndedInterval | undefined
}

const HOUR_MS = 3_600_000

/** `premiums`: those of the running interval from before a restart. */
export function createFundingInterval({
  contract: { maxLeverage, maintenance, fundingHours },
  startedAt,
  premiums = NO_PREMIUMS,
}: {
  readonly contract: Pick<PricedContract, 'maxLeverage' | 'maintenance' | 'fundingHours'>
  readonly startedAt: number
  readonly premiums?: PremiumSum | undefined
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
  let sum = premiums
  let rate = rateOf(sum)
  let nextAt = endAfter(startedAt)
  let ended: EndedInterval | undefined

  return {
    add(premium) {
      sum = addPremium(sum, premium)
      rate = rateOf(sum)
    },
    predicted: (at) => ({ rate, nextAt, msLeft: Math.max(0, nextAt - at) }),
    passTo(at) {
      if (at < nextAt) return
      if (sum.count > 0) ended = { rate, at: nextAt }
      sum = NO_PREMIUMS
      rate = rateOf(sum)
      nextAt = endAfter(at)
    },
    takeEnded() {
      const taken = ended
      ended = undefined
      return taken
    },
  }
}
