import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  DecimalString,
  FieldText,
  nullable,
  pageOf,
  queryOneOf,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** The accounts of one user that have lines of their own. */
export const STATEMENT_ACCOUNTS = ['spot', 'futures', 'margin', 'loan'] as const

/** What a line of the statement is about. Later versions add kinds: show unknown ones by name. */
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

/** One line of the ledger, as one account of the user sees it. */
export const StatementLine = Type.Object({
  lineId: Type.String({ description: 'Unique; also the cursor of the page after this line.' }),
  at: Timestamp,
  account: Type.String({ description: '`spot`, `futures`, `margin` or `loan`.' }),
  symbol: nullable(
    Type.String({ description: 'Of an isolated position or isolated margin account.' }),
  ),
  asset: Type.String(),
  kind: Type.String({ description: 'A statement kind, or the name of one added later.' }),
  amount: DecimalString,
  balance: DecimalString,
  reference: Type.String({ description: 'The trade, transfer or other record that caused it.' }),
})
/**
 * One line of the ledger, as one account of the user sees it: `amount` is negative for what left
 * it, `balance` is what the account had after the line.
 */
export type StatementLine = ValueOf<typeof StatementLine>

/** What one asset did in a year, over all accounts of the user. */
export const AssetYear = Type.Object({
  asset: Type.String(),
  opening: DecimalString,
  closing: DecimalString,
  kinds: Type.Array(
    Type.Object({ kind: Type.String(), received: DecimalString, paid: DecimalString }),
  ),
})
/** What one asset did in a year: `opening` and all of `kinds` give `closing`. */
export type AssetYear = ValueOf<typeof AssetYear>

/** What the sales of one pair brought in a year, in its quote asset. */
export const RealisedGain = Type.Object({
  symbol: Type.String(),
  quote: Type.String(),
  proceeds: DecimalString,
  cost: DecimalString,
  fees: DecimalString,
  gain: DecimalString,
  uncovered: DecimalString,
  openShort: DecimalString,
})
/**
 * What the sales of one pair brought in a year, by average cost: `gain` is `proceeds` less `cost`,
 * which has the fees of the purchases in it, and `fees`, those of the sales. A sale of borrowed
 * coins counts when a purchase closes it; `openShort` is what those brought that none had closed by
 * the end of the year. `uncovered` is what was received for coins that were neither bought nor
 * borrowed here. Neither is a part of `gain`.
 */
export type RealisedGain = ValueOf<typeof RealisedGain>

/** A tax year, which ends at UTC midnight. */
export const StatementYear = Type.Object({
  year: Type.Integer(),
  from: Timestamp,
  to: Timestamp,
  assets: Type.Array(AssetYear),
  gains: Type.Array(RealisedGain),
})
/** A tax year in UTC: movements of each asset and gains of each pair. */
export type StatementYear = ValueOf<typeof StatementYear>

const read = { method: 'GET', access: 'private', signing: '1' } as const
const narrowed = {
  account: Type.Optional(queryOneOf(STATEMENT_ACCOUNTS)),
  asset: Type.Optional(FieldText),
  kind: Type.Optional(FieldText),
  from: Type.Optional(FieldText),
  to: Type.Optional(FieldText),
  cursor: Type.Optional(FieldText),
  limit: Type.Optional(FieldText),
}

/** Every ledger line of every account of the user, in the realm of the session. */
export const statement = {
  lines: endpoint({
    ...read,
    path: '/v1/asset/statement',
    summary: 'Lines of the account statement with the balance after each, the latest first.',
    request: Type.Object(narrowed),
    response: pageOf(StatementLine),
    errors: [],
  }),
  export: endpoint({
    ...read,
    path: '/v1/asset/statement/export',
    summary:
      'The same in pages of up to 5,000 lines for a file. The first page has the number of all.',
    request: Type.Object(narrowed),
    response: Type.Object({
      items: Type.Array(StatementLine),
      next: nullable(Type.String()),
      total: nullable(Type.Integer({ minimum: 0 })),
    }),
    errors: [],
  }),
  year: endpoint({
    ...read,
    path: '/v1/asset/statement/year',
    summary: 'Movements of each asset in a year, and what its sales brought by average cost.',
    request: Type.Object({ year: Type.Optional(FieldText) }),
    response: StatementYear,
    errors: [],
  }),
} as const
