import { api } from '@x/api'
import type { Clock, TimerHandle } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { Trading } from '../trading/module.ts'
import { feesTaken, fundBalances, movementsBefore } from './queries.ts'

export interface ProtectionOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** How often fees are set aside. Default: once a day. */
  readonly everyMs?: number | undefined
}

/** Of all fees, in percent (wallet 7). */
const PERCENT = 2n
const DAY_MS = 86_400_000
const MOVEMENT_ID = /^\d{1,15}\.\d{1,6}\.\d{1,6}$/

/** The protection fund: a share of all fees, in an account of its own in the ledger. */
export function createProtectionModule(options: ProtectionOptions): GatewayModule {
  const { trading, db, clock, log, everyMs = DAY_MS } = options
  const { service } = trading
  let timer: TimerHandle | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function setAside(): Promise<void> {
    if (service.core.paused()) return
    for (const { asset, fees, setAside: before } of await feesTaken(db)) {
      const due = (fees * PERCENT) / 100n - before
      // The sum before it is its key: a ledger that lags behind pays nothing twice.
      const key = `${asset}:${before}`
      if (due > 0n && !service.core.state.grants.has(`live:protection:${key}`))
        service.run({
          kind: 'protectionFund',
          at: clock.now(),
          key,
          asset,
          atoms: String(due),
        })
    }
  }

  function look(): void {
    running = setAside().catch((error: unknown) =>
      log.error('No fees were set aside; it is made up later', { error: String(error) }),
    )
    void running.finally(() => {
      if (!isStopped) timer = clock.after(everyMs, look)
    })
  }

  return {
    routes: [
      route(api.reserves.protection, async () => ({
        percent: String(PERCENT),
        balances: await fundBalances(db),
      })),
      route(api.reserves.protectionHistory, async (_, params) => {
        const request = readPage(params, { cursorPattern: MOVEMENT_ID })
        return pageOf(request, async (limit) =>
          (await movementsBefore(db, { cursor: request.cursor, limit })).map((item) => ({
            item,
            cursor: item.movementId,
          })),
        )
      }),
    ],
    async start() {
      timer = clock.after(Math.min(everyMs, 60_000), look)
    },
    async stop() {
      isStopped = true
      timer?.cancel()
      await running
    },
  }
}
