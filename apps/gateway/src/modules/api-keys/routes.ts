import { api } from '@x/api'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import {
  GatewayError,
  requireSession,
  type GatewayRequest,
  type RouteSpec,
} from '../../platform/http/route.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { isSubAccountOf } from './queries.ts'
import type { ApiKeys, NewApiKey } from './ports/ApiKeys.ts'

export interface ApiKeyRoutesOptions {
  readonly db: Database
  readonly stepUp: StepUp
  readonly apiKeys: ApiKeys
}

/** The API keys of the user, and of the user's sub-accounts (open-api.md). */
export function apiKeyRoutes({ db, stepUp, apiKeys }: ApiKeyRoutesOptions): RouteSpec[] {
  return [
    route(api.apiKeys.list, async (request, { account }) =>
      apiKeys.list(await ownerOf(request, { account })),
    ),
    route(api.apiKeys.create, async (request, params) => {
      const owner = await ownerOf(request, params)
      await spend(request, params)
      const { label, kind, publicKey, permissions, addresses, symbols = [] } = params
      return apiKeys.create({ ...owner, label, kind, publicKey, permissions, addresses, symbols })
    }),
    route(api.apiKeys.change, async (request, params) => {
      const owner = await ownerOf(request, params)
      await spend(request, params)
      const { apiKey, label, permissions, addresses, symbols } = params
      return apiKeys.change(
        { ...owner, apiKey },
        {
          ...(label === undefined ? {} : { label }),
          ...(permissions === undefined ? {} : { permissions }),
          ...(addresses === undefined ? {} : { addresses }),
          ...(symbols === undefined ? {} : { symbols }),
        },
      )
    }),
    route(api.apiKeys.remove, async (request, params) => {
      const owner = await ownerOf(request, params)
      await spend(request, params)
      await apiKeys.remove({ ...owner, apiKey: params.apiKey })
      return { apiKey: params.apiKey }
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
