import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { Trading } from '../trading/module.ts'
import { createUserNotices } from './createUserNotices.ts'
import { demonstrationNotices, type NoticeSource } from './openNoticeSource.ts'
import type { UserNotices } from './ports/UserNotices.ts'
import { announcementRoute, userNoticeRoutes } from './routes.ts'

export interface NoticesOptions {
  /** Default: the notices of the demonstration. */
  readonly source?: NoticeSource | undefined
  readonly clock: Pick<Clock, 'now'>
  readonly db: Database
  readonly log: Log
  readonly trading: Trading
}

export interface NoticesModule extends GatewayModule {
  readonly userNotices: UserNotices
}

/** Announcements of the operator, and the notices of users. */
export function createNoticesModule({
  source = demonstrationNotices,
  clock,
  db,
  log,
  trading,
}: NoticesOptions): NoticesModule {
  const userNotices = createUserNotices({ db, clock, log, source })
  const unsubscribe = trading.service.core.onPublished((_seq, effects) =>
    userNotices.publish(effects),
  )
  return {
    userNotices,
    routes: [announcementRoute({ source, clock }), ...userNoticeRoutes(userNotices)],
    start: userNotices.start,
    async stop() {
      unsubscribe()
      await userNotices.settled()
    },
  }
}
