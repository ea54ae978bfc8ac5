/** Where the displayed market comes from. */
export interface MarketSource {
  /** Pairs it knows, with the price in ticks at which their series begin. */
  readonly starts: ReadonlyMap<string, number>
  start(): void
  stop(): void
}
