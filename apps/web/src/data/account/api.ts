import type {
  ApiKey,
  BoundIdentity as Identity,
  DeviceSession as Device,
  Page,
  Passkey,
  Paths,
  ResponseOf,
  SecurityEvent,
  SubAccount,
  SubAccountFunds,
  Verification,
  WaitingChange,
} from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { api } from '../store/api.ts'

type Overview = ResponseOf<Paths['GET /v1/user/security/overview']>

export type {
  ApiKey,
  Device,
  Identity,
  Passkey,
  SecurityEvent,
  SubAccount,
  SubAccountFunds,
  Verification,
}

/** What guards the account, and who else is in it. Every change asks for all of it again. */
export const accountApi = api
  .enhanceEndpoints({ addTagTypes: ['Security', 'SubAccounts', 'ApiKeys'] })
  .injectEndpoints({
    endpoints: (build) => ({
      passkeys: build.query<readonly Passkey[], void>({
        query: () => ({ path: '/user/security/fido2/list', silent: true }),
        providesTags: ['Security'],
      }),
      identities: build.query<readonly Identity[], void>({
        query: () => ({ path: '/user/security/third/list', silent: true }),
        providesTags: ['Security'],
      }),
      devices: build.query<readonly Device[], void>({
        query: () => ({ path: '/user/security/sessions', silent: true }),
        providesTags: ['Security'],
      }),
      securityOverview: build.query<Overview, void>({
        query: () => ({ path: '/user/security/overview', silent: true }),
        providesTags: ['Security'],
      }),
      securityHistory: build.infiniteQuery<Page<SecurityEvent>, void, string>({
        query: ({ pageParam }) => ({
          path: '/user/security/history',
          data: { limit: '50', ...(pageParam && { cursor: pageParam }) },
          silent: true,
        }),
        infiniteQueryOptions: {
          initialPageParam: '',
          getNextPageParam: (page) => page.next ?? undefined,
        },
        providesTags: ['Security'],
      }),
      waitingChanges: build.query<readonly WaitingChange[], void>({
        query: () => ({ path: '/user/recovery/list', silent: true }),
        providesTags: ['Security'],
      }),
      verification: build.query<Verification, void>({
        query: () => ({ path: '/user/verification/detail', silent: true }),
        providesTags: ['Security'],
      }),
      subAccountFunds: build.query<readonly SubAccountFunds[], void>({
        query: () => ({ path: '/user/sub-account/funds', silent: true }),
        providesTags: ['SubAccounts'],
      }),
      apiKeys: build.query<readonly ApiKey[], string>({
        query: (account) => ({
          path: '/user/api/list',
          data: account === '' ? {} : { account },
          silent: true,
        }),
        providesTags: ['ApiKeys'],
      }),
      subAccounts: build.query<readonly SubAccount[], void>({
        query: () => ({ path: '/user/sub-account/list', silent: true }),
        providesTags: ['SubAccounts'],
      }),
    }),
  })

/** The passkeys of the user. */
export const usePasskeys = (): QueryView<readonly Passkey[]> => accountApi.usePasskeysQuery()

/** The third parties that open this account. */
export const useIdentities = (): QueryView<readonly Identity[]> => accountApi.useIdentitiesQuery()

/** The live sessions of the user. */
export const useDevices = (): QueryView<readonly Device[]> => accountApi.useDevicesQuery()

/** The anti-phishing code, masked, and the hold of withdrawals. */
export const useSecurityOverview = (): QueryView<Overview> => accountApi.useSecurityOverviewQuery()

/** Log-ins and changes of the account's security, the latest first. */
export const useSecurityHistory = () => accountApi.useSecurityHistoryInfiniteQuery()

/** Changes of the account that wait for 72 hours. */
export const useWaitingChanges = (): QueryView<readonly WaitingChange[]> =>
  accountApi.useWaitingChangesQuery()

/** How far the account is verified, and the state of its form. */
export const useVerification = (): QueryView<Verification> => accountApi.useVerificationQuery()

/** What each sub-account holds in the live realm. */
export const useSubAccountFunds = (): QueryView<readonly SubAccountFunds[]> =>
  accountApi.useSubAccountFundsQuery()

/** The sub-accounts of the user. */
export const useSubAccounts = (): QueryView<readonly SubAccount[]> =>
  accountApi.useSubAccountsQuery()

/** The API keys of the own account (`''`) or of a sub-account, in the realm of the session. */
export const useApiKeys = (account: string): QueryView<readonly ApiKey[]> =>
  accountApi.useApiKeysQuery(account)
