import { createHash } from 'node:crypto'
import type { Database } from '../platform/db/Database.ts'
import type { ExchangeView } from '../exchange/state/ExchangeView.ts'
import { stateText } from './stateText.ts'

/** What a recorded data folder led to when it was made. */
export interface RecordedOutcome {
  /** SHA-256 of the text of the whole state. */
  readonly stateHash: string
  readonly next: ExchangeView['next']
  readonly openOrders: number
  /** [realm, owner, asset, balance, held], in atoms. */
  readonly balances: readonly (readonly string[])[]
  /** Rows of the SQL ledger: [table, count], and [kind, realm, asset, sum of the amounts]. */
  readonly ledger: readonly (readonly string[])[]
}

export async function describeOutcome(
  state: ExchangeView,
  db: Pick<Database, 'query'>,
): Promise<RecordedOutcome> {
  return {
    stateHash: createHash('sha256').update(stateText(state)).digest('hex'),
    next: { ...state.next },
    openOrders: state.orders.size,
    balances: [...state.accounts.all()]
      .map(({ realm, owner, asset, balance, held }) => [
        realm,
        owner,
        asset,
        String(balance),
        String(held),
      ])
      .sort(byText),
    ledger: await ledgerSums(db),
  }
}

async function ledgerSums(db: Pick<Database, 'query'>): Promise<string[][]> {
  const tables = ['ledger_account', 'ledger_entry', 'spot_order', 'spot_fill', 'asset_transfer']
  const counts = await Promise.all(
    tables.map(async (table) => [
      table,
      String((await db.query<{ n: unknown }>(`select count(*) as n from ${table}`))[0]?.n),
    ]),
  )
  const sums = await db.query<Record<string, unknown>>(
    'select kind, realm, asset, sum(amount) as total from ledger_entry group by kind, realm, asset',
  )
  return [
    ...counts,
    ...sums
      .map(({ kind, realm, asset, total }) => [kind, realm, asset, total].map(String))
      .sort(byText),
  ]
}

const byText = (a: readonly string[], b: readonly string[]) =>
  String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
