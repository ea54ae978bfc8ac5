import type { Clock } from '@x/kit'
import type { Sql } from '../db/Database.ts'

export interface VipLevels {
  /** The level that the user's own page shows. @throws what the database throws: no order is charged by a guess. */
  of(userId: string): Promise<number>
}

/** How long a change of level may take to reach the fees. */
const FRESH_MS = 2_000
const CAPACITY = 50_000

/** Levels of the users who trade, read once in a while instead of once an order. */
export function createVipLevels({ db, clock }: { db: Sql; clock: Pick<Clock, 'monotonic'> }): VipLevels {
  const known = new Map<string, { readonly level: Promise<number>; readonly until: number }>()

  const read = async (userId: string): Promise<number> => {
    const [row] = await db.query<{ vip_level: number }>('select vip_level from users where id = $1', [userId])
    return row?.vip_level ?? 0
  }
  const remember = (userId: string): Promise<number> => {
    const level = read(userId)
    // What failed is asked again by the next order.
    level.catch(() => known.delete(userId))
    known.delete(userId)
    known.set(userId, { level, until: clock.monotonic() + FRESH_MS })
    const oldest = known.keys().next()
    if (known.size > CAPACITY && !oldest.done) known.delete(oldest.value)
    return level
  }
  return {
    of(userId) {
      const entry = known.get(userId)
      return entry && entry.until > clock.monotonic() ? entry.level : remember(userId)
    },
  }
}
