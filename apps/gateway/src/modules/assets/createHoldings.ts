import type { Sql } from '../../platform/db/Database.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import type { Owner } from '../trading-records/queries.ts'
import { symbolOfBase } from '../../exchange/instruments/symbols.ts'
import { afterFill, afterTransfer, NOTHING, type Bought } from './ports/averageCost.ts'

export interface Holdings {
  /** By pair, as the ledger has it now. `season`: fills of earlier paper seasons do not count. */
  of(owner: Owner & { readonly season: number }): Promise<ReadonlyMap<string, Bought>>
}

interface Known {
  /** The last fill and the last transfer that count already. */
  fill: bigint
  transfer: bigint
  readonly pairs: Map<string, Bought>
}

interface FillRow {
  readonly fill_id: bigint
  readonly symbol: string
  readonly side: Side
  readonly ticks: bigint
  readonly lots: bigint
  readonly fee: string
}

/** The fills of a user and what it sent to another account, in the order of the journal. */
type Row =
  | ({ readonly transfer_id: null } & FillRow)
  | { readonly transfer_id: bigint; readonly asset: string; readonly left_behind: string }

const CAPACITY = 10_000

/** Reads each fill once and goes on from there. */
export function createHoldings({ db }: { db: Sql }): Holdings {
  const known = new Map<string, Known>()

  async function catchUp(
    { realm, userId, season }: Owner & { readonly season: number },
    at: Known,
  ): Promise<void> {
    // In one statement: what is settled between two of them would be met in another order than it
    // happened.
    const rows = await db.query<Row>(
      `select f.seq, f.fill_id, null::bigint as transfer_id, o.symbol, o.side, f.ticks, f.lots,
        f.fee, null as asset, null as left_behind
       from spot_fill f join spot_order o using (order_id) where f.realm = $1 and f.user_id = $2
         and o.season = $3 and f.fill_id > $4 and o.owner is null
       union all
       select seq, null, transfer_id, null, null, null, null, null, asset, left_behind
         from asset_transfer where realm = $1 and from_user = $2 and transfer_id > $5
       order by seq, fill_id`,
      [realm, userId, season, at.fill, at.transfer],
    )
    for (const row of rows) {
      // Two readers at once see the same rows: each counts once.
      if (row.transfer_id === null) {
        if (row.fill_id <= at.fill) continue
        at.pairs.set(row.symbol, afterFill(at.pairs.get(row.symbol) ?? NOTHING, row))
        at.fill = row.fill_id
      } else if (row.transfer_id > at.transfer) {
        const symbol = symbolOfBase(row.asset)
        if (symbol)
          at.pairs.set(
            symbol,
            afterTransfer(at.pairs.get(symbol) ?? NOTHING, {
              symbol,
              leftBehind: BigInt(row.left_behind),
            }),
          )
        at.transfer = row.transfer_id
      }
    }
  }

  return {
    async of(owner) {
      const key = `${owner.realm}:${owner.userId}:${owner.season}`
      const entry = known.get(key) ?? { fill: 0n, transfer: 0n, pairs: new Map<string, Bought>() }
      known.delete(key)
      known.set(key, entry)
      const oldest = known.keys().next()
      if (known.size > CAPACITY && !oldest.done) known.delete(oldest.value)
      await catchUp(owner, entry)
      return entry.pairs
    },
  }
}
