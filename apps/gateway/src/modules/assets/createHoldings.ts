import { mulDiv } from '@x/decimal'
import type { Sql } from '../../platform/db/Database.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import type { Owner } from '../trading-records/queries.ts'
import { symbolOfBase, requireSymbol } from '../../exchange/instruments/symbols.ts'
import { unitsOf } from '../../exchange/state/order.ts'

/**
 * What a trader bought of one pair since it last held none of it, in atoms of the base asset
 * (docs/adr/trading.md).
 */
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

const NOTHING: Bought = { bought: 0n, sold: 0n, cost: 0n }
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
         and o.season = $3 and f.fill_id > $4
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

/**
 * Buying adds what came in after the fee; selling takes the same share of the cost away, so that
 * the average stays.
 */
export function afterFill(
  { bought, sold, cost }: Bought,
  { symbol, side, ticks, lots, fee }: Omit<FillRow, 'fill_id'>,
): Bought {
  const { basePerLot } = unitsOf(requireSymbol(symbol))
  const atoms = lots * basePerLot
  if (side === 'buy') {
    const received = atoms - BigInt(fee)
    return { bought: bought + received, sold, cost: cost + ticks * received }
  }
  const left = bought - sold
  // Less than one lot cannot be sold any more: the position is closed.
  if (left - atoms < basePerLot) return NOTHING
  return {
    bought,
    sold: sold + atoms,
    cost: cost - mulDiv(cost, atoms, { by: left, mode: 'half-up' }),
  }
}

/**
 * What is sent to another account takes first what had no buy price, by the formula's own rule:
 * `left` is no more than what is held. What of the purchases goes with it takes its cost along, so
 * that the average stays; the receiver gets it without one (docs/adr/trading.md).
 */
export function afterTransfer(
  before: Bought,
  { symbol, leftBehind }: { readonly symbol: string; readonly leftBehind: bigint },
): Bought {
  const { bought, sold, cost } = before
  const left = bought - sold
  if (left <= leftBehind) return before
  if (leftBehind < unitsOf(requireSymbol(symbol)).basePerLot) return NOTHING
  return {
    bought: sold + leftBehind,
    sold,
    cost: mulDiv(cost, leftBehind, { by: left, mode: 'half-up' }),
  }
}
