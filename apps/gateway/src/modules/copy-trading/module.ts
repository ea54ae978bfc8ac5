import { api } from '@x/api'
import type { Clock, TimerHandle } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import type { Trading } from '../trading/module.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { createCopyLists } from './createCopyLists.ts'
import { createCopyRunner } from './createCopyRunner.ts'
import { createCopyService } from './createCopyService.ts'

export interface CopyOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly market: DisplayedMarket
  readonly broker: PaperBroker
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

const LOOK_MS = 2_000

/** Copy trading (products 1): a lead's fills are copied once they are on disk. */
export function createCopyModule(options: CopyOptions): GatewayModule {
  const { trading, clock, log } = options
  const { service } = trading
  const { read, write } = createPrivateRoutes(service)
  const runner = createCopyRunner({ ...options, service })
  const copy = createCopyService({ ...options, runner })
  const lists = createCopyLists(options)
  let timer: TimerHandle | undefined
  let isStopped = false

  const guarded = (run: () => Promise<void>): Promise<void> =>
    run().catch((error: unknown) =>
      log.error('Copy trading could not go on; it is tried again', { error: String(error) }),
    )

  const unsubscribe = service.core.onPublished((_seq, { fills }) => {
    const ofLeads = fills.filter(({ order }) => order.owner?.startsWith('lead:'))
    for (const { id } of ofLeads) runner.fillDurable(id)
    if (ofLeads.length > 0) void guarded(runner.copyPending)
  })

  async function look(): Promise<void> {
    await guarded(runner.copyPending)
    await guarded(runner.look)
    await guarded(runner.countDay)
    if (!isStopped) timer = clock.after(LOOK_MS, () => void look())
  }
  timer = clock.after(0, () => void look())

  return {
    routes: [
      route(api.copy.leaders, (_request, params) => copy.leaders(params)),
      route(api.copy.leader, (_request, params) => copy.leader(params)),
      read(api.copy.lead, copy.lead),
      write(api.copy.openLead, copy.openLead),
      write(api.copy.changeLead, copy.changeLead),
      write(api.copy.fundLead, copy.fundLead),
      write(api.copy.closeLead, copy.closeLead),
      write(api.copy.openFollow, copy.openFollow),
      write(api.copy.changeFollow, copy.changeFollow),
      write(api.copy.fundFollow, copy.fundFollow),
      ...(['pause', 'resume', 'close'] as const).map((event) =>
        write(EVENTS[event], (session, params) => copy.followEvent(session, { ...params, event })),
      ),
      read(api.copy.follows, lists.follows),
      read(api.copy.orders, lists.orders),
      read(api.copy.records, lists.records),
      read(api.copy.shares, lists.shares),
    ],
    async stop() {
      isStopped = true
      unsubscribe()
      timer?.cancel()
    },
  }
}

const EVENTS = {
  pause: api.copy.pauseFollow,
  resume: api.copy.resumeFollow,
  close: api.copy.closeFollow,
} as const
