import type { Sql } from '../ports/Sql.ts'
import type { Accounts } from '../accounts/accounts.ts'

interface Difference {
  readonly account: string
  readonly ledger: string
  readonly memory: string
}

/**
 * Where the SQL ledger and the balances in memory disagree. Meaningful only while nothing waits for
 * settlement.
 */
export async function compareBalances(db: Sql, accounts: Accounts): Promise<Difference[]> {
  const ledger = new Map<string, string>()
  for (const row of await db.query<{
    realm: string
    owner: string
    asset: string
    balance: string
    held: string
  }>(
    'select realm, owner, asset, balance, held from ledger_account where balance <> 0 or held <> 0',
  ))
    ledger.set(`${row.realm} ${row.owner} ${row.asset}`, `${row.balance} ${row.held}`)
  const memory = new Map<string, string>()
  for (const { realm, owner, asset, balance, held } of accounts.all())
    if (balance !== 0n || held !== 0n)
      memory.set(`${realm} ${owner} ${asset}`, `${balance} ${held}`)
  return [...new Set([...ledger.keys(), ...memory.keys()])]
    .filter((account) => ledger.get(account) !== memory.get(account))
    .map((account) => ({
      account,
      ledger: ledger.get(account) ?? '0 0',
      memory: memory.get(account) ?? '0 0',
    }))
}
