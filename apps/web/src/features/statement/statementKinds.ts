/** The kinds of lines that have a text, as `STATEMENT_KINDS` of `@x/api` lists them. */
export const STATEMENT_KINDS = [
  'trade',
  'fee',
  'deposit',
  'withdrawal',
  'transfer',
  'move',
  'send',
  'convert',
  'realised_pnl',
  'funding',
  'margin',
  'liquidation',
  'fund_payment',
  'interest',
  'earn',
  'redpacket',
  'p2p',
  'copy',
  'profit_share',
  'rebate',
  'borrow',
  'repay',
  'grant',
  'reset',
  'correction',
] as const

/** The accounts of a user that have lines. */
export const STATEMENT_ACCOUNTS = ['spot', 'futures', 'margin', 'loan'] as const
