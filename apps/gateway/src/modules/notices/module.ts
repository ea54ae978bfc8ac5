import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { Clock } from '@x/kit'
import type { GatewayModule } from '../../platform/http/route.ts'
import { noticesAt } from './notice.ts'
import { demonstrationNotices, type NoticeSource } from './openNoticeSource.ts'

/**
 * Announcements of the operator. Their HTML goes out as it was written; a client shows it through a
 * sanitiser.
 */
export function createNoticesModule({
  source = demonstrationNotices,
  clock,
}: {
  /** Default: the notices of the demonstration. */
  readonly source?: NoticeSource | undefined
  readonly clock: Pick<Clock, 'now'>
}): GatewayModule {
  return {
    routes: [
      route(api.configuration.notices, async ({ query, headers }) => ({
        items: noticesAt(await source.read(), {
          now: clock.now(),
          languages: [headers['locale'], query['languageType']],
        }),
      })),
    ],
  }
}
