import { divideUp } from './rounding.ts'
import { parseUnits } from '@x/decimal'
import { withMaintenanceAmounts } from '@x/trading'
import type { FuturesInstrument } from './Instrument.ts'

/** Rates are in parts of this. */
export const PPM = 1_000_000n

/** One step of a contract's table, in integers. */
export interface ContractTier {
  /** Upper end of the notional in atoms of the margin asset; it belongs to the tier. */
  readonly upTo: bigint
  readonly maintenancePpm: bigint
  /** In atoms of the margin asset. */
  readonly cum: bigint
  readonly maxLeverage: number
}

/** What the arithmetic of a contract needs, in integers. */
export interface ContractTerms {
  readonly isInverse: boolean
  /**
   * Linear: atoms of the margin asset that a lot is worth for each tick of its price. Inverse:
   * atoms that a lot would be worth at a price of one tick.
   */
  readonly unit: bigint
  readonly tiers: readonly ContractTier[]
  /** The taker rate without a fee level, which the requirement includes. */
  readonly takerPpm: bigint
  readonly liquidationPpm: bigint
  readonly bandPpm: bigint
  readonly minNotional: bigint
}

/**
 * The integers of a contract (futures 1).
 * @throws RangeError where a tier has no 1/leverage >= 1.25(mm + f), or an amount is not exact
 */
export function contractTerms(instrument: FuturesInstrument): ContractTerms {
  const { id, marginScale, pricePlace, quantityPlace, settlement } = instrument
  const takerPpm = exact(instrument.takerRate, { scale: 6, id })
  const amounts = withMaintenanceAmounts([
    ...instrument.tiers.map(({ upTo, maintenance }) => ({ upTo, mm: maintenance })),
    // Beyond the last end no position goes; the table must end with an open tier.
    { upTo: null, mm: instrument.tiers.at(-1)?.maintenance ?? '0' },
  ])
  const tiers = instrument.tiers.map(({ upTo, maintenance, maxLeverage }, at): ContractTier => {
    const maintenancePpm = exact(maintenance, { scale: 6, id })
    if (4n * PPM < 5n * BigInt(maxLeverage) * (maintenancePpm + takerPpm))
      throw new RangeError(`Tier ${at + 1} of ${id} lets leverage ${maxLeverage} reach its margin.`)
    const cum = exact(amounts[at]?.cum ?? '0', { scale: marginScale, id })
    return { upTo: exact(upTo, { scale: marginScale, id }), maintenancePpm, cum, maxLeverage }
  })
  if (tiers.length === 0) throw new RangeError(`The contract ${id} has no tiers.`)
  return {
    isInverse: settlement.kind === 'inverse',
    unit:
      settlement.kind === 'inverse'
        ? exact(settlement.contractValue, { scale: marginScale + pricePlace - quantityPlace, id })
        : 10n ** BigInt(marginScale - pricePlace - quantityPlace),
    tiers,
    takerPpm,
    liquidationPpm: exact(instrument.liquidationRate, { scale: 6, id }),
    bandPpm: exact(instrument.priceBand, { scale: 6, id }),
    minNotional: exact(instrument.minNotional, { scale: marginScale, id }),
  }
}

function exact(text: string, { scale, id }: { readonly scale: number; readonly id: string }) {
  const units = parseUnits(text, scale)
  if (units === null) throw new RangeError(`${text} of ${id} is not exact at ${scale} decimals.`)
  return units
}

/**
 * What lots are worth at a price, in atoms; a short has minus the value of as many lots long.
 * Linear: lots times price. Inverse: minus lots over price. Profit of either kind is the value now
 * less the value paid.
 */
export function valueOf(terms: ContractTerms, lots: number, ticks: number): bigint {
  const amount = magnitudeOf(terms, Math.abs(lots), ticks)
  return lots < 0 !== terms.isInverse ? -amount : amount
}

/** The notional of a size without a sign, in atoms of the margin asset; inverse: rounded up. */
export function magnitudeOf({ unit, isInverse }: ContractTerms, lots: number, ticks: number) {
  if (!isInverse) return BigInt(lots) * BigInt(ticks) * unit
  return ticks === 0 ? 0n : divideUp(BigInt(lots) * unit, BigInt(ticks))
}

/** The tier of a notional; beyond the last end the last one. */
export function tierOf({ tiers }: ContractTerms, notional: bigint): ContractTier {
  const tier = tiers.find(({ upTo }) => notional <= upTo) ?? tiers.at(-1)
  if (!tier) throw new RangeError('A contract has tiers.')
  return tier
}
