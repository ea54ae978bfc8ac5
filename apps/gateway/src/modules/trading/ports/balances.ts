import type { SpotBalance } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Account } from '../../../exchange/accounts/accounts.ts'
import { spotOwner } from '../../../exchange/accounts/owner.ts'
import { scaleOf, SPOT_ASSETS } from '../../../exchange/instruments/symbols.ts'
import type { Sql } from '../../../platform/db/Database.ts'
import type { Trader } from './TradingService.ts'

/** A balance as the wire shows it (wire 10). */
export function assetView({
  asset,
  balance,
  held,
}: Pick<Account, 'asset' | 'balance' | 'held'>): SpotBalance {
  return { asset, available: assetText(balance - held, asset), held: assetText(held, asset) }
}

const assetText = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })

/** Balances as the ledger has them, for when memory may be ahead of the disk. */
export async function ledgerAssets(db: Sql, { realm, userId }: Trader): Promise<SpotBalance[]> {
  const rows = await db.query<{
    readonly asset: string
    readonly balance: string
    readonly held: string
  }>(
    'select asset, balance::text, held::text from ledger_account where realm = $1 and owner = $2',
    [realm, spotOwner(userId)],
  )
  return SPOT_ASSETS.map((asset) => {
    const { balance = '0', held = '0' } = rows.find((row) => row.asset === asset) ?? {}
    return assetView({ asset, balance: BigInt(balance), held: BigInt(held) })
  })
}
