import type { InvitedUser, ReferralOverview, ReferralRebate } from '@x/api'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { QueryView } from '../store/queryView.ts'

export type { InvitedUser, ReferralOverview, ReferralRebate }

const list = (path: string) => ({
  query: ({ pageParam }: { readonly pageParam: string }) => ({
    path,
    data: { limit: '20', ...(pageParam && { cursor: pageParam }) },
    silent: true,
  }),
  infiniteQueryOptions: {
    initialPageParam: '',
    getNextPageParam: (page: Page<unknown>) => page.next ?? undefined,
  },
})

const referralApi = api.injectEndpoints({
  endpoints: (build) => ({
    referral: build.query<ReferralOverview, void>({
      query: () => ({ path: '/user/referral/detail', silent: true }),
    }),
    invited: build.infiniteQuery<Page<InvitedUser>, void, string>(list('/user/referral/invited')),
    rebates: build.infiniteQuery<Page<ReferralRebate>, void, string>(
      list('/user/referral/rebates'),
    ),
  }),
})

const fresh = { refetchOnMountOrArgChange: true } as const

/** The code of the user and what it has paid. */
export const useReferral = (): QueryView<ReferralOverview> =>
  referralApi.useReferralQuery(undefined, fresh)
/** Users who registered with the code, the latest first. */
export const useInvited = () => referralApi.useInvitedInfiniteQuery(undefined, fresh)
/** Shares of fees that were paid, the latest first. */
export const useRebates = () => referralApi.useRebatesInfiniteQuery(undefined, fresh)
