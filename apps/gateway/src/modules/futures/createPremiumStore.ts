import type { Clock, TimerHandle } from '@x/kit'
import { addPremium, NO_PREMIUMS, type PremiumSum } from '@x/trading/futures'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { FUNDING_HOURS } from './ports/contracts.ts'
import { insertPremiums, premiumsOf } from './ports/recordQueries.ts'
import type { PremiumSample } from './prices/createContractPrices.ts'

/** Premium samples in the database: what funding rates are computed from, for everybody to see. */
export interface PremiumStore {
  add(sample: PremiumSample): void
  /** Those of the running interval, by contract. */
  restore(): Promise<ReadonlyMap<string, PremiumSum>>
  start(): void
  /** Writes what is left. */
  stop(): Promise<void>
}

const FLUSH_MS = 5_000
const SPAN_MS = FUNDING_HOURS * 3_600_000
/** Samples are kept for a week of intervals. */
const KEPT_MS = 7 * 24 * 3_600_000

export function createPremiumStore({
  db,
  clock,
  log,
}: {
  readonly db: Pick<Database, 'query'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Pick<Log, 'error'>
}): PremiumStore {
  let pending: PremiumSample[] = []
  let timer: TimerHandle | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const samples = pending
    if (samples.length === 0) return
    pending = []
    try {
      await insertPremiums(db, samples)
    } catch (error) {
      // They are written with the next ones.
      pending = [...samples, ...pending]
      log.error('Premium samples could not be written', { error: String(error) })
    }
  }

  const flush = (): Promise<void> => (writing = writing.then(write))
  const flushLater = (): void => {
    timer = clock.after(FLUSH_MS, () => void flush().then(flushLater))
  }

  return {
    add: (sample) => void pending.push(sample),
    async restore() {
      const now = clock.now()
      await db.query('delete from futures_premium where at < $1', [now - KEPT_MS])
      const from = Math.floor(now / SPAN_MS) * SPAN_MS
      const sums = new Map<string, PremiumSum>()
      for (const { symbol, premium } of await premiumsOf(db, { from, to: from + SPAN_MS }))
        sums.set(symbol, addPremium(sums.get(symbol) ?? NO_PREMIUMS, premium))
      return sums
    },
    start: flushLater,
    async stop() {
      timer?.cancel()
      await flush()
    },
  }
}
