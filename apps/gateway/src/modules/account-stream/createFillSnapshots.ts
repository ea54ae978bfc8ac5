import type { Database } from '../../platform/db/Database.ts'
import type { Trader } from '../trading/ports/TradingService.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { fills } from '../trading-records/queries.ts'
import { fillView } from '../orders/ports/orderViews.ts'

type FillView = ReturnType<typeof fillView>

/** A user's latest fills, none of them of a later journal record than `through`. */
export interface FillSnapshot {
  readonly through: number
  readonly data: Promise<readonly FillView[]>
}

/**
 * The latest fills of connected users. They are read from the database once and kept until the
 * user's next fill: the embedded database runs on the main thread, and a client that asks again and
 * again must not keep it busy (SR4).
 */
export interface FillSnapshots {
  read(trader: Trader): FillSnapshot
  /** The journal record `seq` filled an order of the trader. */
  onFill(trader: Trader, seq: number): void
  /** The trader's last connection has ended. */
  forget(trader: Trader): void
}

const SNAPSHOT_FILLS = 50

export function createFillSnapshots({
  db,
  core,
}: {
  db: Database
  core: Pick<TradingCore, 'lastSeq' | 'settled'>
}): FillSnapshots {
  const kept = new Map<string, FillSnapshot>()
  const keyOf = ({ realm, userId }: Trader) => `${realm}:${userId}`

  async function fetchFills(
    { realm, userId }: Trader,
    through: number,
  ): Promise<readonly FillView[]> {
    await core.settled()
    const found = await fills(db, {
      realm,
      userId,
      through,
      limit: SNAPSHOT_FILLS,
      cursor: undefined,
      symbol: undefined,
    })
    return found.map(({ row }) => fillView(row))
  }

  return {
    read(trader) {
      const key = keyOf(trader)
      const known = kept.get(key)
      if (known) return known
      const through = core.lastSeq()
      const snapshot: FillSnapshot = { through, data: fetchFills(trader, through) }
      kept.set(key, snapshot)
      // A read that failed is not kept; who asked for it gets the error.
      snapshot.data.catch(() => kept.get(key) === snapshot && kept.delete(key))
      return snapshot
    },
    onFill(trader, seq) {
      const known = kept.get(keyOf(trader))
      if (known && known.through < seq) kept.delete(keyOf(trader))
    },
    forget: (trader) => void kept.delete(keyOf(trader)),
  }
}
