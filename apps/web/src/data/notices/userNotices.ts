import type { ResponseOf, UserNotice, api as contract } from '@x/api'
import type { Locale } from '@x/locale'
import type { UserStream } from '../account-stream/createUserStream.ts'
import { call } from '../services/call.ts'
import { api } from '../store/api.ts'
import type { AppDispatch } from '../store/store.ts'

export type { UserNotice }

type NoticePage = ResponseOf<typeof contract.userNotices.list>

const PAGE_SIZE = '20'

const userNoticesApi = api.enhanceEndpoints({ addTagTypes: ['Notices'] }).injectEndpoints({
  endpoints: (build) => ({
    // Announcements come in the language of the page, which only separates the cache entries here.
    userNotices: build.infiniteQuery<NoticePage, Locale, string>({
      query: ({ pageParam }) => ({
        path: '/user/notice/list',
        data: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      providesTags: ['Notices'],
    }),
  }),
})

/** The notices that the gateway keeps for the user, page by page. */
export const useUserNotices = (locale: Locale) => userNoticesApi.useUserNoticesInfiniteQuery(locale)

/** Has the list asked again: a notice is new, or was read on another device. */
export const refreshNotices = () => userNoticesApi.util.invalidateTags(['Notices'])

/** Marks all notices as read, on every device. */
export const readAllNotices = () => async (dispatch: AppDispatch) => {
  await dispatch(call('POST /v1/user/notice/read', {}, { silent: true }))
  dispatch(refreshNotices())
}

/**
 * Calls with notices that are new or were read, as long as somebody listens; with none once a
 * connection is back, because nobody knows what was missed.
 */
export function watchNotices(
  stream: UserStream,
  listener: (notices: readonly UserNotice[]) => void,
): () => void {
  let hasSnapshot = false
  return stream.request('notices', ({ type, data }) => {
    if (type === 'delta') listener(data.filter(isNotice))
    else if (hasSnapshot) listener([])
    hasSnapshot = true
  })
}

/** An item without an id or a kind is none. */
function isNotice(item: unknown): item is UserNotice {
  const { noticeId, kind } = (item ?? {}) as Readonly<Record<string, unknown>>
  return typeof noticeId === 'string' && typeof kind === 'string'
}
