import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule, GatewayRequest } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { Trading } from '../trading/module.ts'
import { createNoticeMail, type NoticeMailOptions } from './createNoticeMail.ts'
import { createUserNotices } from './createUserNotices.ts'
import { rememberLanguage } from './noticeMailRows.ts'
import { demonstrationNotices, type NoticeSource } from './openNoticeSource.ts'
import type { UserNotices } from './ports/UserNotices.ts'
import { announcementRoute, noticeMailRoutes, userNoticeRoutes } from './routes.ts'

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

/** The mails that notices go out as; it starts after the sender of mails is made. */
export function createNoticeMailModule(options: NoticeMailOptions): GatewayModule {
  const mails = createNoticeMail(options)
  return { routes: noticeMailRoutes(mails), stop: mails.stop }
}

/** Notes each log-in for its user, and the language that mails to the user are written in. */
export const noteLogin =
  (db: Database, userNotices: Pick<UserNotices, 'login'>) =>
  async (
    userId: string,
    login: { readonly isNewDevice: boolean; readonly request: Pick<GatewayRequest, 'headers'> },
  ): Promise<void> => {
    userNotices.login(userId, login)
    await rememberLanguage(db, { userId, language: login.request.headers['locale'] })
  }
