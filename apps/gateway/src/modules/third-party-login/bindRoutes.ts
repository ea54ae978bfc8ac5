import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { LoginFlow } from '../login/createLoginFlow.ts'
import type { ThirdPartyAccounts } from './createThirdPartyAccounts.ts'
import type { ThirdPartyTickets } from './thirdPartyTickets.ts'

export interface BindRoutesOptions {
  readonly flow: LoginFlow
}

/** Joins a proved identity with an account that exists (wire 10 `third/bind`). */
export function bindRoutes(
  { flow }: BindRoutesOptions,
  { tickets, accounts }: { tickets: ThirdPartyTickets; accounts: ThirdPartyAccounts },
): RouteSpec[] {
  return [
    route(api.thirdParty.describeIdentity, async (_request, { token }) => {
      const { identity } = await tickets.read(token)
      return accounts.describe(token, identity)
    }),
    route(api.thirdParty.bindByPassword, async (request, { token }) => {
      await tickets.read(token)
      const user = await flow.authenticate(request)
      const { identity } = await tickets.take(token)
      return flow.proceed(request, { user, binding: identity })
    }),
  ]
}
