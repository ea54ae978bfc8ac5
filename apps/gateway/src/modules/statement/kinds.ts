import { STATEMENT_KINDS } from '@x/api'
import type { EntryKind } from '../../exchange/accounts/posting.ts'

type StatementKind = (typeof STATEMENT_KINDS)[number]

/**
 * What the statement calls an entry. A new kind of entry adds a line here; without one it keeps its
 * own name.
 */
const KIND_OF_ENTRY: Readonly<Partial<Record<EntryKind, StatementKind>>> = {
  base: 'trade',
  quote: 'trade',
  fee: 'fee',
  grant: 'grant',
  withdraw: 'withdrawal',
  transfer: 'transfer',
  move: 'move',
  margin: 'margin',
  result: 'realised_pnl',
  settle: 'realised_pnl',
  funding: 'funding',
  liquidation: 'liquidation',
  shortage: 'fund_payment',
  deposit: 'deposit',
  reversal: 'correction',
  claim: 'correction',
  custody: 'correction',
  gas: 'fee',
  redpacket: 'redpacket',
  earn: 'earn',
  p2p: 'p2p',
  convert: 'convert',
  send: 'send',
  interest: 'interest',
  rebate: 'rebate',
  copy: 'copy',
  profitShare: 'profit_share',
  borrow: 'borrow',
  repay: 'repay',
}

const text = (value: string): string => `'${value}'`

/**
 * The kind of a line in SQL, of an entry `e` and its transaction `t`; what is not in the table has
 * its own name, so that an entry of a later version is shown and not lost.
 */
export const KIND_SQL = `case when t.kind = 'reset' then 'reset' else case e.kind ${Object.entries(
  KIND_OF_ENTRY,
)
  .map(([entry, kind]) => `when ${text(entry)} then ${text(kind)}`)
  .join(' ')} else e.kind end end`
