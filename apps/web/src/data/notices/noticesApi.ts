import type { Locale } from '@x/locale'
import { api } from '../store/api.ts'
import { type Notice, parseNotices } from './notice.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

/**
 * Announcements. The language of the page goes with every request; here it only tells the answers
 * apart.
 */
export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    notices: build.query<readonly Notice[], Locale>({
      query: () => ({ path: '/mix/notice/list', ...PUBLIC_READ, silent: true }),
      transformResponse: parseNotices,
    }),
  }),
})

export const { useNoticesQuery } = noticesApi
