/** Of one asset, as decimal text. */
export interface EarnPoolAsset {
  readonly asset: string
  /** What is left for interest. */
  readonly balance: string
  /** What the exchange has of its own, and may fill the pool with. */
  readonly treasury: string
  /** Products that wait for funds. */
  readonly paused: readonly string[]
}

export interface EarnFilling {
  readonly at: number
  readonly asset: string
  readonly amount: string
  /** Where it came from: `treasury`, or `issuance` of a demonstration. */
  readonly from: string
  readonly key: string
}

/** The account that pays the interest of earn products, as operators see and fill it. */
export interface EarnPool {
  assets(): readonly EarnPoolAsset[]
  /** The latest first. */
  fillings(): Promise<readonly EarnFilling[]>
  /**
   * Pays coins of the treasury in, once for each key; answers what to note.
   * @throws GatewayError 40010, 40201, 40902
   */
  fill(asked: {
    readonly asset: string
    readonly amount: string
    readonly key: string
  }): Promise<string>
}
