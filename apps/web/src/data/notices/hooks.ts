import type { Locale } from '@x/locale'
import { api } from '../store/api.ts'
import { type Notice, parseNotices } from './notice.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

/**
 * Announcements. Every request carries the language of the page; here it only separates the
 * cache entries.
 */
export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    notices: build.query<readonly Notice[], Locale>({
      query: () => ({ path: '/mix/notice/list', ...PUBLIC_READ, silent: true }),
      transformResponse: parseNotices,
    }),
  }),
})

/** Announcements in a language, and whether they are still asked for or could not be had. */
export const useNoticeList = (locale: Locale) => noticesApi.useNoticesQuery(locale)

/** Announcements in a language; none until they are known. */
export const useNotices = (locale: Locale): readonly Notice[] =>
  noticesApi.useNoticesQuery(locale).data ?? NONE

const NONE: readonly Notice[] = []
