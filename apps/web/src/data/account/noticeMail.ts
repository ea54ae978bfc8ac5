import type { NoticeMail, ResponseOf, api as contract } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { api } from '../store/api.ts'

export type { NoticeMail }

type Settings = ResponseOf<typeof contract.userNotices.mail>

const noticeMailApi = api.injectEndpoints({
  endpoints: (build) => ({
    noticeMail: build.query<Settings, void>({
      query: () => ({ path: '/user/notice/mail', silent: true }),
    }),
    setNoticeMail: build.mutation<Settings, Pick<NoticeMail, 'kind' | 'mail'>>({
      query: (data) => ({
        method: 'POST',
        path: '/user/notice/mail/change',
        data,
      }),
      // The answer is the whole list as it is now.
      async onQueryStarted(_setting, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer)
          dispatch(noticeMailApi.util.updateQueryData('noticeMail', undefined, () => answer.data))
      },
    }),
  }),
})

/** Which notices go by mail. */
export const useNoticeMail = (): QueryView<Settings> => noticeMailApi.useNoticeMailQuery()

/** Lets notices of a kind go by mail, or not. A refusal has its toast. */
export function useSetNoticeMail() {
  const [set, { isLoading }] = noticeMailApi.useSetNoticeMailMutation()
  return { isBusy: isLoading, set: (setting: Parameters<typeof set>[0]) => void set(setting) }
}
