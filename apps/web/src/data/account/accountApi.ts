import { api } from '../store/api.ts'
import type { ThirdParty } from '../../app/thirdParties.ts'
import type { Realm } from '../store/userInfo.ts'

/** Names as the wire has them (gateway README, Ways into an account); times in milliseconds. */
export interface Passkey {
  readonly credentialId: string
  readonly label: string
  readonly isBackedUp: boolean
  readonly createdAt: number
  readonly usedAt: number | null
}

export interface Identity {
  readonly provider: ThirdParty
  readonly boundAt: number
}

export interface Device {
  readonly sessionId: string
  readonly realm: Realm
  readonly userAgent: string | null
  readonly createdAt: number
  readonly seenAt: number
  readonly isCurrent: boolean
}

export interface SubAccount {
  readonly userId: string
  readonly label: string
  readonly createdAt: number
}

/** What guards the account, and who else is in it. Every change asks for all of it again. */
export const accountApi = api
  .enhanceEndpoints({ addTagTypes: ['Security', 'SubAccounts'] })
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
      subAccounts: build.query<readonly SubAccount[], void>({
        query: () => ({ path: '/user/sub-account/list', silent: true }),
        providesTags: ['SubAccounts'],
      }),
    }),
  })

export const { useDevicesQuery, useIdentitiesQuery, usePasskeysQuery, useSubAccountsQuery } =
  accountApi
