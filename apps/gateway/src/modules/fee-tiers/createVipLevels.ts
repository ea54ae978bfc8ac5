import type { Clock } from '@x/kit'
import type { Sql } from '../../platform/db/Database.ts'
import { isUnavailability } from '../../platform/db/DatabaseUnavailableError.ts'

export interface VipLevels {
  /**
   * The level that the user's own page shows, or showed within 90 s before an outage.
   * @throws what the database throws: no order is charged by a guess.
   */
  of(userId: string): Promise<number>
}

/** How long a change of level may take to reach the fees. */
const FRESH_MS = 2_000
/** A level that was read is good for this long while the database cannot be asked again. */
const OUTAGE_MS = 90_000
const CAPACITY = 50_000

interface Known {
  readonly level: Promise<number>
  until: number
  /** What was read last, and when. */
  last: { readonly level: number; readonly readAt: number } | undefined
}

/** Levels of the users who trade, read once in a while instead of once an order. */
export function createVipLevels({
  db,
  clock,
}: {
  db: Sql
  clock: Pick<Clock, 'monotonic'>
}): VipLevels {
  const known = new Map<string, Known>()

  const read = async (userId: string): Promise<number> => {
    const [row] = await db.query<{ vip_level: number }>(
      'select vip_level from users where id = $1',
      [userId],
    )
    return row?.vip_level ?? 0
  }
  const remember = (userId: string, last: Known['last']): Promise<number> => {
    const entry: Known = { level: read(userId), until: clock.monotonic() + FRESH_MS, last }
    entry.level.then(
      (level) => (entry.last = { level, readAt: clock.monotonic() }),
      // What failed is asked again by the next order.
      () => (entry.until = -Infinity),
    )
    known.delete(userId)
    known.set(userId, entry)
    const oldest = known.keys().next()
    if (known.size > CAPACITY && !oldest.done) known.delete(oldest.value)
    return entry.level
  }
  return {
    async of(userId) {
      const entry = known.get(userId)
      if (entry && entry.until > clock.monotonic()) return entry.level
      try {
        return await remember(userId, entry?.last)
      } catch (error) {
        if (
          !isUnavailability(error) ||
          !entry?.last ||
          entry.last.readAt + OUTAGE_MS <= clock.monotonic()
        )
          throw error
        return entry.last.level
      }
    },
  }
}
