import { api, type ThirdPartyChallenge, type ThirdPartyStep } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { limitAddress } from '../../platform/http/addressLimit.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import {
  NAMED_PROVIDERS,
  OAUTH_PROVIDERS,
  userIdOfIdentity,
  type ThirdPartyName,
} from '../users/identityQueries.ts'
import { findUser } from '../users/queries.ts'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { LoginFlow } from '../login/createLoginFlow.ts'
import type { Registrar } from '../registration/createRegistrar.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { ReadRelyingParty } from '../../platform/http/relyingParty.ts'
import type { ChangeReports } from '../account-security/ports/ChangeReports.ts'
import { bindRoutes } from './bindRoutes.ts'
import { createThirdPartyAccounts } from './createThirdPartyAccounts.ts'
import { identitySettings } from './identitySettings.ts'
import { CHALLENGE_MS, createThirdPartyTickets } from './thirdPartyTickets.ts'
import type { ThirdPartyProvider, ThirdPartyProviders } from './ports/ThirdPartyProvider.ts'

const WINDOW_MS = 900_000
const PER_ADDRESS = 60

export interface ThirdPartyRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly store: TtlStore
  readonly flow: LoginFlow
  readonly registrar: Registrar
  readonly sessionIssuer: SessionIssuer
  readonly stepUp: StepUp
  readonly relyingParty: ReadRelyingParty
  readonly changes: ChangeReports
}

/**
 * Log-in with a third party (wire 10 Users): `check` begins and says what the provider needs,
 * `sign` takes its proof, `register` opens an account for an identity that opens none. `oauth` is
 * the way of Apple, Google and the operator's own provider, which is named in the body.
 */
export function thirdPartyRoutes(
  services: ThirdPartyRoutesOptions,
  { providers }: { providers: ThirdPartyProviders },
): RouteSpec[] {
  const { db, store, flow, relyingParty } = services
  const tickets = createThirdPartyTickets(services)
  const accounts = createThirdPartyAccounts({ ...services, tickets })
  return [
    ...NAMED_PROVIDERS.flatMap(routesOf),
    ...oauthRoutes(),
    ...bindRoutes(services, { tickets, accounts }),
    ...identitySettings(services, { tickets }),
  ].map((each) => limited(each, { store }))

  function routesOf(name: (typeof NAMED_PROVIDERS)[number]): RouteSpec[] {
    const { check, sign: prove, register } = api.thirdParty[name]
    return [
      route(check, (request) => begin(name, request)),
      route(prove, (request) => sign(name, request)),
      route(register, (request) => accounts.register(request, [name])),
    ]
  }

  function oauthRoutes(): RouteSpec[] {
    const { check, sign: prove, register } = api.thirdParty.oauth
    return [
      route(check, (request, { provider }) => begin(provider, request)),
      route(prove, (request, { provider }) => sign(provider, request)),
      route(register, (request) => accounts.register(request, OAUTH_PROVIDERS)),
    ]
  }

  async function begin(
    name: ThirdPartyName,
    request: GatewayRequest,
  ): Promise<ThirdPartyChallenge> {
    const { serialNO, nonce } = tickets.draw()
    const { shown, wallet } = providerOf(providers, name).begin({
      nonce,
      loginName: request.body['loginName'],
      party: relyingParty(request),
    })
    await tickets.keep(serialNO, { provider: name, nonce, wallet })
    return { ...shown, serialNO, expiresIn: CHALLENGE_MS / 1000 }
  }

  async function sign(name: ThirdPartyName, request: GatewayRequest): Promise<ThirdPartyStep> {
    const { token, signature, serialNO, isBinding } = request.body
    const challenge = await tickets.takeChallenge(serialNO, name)
    const identity = await providerOf(providers, name).prove({ token, signature, challenge })
    // Who adds an identity to the account they are in must not land in another one that it
    // opens.
    if (isBinding === true) return accounts.unbound(identity)
    const userId = await userIdOfIdentity(db, identity)
    const user = userId === undefined ? undefined : await findUser(db, userId)
    return user ? flow.proceed(request, { user }) : accounts.unbound(identity)
  }
}

function providerOf(providers: ThirdPartyProviders, name: ThirdPartyName): ThirdPartyProvider {
  const provider = providers[name]
  if (!provider) throw new GatewayError('00006', 'This sign-in is not available at the moment')
  return provider
}

/** Every call counts for its address: each of them is an attempt at an account. */
function limited(route: RouteSpec, { store }: { readonly store: TtlStore }): RouteSpec {
  if (route.access === 'private') return route
  return {
    ...route,
    async handler(request) {
      await limitAddress(store, {
        name: 'third:address',
        address: request.address,
        most: PER_ADDRESS,
        ttlMs: WINDOW_MS,
      })
      return route.handler(request)
    },
  }
}
