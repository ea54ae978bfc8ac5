import { mulDiv } from '@x/decimal'
import type { Sql } from '../db/Database.ts'
import type { Side } from '../market/ports.ts'
import type { Owner } from './history.ts'
import { symbolSpec } from './symbols.ts'
import { unitsOf } from './exchange/order.ts'

/** What a trader bought of one pair since it last held none of it, in atoms of the base asset (decision 153). */
export interface Bought {
  readonly bought: bigint
  readonly sold: bigint
  /** What the part that is left cost: ticks times atoms. */
  readonly cost: bigint
}

export interface Holdings {
  /** By pair, as the ledger has it now. `season`: fills of earlier paper seasons do not count. */
  of(owner: Owner & { readonly season: number }): Promise<ReadonlyMap<string, Bought>>
}

interface Known {
  through: bigint
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

const NOTHING: Bought = { bought: 0n, sold: 0n, cost: 0n }
const CAPACITY = 10_000

/** Reads each fill once and goes on from there. */
export function createHoldings({ db }: { db: Sql }): Holdings {
  const known = new Map<string, Known>()

  async function catchUp({ realm, userId, season }: Owner & { readonly season: number }, at: Known): Promise<void> {
    const rows = await db.query<FillRow>(
      `select f.fill_id, o.symbol, o.side, f.ticks, f.lots, f.fee from spot_fill f join spot_order o using (order_id)
       where f.realm = $1 and f.user_id = $2 and o.season = $3 and f.fill_id > $4 order by f.fill_id`,
      [realm, userId, season, at.through],
    )
    for (const row of rows) {
      // Two readers at once see the same rows: each counts once.
      if (row.fill_id <= at.through) continue
      at.pairs.set(row.symbol, afterFill(at.pairs.get(row.symbol) ?? NOTHING, row))
      at.through = row.fill_id
    }
  }

  return {
    async of(owner) {
      const key = `${owner.realm}:${owner.userId}:${owner.season}`
      const entry = known.get(key) ?? { through: 0n, pairs: new Map<string, Bought>() }
      known.delete(key)
      known.set(key, entry)
      const oldest = known.keys().next()
      if (known.size > CAPACITY && !oldest.done) known.delete(oldest.value)
      await catchUp(owner, entry)
      return entry.pairs
    },
  }
}

/** Buying adds what came in after the fee; selling takes the same share of the cost away, so that the average stays. */
export function afterFill({ bought, sold, cost }: Bought, { symbol, side, ticks, lots, fee }: Omit<FillRow, 'fill_id'>): Bought {
  const { basePerLot } = unitsOf(symbolSpec(symbol)!)
  const atoms = lots * basePerLot
  if (side === 'buy') {
    const received = atoms - BigInt(fee)
    return { bought: bought + received, sold, cost: cost + ticks * received }
  }
  const left = bought - sold
  // Less than one lot cannot be sold any more: the position is closed.
  if (left - atoms < basePerLot) return NOTHING
  return { bought, sold: sold + atoms, cost: cost - mulDiv(cost, atoms, { by: left, mode: 'half-up' }) }
}
