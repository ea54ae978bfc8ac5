import { compared, type Fraction, minus, plus, times, ZERO } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showPlain } from '../rounding.ts'
import { TradingError } from '../TradingError.ts'

/**
 * One step of the maintenance table. The notional is in quote for linear contracts, in coin for
 * inverse ones.
 */
export interface MaintenanceTier {
  /**
   * Upper end of the notional, `null` for the last tier. A tier begins where the one before it
   * ends.
   */
  readonly upTo: string | null
  /** Maintenance margin rate as a fraction. */
  readonly mm: string
  /** Maintenance amount: what makes the requirement continuous at the tier's lower end. */
  readonly cum: string
}

/** One rate for every size, or the table. */
export type MaintenanceRates =
  | { readonly mm: string; readonly cum?: string; readonly tiers?: never }
  | { readonly tiers: readonly MaintenanceTier[]; readonly mm?: never; readonly cum?: never }

export interface ExactTier {
  readonly from: Fraction
  readonly upTo: Fraction | null
  readonly mm: Fraction
  readonly cum: Fraction
}

export function readTiers(rates: MaintenanceRates): readonly ExactTier[] {
  if (rates.tiers === undefined)
    return [
      {
        from: ZERO,
        upTo: null,
        mm: readCount(rates, 'mm'),
        cum: readCount({ cum: rates.cum ?? '0' }, 'cum'),
      },
    ]
  let from = ZERO
  const tiers = rates.tiers.map(({ upTo: end, mm, cum }, at): ExactTier => {
    if ((end === null) !== (at === rates.tiers.length - 1))
      throw new TradingError('bad-tiers', { detail: `tiers[${at}].upTo` })
    const upTo = end === null ? null : readPositive({ upTo: end }, 'upTo')
    if (upTo !== null && compared(upTo, from) <= 0)
      throw new TradingError('bad-tiers', { detail: `tiers[${at}].upTo` })
    const tier = { from, upTo, mm: readCount({ mm }, 'mm'), cum: readCount({ cum }, 'cum') }
    from = upTo ?? from
    return tier
  })
  if (tiers.length === 0) throw new TradingError('bad-tiers', { detail: 'tiers' })
  return tiers
}

/**
 * The upper end belongs to the tier; where the amounts are right both neighbours ask for the same
 * there.
 */
export const contains = ({ from, upTo }: ExactTier, notional: Fraction): boolean =>
  compared(from, notional) <= 0 && (upTo === null || compared(notional, upTo) <= 0)

export function exactTierOf(notional: Fraction, tiers: readonly ExactTier[]): ExactTier {
  const found = tiers.find(({ upTo }) => upTo === null || compared(notional, upTo) <= 0)
  if (found === undefined) throw new TradingError('bad-tiers', { detail: 'tiers' })
  return found
}

/**
 * Completes a table of rates by the maintenance amounts that make the requirement continuous: lower
 * end x rise of the rate, summed.
 */
export function withMaintenanceAmounts(
  rates: readonly Omit<MaintenanceTier, 'cum'>[],
): readonly MaintenanceTier[] {
  const steps = readTiers({ tiers: rates.map((rate) => ({ ...rate, cum: '0' })) })
  let cum = ZERO
  let below = steps[0] as ExactTier
  return steps.map((step, at) => {
    cum = plus(cum, times(step.from, minus(step.mm, below.mm)))
    below = step
    const { upTo, mm } = rates[at] as Omit<MaintenanceTier, 'cum'>
    return { upTo, mm, cum: showPlain(cum) }
  })
}
