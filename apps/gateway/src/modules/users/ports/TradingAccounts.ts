/** The trading side's verbs for a user's life; both may be repeated and then change nothing. */
export interface TradingAccounts {
  /** Opens the trading accounts of both realms, the paper one with its starting funds. */
  openAccounts(userId: string): Promise<void>
  /** Demonstration funds in both realms. */
  seedDemo(userId: string): Promise<void>
  /** Takes back every open order of a user who may trade no longer. */
  cancelOrders(userId: string): Promise<void>
}
