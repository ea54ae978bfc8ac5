import type { Clock } from '@x/kit'
import type { GatewayModule } from '../../platform/http/route.ts'
import { noticesAt } from './notice.ts'
import type { NoticeSource } from './openNoticeSource.ts'

/**
 * Announcements of the operator. Their HTML goes out as it was written; a client shows it through a
 * sanitiser.
 */
export function createNoticesModule({
  source,
  clock,
}: {
  readonly source: NoticeSource
  readonly clock: Pick<Clock, 'now'>
}): GatewayModule {
  return {
    routes: [
      {
        method: 'GET',
        path: '/v1/mix/notice/list',
        access: 'public',
        summary:
          'Announcements in the language of the header `locale` or of `languageType`, the newest first.',
        handler: async ({ query, headers }) => ({
          items: noticesAt(await source.read(), {
            now: clock.now(),
            languages: [headers['locale'], query['languageType']],
          }),
        }),
      },
    ],
  }
}
