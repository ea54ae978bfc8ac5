import type {
  BoundIdentity as Identity,
  DeviceSession as Device,
  Passkey,
  SubAccount,
} from '@x/api'
import { api } from '../store/api.ts'

export type { Device, Identity, Passkey, SubAccount }

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
