import { api } from '@x/api'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import {
  GatewayError,
  requireSession,
  type GatewayRequest,
  type RouteSpec,
} from '../../platform/http/route.ts'
import type { ChangeReports } from '../account-security/ports/ChangeReports.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { isSubAccountOf } from './queries.ts'
import type { ApiKeys, NewApiKey } from './ports/ApiKeys.ts'

export interface ApiKeyRoutesOptions {
  readonly db: Database
  readonly stepUp: StepUp
  readonly apiKeys: ApiKeys
  readonly changes: ChangeReports
}

/** The API keys of the user, and of the user's sub-accounts (open-api.md). */
export function apiKeyRoutes({ db, stepUp, apiKeys, changes }: ApiKeyRoutesOptions): RouteSpec[] {
  const reported = reporter(changes)
  return [
    route(api.apiKeys.list, async (request, { account }) =>
      apiKeys.list(await ownerOf(request, { account })),
    ),
    route(api.apiKeys.create, async (request, params) => {
      const owner = await ownerOf(request, params)
      await spend(request, params)
      const { label, kind, publicKey, permissions, addresses, symbols = [] } = params
      const wanted = { ...owner, label, kind, publicKey, permissions, addresses, symbols }
      return reported(request, owner, await apiKeys.create(wanted))
    }),
    route(api.apiKeys.change, async (request, params) => {
      const owner = await ownerOf(request, params)
      await spend(request, params)
      const { apiKey, label, permissions, addresses, symbols } = params
      const wanted = {
        ...(label === undefined ? {} : { label }),
        ...(permissions === undefined ? {} : { permissions }),
        ...(addresses === undefined ? {} : { addresses }),
        ...(symbols === undefined ? {} : { symbols }),
      }
      return reported(request, owner, await apiKeys.change({ ...owner, apiKey }, wanted))
    }),
    route(api.apiKeys.remove, async (request, params) => {
      const owner = await ownerOf(request, params)
      await spend(request, params)
      await apiKeys.remove({ ...owner, apiKey: params.apiKey })
      return reported(request, owner, { apiKey: params.apiKey })
    }),
  ]

  /** The session's account, or a sub-account of it. @throws GatewayError 40401 */
  async function ownerOf(
    request: GatewayRequest,
    { account }: { readonly account?: string | undefined },
  ): Promise<Pick<NewApiKey, 'userId' | 'realm'>> {
    const { userId, realm } = requireSession(request)
    if (account === undefined || account === '' || account === userId) return { userId, realm }
    if (!(await isSubAccountOf(db, { account, userId })))
      throw new GatewayError('40401', 'This account does not exist')
    return { userId: account, realm }
  }

  async function spend(
    request: GatewayRequest,
    { verifyToken }: { readonly verifyToken: string },
  ): Promise<void> {
    const { sessionId } = requireSession(request)
    await stepUp.spend(verifyToken, { sessionId, action: 'apiKey' })
  }
}

/** Reported to the account that did it, and in the history of a sub-account too. */
const reporter =
  (changes: ChangeReports) =>
  async <T>(
    request: GatewayRequest,
    { userId }: Pick<NewApiKey, 'userId'>,
    answer: T,
  ): Promise<T> => {
    const own = requireSession(request).userId
    await changes.report(request, { userId: own, kind: 'apiKeyChanged' })
    if (userId !== own) await changes.report(request, { userId, kind: 'apiKeyChanged' })
    return answer
  }
