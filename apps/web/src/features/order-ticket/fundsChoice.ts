/** What a margin order borrows, and repays with what it receives. */
export const LOAN_MODES = ['none', 'auto', 'repay', 'both'] as const
export type LoanMode = (typeof LOAN_MODES)[number]

/** The account that a spot ticket trades, chosen in the terminal. */
export interface FundsChoice {
  readonly account: 'spot' | 'cross' | 'isolated'
  readonly loan: LoanMode
  /** How a margin account is called, in the user's language, for the button. */
  readonly label?: string | undefined
}

export const SPOT_FUNDS: FundsChoice = { account: 'spot', loan: 'none' }
