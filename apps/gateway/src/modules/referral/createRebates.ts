import type { Clock, TimerHandle } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { Trading } from '../trading/module.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { rebatesOfDay } from './queries.ts'
import { REBATE_PLAN, type RebatePlan, rulesOn } from './rebateRules.ts'

export interface RebateOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Default: those of the platform. */
  readonly plan?: RebatePlan | undefined
}

const DAY_MS = 86_400_000
const LOOK_MS = 60_000
/** A gateway that was off pays this many days later. */
const MOST_DAYS = 30
/** Inviters whose ids follow each other are paid by one command. */
const IDS_AT_ONCE = 50n

/**
 * Pays the rebates of each UTC day after its end, once, from the account of the fees. The key of a
 * payment is made of the day and the ids of the inviters, so that nobody is paid twice where rules
 * or the list of a day change later.
 */
export function createRebates(options: RebateOptions) {
  const { trading, db, clock, log, plan = REBATE_PLAN } = options
  const { service } = trading
  /** Days that are paid; what happened on one does not change any more. */
  const done = new Set<number>()
  let timer: TimerHandle | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function payDay(day: number): Promise<void> {
    const isPaid = (key: string) => service.core.state.grants.has(`live:rebate:${key}`)
    // Earlier releases paid a day by places of its list.
    if (!isPaid(`${day}:0`)) {
      const payments = await rebatesOfDay(db, { day, rules: rulesOn(plan, day) })
      for (const [key, part] of byKey(day, payments))
        if (!isPaid(key)) service.run({ kind: 'rebate', at: clock.now(), key, payments: part })
    }
    done.add(day)
  }

  async function payDue(): Promise<void> {
    const today = Math.floor(clock.now() / DAY_MS)
    const due = Array.from({ length: MOST_DAYS }, (_, back) => today - MOST_DAYS + back)
    const open = due.filter((day) => !done.has(day))
    if (open.length === 0 || service.core.paused()) return
    await ledgerCaughtUp({ db, trading: service, clock })
    for (const day of open)
      try {
        await payDay(day)
      } catch (error) {
        log.error('Rebates of a day were not paid; they are tried again', {
          day,
          error: String(error),
        })
      }
  }

  function look(): void {
    running = payDue().catch((error: unknown) =>
      log.error('Rebates were not paid; they are tried again', { error: String(error) }),
    )
    void running.finally(() => {
      if (!isStopped) timer = clock.after(LOOK_MS, look)
    })
  }

  return {
    start: () => void (timer = clock.after(LOOK_MS, look)),
    async stop() {
      isStopped = true
      timer?.cancel()
      await running
    },
  }
}

type Payments = Awaited<ReturnType<typeof rebatesOfDay>>

/** The payments of a day by the keys of their commands. */
function byKey(day: number, payments: Payments): ReadonlyMap<string, Payments> {
  const groups = new Map<string, Payments[number][]>()
  for (const payment of payments) {
    const key = `${day}:ids${BigInt(payment[0]) / IDS_AT_ONCE}`
    const group = groups.get(key)
    if (group) group.push(payment)
    else groups.set(key, [payment])
  }
  return groups
}
