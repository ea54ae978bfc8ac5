/** The right to trade on a database that several gateways can reach; one gateway holds it. */
export interface TradingLease {
  /** Grows with each holder; the ledger takes settlements of the current one only. */
  readonly epoch: number
  /** Whether no other gateway can hold it at this moment. */
  isHeld(): boolean
  /** It had run out, and was renewed before another gateway took it. */
  onRegained(listener: () => void): void
  /** Another gateway took it: this one must not trade again. */
  onLost(listener: (error: Error) => void): void
}
