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
