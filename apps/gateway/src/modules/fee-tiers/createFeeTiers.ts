import { formatUnits, rescaleUnits } from '@x/decimal'
import type { Clock, TimerHandle } from '@x/kit'
import { TIER_REQUIREMENTS, type TierRequirements, vipLevelOf } from '@x/trading'
import type { Sql } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { FINE, prices } from '../assets/assetHistory.ts'
import type { DailyCloses } from '../market-data/ports/DisplayedMarket.ts'
import { assessedDay, balancesAt, countFills, QUOTE, volumesOf, writeLevels } from './queries.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'

export interface FeeTiersOptions {
  readonly db: Sql
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  readonly dailyCloses: DailyCloses
  /** Resolves when the ledger holds all that was traded so far. */
  readonly settled: () => Promise<void>
  /** Default: those of the reference gateway. */
  readonly requirements?: TierRequirements
}

export interface FeeTiers {
  /** Gives every user the level of this UTC day, once a day; the first to ask does it. */
  assess(): Promise<void>
  stop(): Promise<void>
}

const DAY_MS = 86_400_000
const LOOK_MS = 60_000
/** Whole days that count towards the volume of a level. */
export const DAYS = 30

/**
 * VIP levels by what was traded on the 30 whole UTC days before this one, or by what the accounts
 * were worth when it began (docs/adr/trading.md). Everything comes from the ledger: a restart, or a
 * day that nobody looked, changes no level.
 */
type Valuation = Pick<FeeTiersOptions, 'db' | 'dailyCloses'>

export function createFeeTiers({
  db,
  clock,
  log,
  dailyCloses,
  settled,
  requirements = TIER_REQUIREMENTS,
}: FeeTiersOptions): FeeTiers {
  let known: number | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  let timer: TimerHandle = clock.after(LOOK_MS, look)

  function look(): void {
    assess()
      // Nobody is charged by half a table: yesterday's levels stand until it works.
      .catch((error: unknown) =>
        log.error('The fee tiers of the day could not be found; those of the day before stand', {
          error: String(error),
        }),
      )
      .finally(() => {
        if (!isStopped) timer = clock.after(LOOK_MS, look)
      })
  }

  function assess(): Promise<void> {
    running ??= run().finally(() => (running = undefined))
    return running
  }

  async function run(): Promise<void> {
    const day = Math.floor(clock.now() / DAY_MS)
    known ??= await assessedDay(db)
    if (known === day) return
    await settled()
    for (const kind of ['pairs', 'contracts'] as const)
      while (await countFills(db, kind)) if (isStopped) return
    const changed = await writeLevels(db, {
      day,
      levels: await levelsOf(day, { db, dailyCloses, requirements }),
    })
    known = day
    log.info('Fee tiers of the day stand', { changed })
  }

  return {
    assess,
    async stop() {
      isStopped = true
      timer.cancel()
      await running?.catch(() => {})
    },
  }
}

/**
 * What the accounts of each customer, or of one, were worth when the day began, at the closes of
 * the day before; in units of `FINE` decimals.
 */
export async function worthsAt(
  day: number,
  { db, dailyCloses, customer }: Valuation & { readonly customer?: string },
): Promise<ReadonlyMap<string, bigint>> {
  const balances = await balancesAt(db, { day, ...(customer === undefined ? {} : { customer }) })
  const priceOf = await prices([...new Set(balances.map(({ asset }) => asset))], {
    days: 2,
    dailyCloses,
  })
  const worths = new Map<string, bigint>()
  for (const { customer, asset, atoms } of balances)
    worths.set(customer, (worths.get(customer) ?? 0n) + BigInt(atoms) * priceOf(asset, day - 1))
  return worths
}

/** A worth in the quote asset, cut to cents. */
export const worthText = (worth: bigint): string =>
  formatUnits(rescaleUnits(worth, { from: FINE, to: 2, mode: 'down' }), 2)

async function levelsOf(
  day: number,
  { db, dailyCloses, requirements }: Valuation & { readonly requirements: TierRequirements },
): Promise<Record<string, number>> {
  const volumes = new Map(
    (await volumesOf(db, { from: day - DAYS, to: day })).map(({ customer, quote }) => [
      customer,
      BigInt(quote),
    ]),
  )
  const worths = await worthsAt(day, { db, dailyCloses })
  const levels: Record<string, number> = {}
  for (const customer of new Set([...volumes.keys(), ...worths.keys()])) {
    const volume = formatUnits(volumes.get(customer) ?? 0n, scaleOf(QUOTE))
    const level = vipLevelOf({
      volume,
      valuation: formatUnits(worths.get(customer) ?? 0n, FINE),
      requirements,
    })
    if (level > 0) levels[customer] = level
  }
  return levels
}
