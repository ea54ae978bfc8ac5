import type { ResponseOf, UserNotice, api as contract } from '@x/api'
import type { Locale } from '@x/locale'
import type { UserStream } from '../account-stream/createUserStream.ts'
import { call } from '../services/call.ts'
import { api } from '../store/api.ts'
import { useAppSelector } from '../store/hooks.ts'
import { selectStatus } from '../store/slice.ts'
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
export const useUserNotices = (
  locale: Locale,
  { skip = false }: { readonly skip?: boolean } = {},
) => userNoticesApi.useUserNoticesInfiniteQuery(locale, { skip })

const ANNOUNCEMENT = 'announcement:'

/** The announcement that a notice of the user is about. */
export const announcementOf = ({ kind, noticeId }: UserNotice): string | undefined =>
  kind === 'announcement' && noticeId.startsWith(ANNOUNCEMENT)
    ? noticeId.slice(ANNOUNCEMENT.length)
    : undefined

/** Announcements that the user has not read, as far as the notices are loaded; none for guests. */
export function useUnreadAnnouncements(locale: Locale): ReadonlySet<string> {
  const skip = useAppSelector(selectStatus) !== 'user'
  const { data } = useUserNotices(locale, { skip })
  if (skip) return NOTHING
  const notices = data?.pages.flatMap(({ items }) => items) ?? []
  return new Set(notices.flatMap((notice) => (notice.isRead ? [] : (announcementOf(notice) ?? []))))
}

const NOTHING: ReadonlySet<string> = new Set()

/** Has the list asked again: a notice is new, or was read on another device. */
export const refreshNotices = () => userNoticesApi.util.invalidateTags(['Notices'])

/** Marks an announcement as read, on every device. */
export const readAnnouncement = (id: string) => async (dispatch: AppDispatch) => {
  const noticeIds = [`${ANNOUNCEMENT}${id}`]
  await dispatch(call('POST /v1/user/notice/read', { noticeIds }, { silent: true }))
  dispatch(refreshNotices())
}

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
