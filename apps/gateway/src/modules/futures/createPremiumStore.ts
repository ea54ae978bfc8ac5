import type { Clock, TimerHandle } from '@x/kit'
import { addPremium, NO_PREMIUMS, type PremiumSum } from '@x/trading/futures'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { FUNDING_HOURS } from './ports/contracts.ts'
import {
  insertPremiums,
  lastFundings,
  premiumsOf,
  unpaidFundings,
  type PremiumRow,
} from './ports/recordQueries.ts'
import type { PremiumSample } from './prices/createContractPrices.ts'
import type { KnownPremiums } from './prices/createFundingInterval.ts'

/** Premium samples in the database: what funding rates are computed from, for everybody to see. */
export interface PremiumStore {
  add(sample: PremiumSample): void
  /** Those of the running interval, and of the last ones that were not paid, by contract. */
  restore(): Promise<ReadonlyMap<string, KnownPremiums>>
  start(): void
  /** Writes what is left. */
  stop(): Promise<void>
}

const FLUSH_MS = 5_000
const SPAN_MS = FUNDING_HOURS * 3_600_000
/** Samples are kept for a week of intervals; those from before go each day. */
const DAY_MS = 24 * 3_600_000
const KEPT_MS = 7 * DAY_MS

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
  let forgotten = 0

  async function forgetOld(): Promise<void> {
    const day = Math.floor(clock.now() / DAY_MS)
    if (day === forgotten) return
    await db.query('delete from futures_premium where at < $1', [clock.now() - KEPT_MS])
    forgotten = day
  }

  async function write(): Promise<void> {
    const samples = pending
    if (samples.length === 0) return
    pending = []
    try {
      await insertPremiums(db, samples)
      await forgetOld()
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
      await forgetOld()
      const from = Math.floor(now / SPAN_MS) * SPAN_MS
      const running = sumsOf(await premiumsOf(db, { from, to: from + SPAN_MS }))
      const known = new Map<string, KnownPremiums>()
      for (const { symbol, at } of await lastFundings(db)) known.set(symbol, { paidTo: Number(at) })
      for (const [symbol, sum] of running) known.set(symbol, { ...known.get(symbol), running: sum })
      for (const { symbol, due } of await unpaidFundings(db, { before: from, span: SPAN_MS })) {
        const at = Number(due)
        const rows = await premiumsOf(db, { symbol, from: at - SPAN_MS, to: at })
        const premiums = sumsOf(rows).get(symbol) ?? NO_PREMIUMS
        const { unpaid = [], ...own } = known.get(symbol) ?? {}
        known.set(symbol, { ...own, unpaid: [...unpaid, { premiums, at }] })
      }
      return known
    },
    start: flushLater,
    async stop() {
      timer?.cancel()
      await flush()
    },
  }
}

/** What the samples of one interval add up to, by contract. */
function sumsOf(rows: readonly PremiumRow[]): ReadonlyMap<string, PremiumSum> {
  const sums = new Map<string, PremiumSum>()
  for (const { symbol, premium } of rows)
    sums.set(symbol, addPremium(sums.get(symbol) ?? NO_PREMIUMS, premium))
  return sums
}
