import { limitAddress } from '../../platform/http/addressLimit.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import {
  OAUTH_PROVIDERS,
  THIRD_PROVIDERS,
  userIdOfIdentity,
  type ThirdProviderName,
} from '../users/identityQueries.ts'
import { findUser } from '../users/queries.ts'
import type { UserServices } from '../identity/identityServices.ts'
import { bindRoutes } from './bindRoutes.ts'
import { createThirdAccounts } from './createThirdPartyAccounts.ts'
import { identitySettings } from './identitySettings.ts'
import { CHALLENGE_MS, createThirdTickets } from './thirdPartyTickets.ts'
import type { ThirdProvider, ThirdProviders } from './ThirdPartyProvider.ts'

const BEGINS =
  'Begins a sign-in: what the page needs to ask the third party, and the serial number of the attempt.'
const PROVES =
  'Takes the third party’s proof: a session, a second factor that is due, or what to bind.'
const REGISTERS = 'Opens an account for a proved identity that opens none.'

const WINDOW_MS = 900_000
const PER_ADDRESS = 60

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const PROOF = {
  token: text(8192),
  signature: text(512),
  serialNO: text(64),
  isBinding: { type: 'boolean' },
}
const NAMED = { provider: { enum: OAUTH_PROVIDERS } }
const REGISTRATION = {
  token: text(64),
  email: text(254),
  emailCode: text(12),
  pwd: text(512),
  bizId: text(64),
}

/**
 * Log-in with a third party (wire 10 Users): `check` begins and says what the provider needs,
 * `sign` takes its proof, `register` opens an account for an identity that opens none. `oauth` is
 * the way of Apple and Google with the provider named in the body.
 */
export function thirdRoutes(
  services: UserServices,
  { providers }: { providers: ThirdProviders },
): RouteSpec[] {
  const { db, store, flow, relyingParty } = services
  const tickets = createThirdTickets(services)
  const accounts = createThirdAccounts({ ...services, tickets })
  return [
    ...THIRD_PROVIDERS.flatMap(routesOf),
    ...oauthRoutes(),
    ...bindRoutes(services, { tickets, accounts }),
    ...identitySettings(services, { tickets }),
  ].map(limited)

  function routesOf(name: ThirdProviderName): RouteSpec[] {
    const route = routeUnder(name)
    return [
      route('check', BEGINS, { type: 'object', properties: { loginName: text(64) } }, (request) =>
        begin(name, request),
      ),
      route(
        'sign',
        PROVES,
        {
          type: 'object',
          required: ['serialNO', name === 'wallet' ? 'signature' : 'token'],
          properties: PROOF,
        },
        (request) => sign(name, request),
      ),
      route(
        'register',
        REGISTERS,
        { type: 'object', required: ['token'], properties: REGISTRATION },
        (request) => accounts.register(request, [name]),
      ),
    ]
  }

  function oauthRoutes(): RouteSpec[] {
    const route = routeUnder('oauth')
    return [
      route(
        'check',
        `${BEGINS} The provider is named.`,
        { type: 'object', required: ['provider'], properties: NAMED },
        (request) => begin(named(request), request),
      ),
      route(
        'sign',
        `${PROVES} The provider is named.`,
        {
          type: 'object',
          required: ['provider', 'serialNO', 'token'],
          properties: { ...PROOF, ...NAMED },
        },
        (request) => sign(named(request), request),
      ),
      route(
        'register',
        REGISTERS,
        { type: 'object', required: ['token'], properties: REGISTRATION },
        (request) => accounts.register(request, OAUTH_PROVIDERS),
      ),
    ]
  }

  async function begin(name: ThirdProviderName, request: GatewayRequest): Promise<object> {
    const { serialNO, nonce } = tickets.draw()
    const { shown, wallet } = providerOf(name).begin({
      nonce,
      loginName: request.body['loginName'],
      party: relyingParty(request),
    })
    await tickets.keep(serialNO, { provider: name, nonce, wallet })
    return { ...shown, serialNO, expiresIn: CHALLENGE_MS / 1000 }
  }

  async function sign(name: ThirdProviderName, request: GatewayRequest): Promise<object> {
    const { token, signature, serialNO, isBinding } = request.body
    const challenge = await tickets.takeChallenge(serialNO, name)
    const identity = await providerOf(name).prove({ token, signature, challenge })
    // Whoever adds an identity to the account they are in must not land in another one that it
    // opens.
    if (isBinding === true) return accounts.unbound(identity)
    const userId = await userIdOfIdentity(db, identity)
    const user = userId === undefined ? undefined : await findUser(db, userId)
    return user ? flow.proceed(request, { user }) : accounts.unbound(identity)
  }

  function providerOf(name: ThirdProviderName): ThirdProvider {
    const provider = providers[name]
    if (!provider) throw new GatewayError('00006', 'This sign-in is not available at the moment')
    return provider
  }

  /**
   * Every call of this room counts for its address: each of them is a try at somebody's account.
   */
  function limited(route: RouteSpec): RouteSpec {
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
}

function routeUnder(name: string) {
  return (
    verb: string,
    summary: string,
    body: object,
    handler: RouteSpec['handler'],
  ): RouteSpec => ({
    method: 'POST',
    path: `/v1/user/third/${name}/${verb}`,
    access: 'public',
    encrypted: true,
    summary,
    schema: { body },
    handler,
  })
}

/** What the schema let through. */
function named({ body }: GatewayRequest): ThirdProviderName {
  return body['provider'] as ThirdProviderName
}
