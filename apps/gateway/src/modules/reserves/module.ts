import { api } from '@x/api'
import type { Clock, TimerHandle } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { GatewayError, type GatewayModule } from '../../platform/http/route.ts'
import type { Trading } from '../trading/module.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { latestReport, proofOf, snapshotsBefore } from './queries.ts'
import { takeSnapshot, type SnapshotOptions } from './takeSnapshot.ts'

export interface ReservesModuleOptions extends Omit<SnapshotOptions, 'core' | 'clock'> {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  /** How far apart snapshots are. Default: a day. */
  readonly everyMs?: number | undefined
}

const DAY_MS = 86_400_000
const FIRST_LOOK_MS = 5_000
const LOOK_MS = 60_000
/** Looks that wait for a network that does not answer; then the snapshot is without it. */
const LOOKS_FOR_NETWORKS = 5
const SNAPSHOT_ID = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Proof of reserves (wallet 7): a snapshot a day, and every user's own proof. */
export function createReservesModule(options: ReservesModuleOptions): GatewayModule {
  const { trading, db, clock, log, networks, everyMs = DAY_MS } = options
  const { core } = trading.service
  const { read } = createPrivateRoutes(trading.service)
  let timer: TimerHandle | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  let looks = 0

  async function takeWhenDue(): Promise<void> {
    const latest = await latestReport(db)
    if (core.paused() || (latest && clock.now() - latest.at < everyMs)) return
    const isWhole = networks.every((each) => each.chain() && each.height() !== undefined)
    if (!isWhole && ++looks < LOOKS_FOR_NETWORKS) return
    looks = 0
    await takeSnapshot({ ...options, core })
  }

  function look(): void {
    running = takeWhenDue().catch((error: unknown) =>
      log.error('No snapshot of the reserves was taken; it is tried again', {
        error: String(error),
      }),
    )
    void running.finally(() => {
      if (!isStopped) timer = clock.after(Math.min(LOOK_MS, everyMs), look)
    })
  }

  return {
    routes: [
      route(api.reserves.latest, async () => (await latestReport(db)) ?? null),
      route(api.reserves.history, async (_, params) => {
        const request = readPage(params, { cursorPattern: SNAPSHOT_ID })
        return pageOf(request, async (limit) =>
          (await snapshotsBefore(db, { cursor: request.cursor, limit })).map((item) => ({
            item,
            cursor: item.snapshotId,
          })),
        )
      }),
      read(api.reserves.proof, async ({ userId }, { snapshotId }) => {
        const proof = await proofOf(db, { userId, snapshotId: snapshotId || undefined })
        if (!proof) throw new GatewayError('40401', 'There is no proof for you in this snapshot')
        return proof
      }),
    ],
    async start() {
      timer = clock.after(FIRST_LOOK_MS, look)
    },
    async stop() {
      isStopped = true
      timer?.cancel()
      await running
    },
  }
}
