/** What inviters get. */
export interface RebateRules {
  /** Of the trading fees of each invited user. */
  readonly percent: number
  /** From the registration on. */
  readonly days: number
}

export const REBATE_RULES: RebateRules = { percent: 20, days: 365 }
