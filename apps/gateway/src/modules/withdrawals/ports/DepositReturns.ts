/** A deposit that goes back, and where to. */
export interface DepositReturn {
  readonly userId: string
  readonly network: string
  readonly asset: string
  readonly address: string
  readonly atoms: bigint
  /** Names the deposit. */
  readonly key: string
}

/** Sends deposits back by withdrawals that two operators sign. */
export interface DepositReturns {
  /**
   * The address as it is written, where it could go back now.
   * @throws GatewayError 00004, 00006, 40230, 40401
   */
  addressOf(wanted: DepositReturn): Promise<string>
  /** The number of the withdrawal, which waits for its review. @throws GatewayError */
  run(wanted: DepositReturn): string
}
