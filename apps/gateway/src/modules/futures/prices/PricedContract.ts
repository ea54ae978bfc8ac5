import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'

/** What the prices of a contract depend on. */
export interface PricedContract {
  /** The instrument: `usdt/BTCUSDT`. Books, last prices and rows are named by it. */
  readonly id: string
  /** One tick is `10^-pricePlace`. */
  readonly pricePlace: number
  /** One lot is `10^-quantityPlace` of the base; of inverse contracts `nominal` of the quote. */
  readonly quantityPlace: number
  readonly nominal?: string
  /** The highest leverage and the maintenance rate of the first tier, decimal strings. */
  readonly maxLeverage: string
  readonly maintenance: string
  /** Whole hours between two fundings; 24 is a multiple of them. */
  readonly fundingHours: number
}

/** Hours between two fundings of every contract (futures 1). */
const FUNDING_HOURS = 8

/** What prices read of an instrument. */
export function pricedContract(instrument: FuturesInstrument): PricedContract {
  const { id, pricePlace, quantityPlace, settlement, tiers } = instrument
  const first = tiers[0]
  if (!first) throw new RangeError(`The contract ${id} has no tiers.`)
  return {
    id,
    pricePlace,
    quantityPlace,
    ...(settlement.kind === 'inverse' ? { nominal: settlement.contractValue } : {}),
    maxLeverage: String(first.maxLeverage),
    maintenance: first.maintenance,
    fundingHours: FUNDING_HOURS,
  }
}
