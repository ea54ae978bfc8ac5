import type { LoginResult, UnboundIdentity } from '@x/api'
import { malformedParameter } from '../../platform/http/envelope.ts'
import type { GatewayRequest } from '../../platform/http/route.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import type { ThirdPartyIdentity, ThirdPartyName } from '../users/identityQueries.ts'
import { maskEmail, readEmail } from '../users/loginName.ts'
import { readReferral } from '../registration/referralCodes.ts'
import { findUserByEmail } from '../users/queries.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Registrar } from '../registration/createRegistrar.ts'
import type { ThirdPartyTickets } from './thirdPartyTickets.ts'
import { unauthenticated } from './ports/ThirdPartyProvider.ts'

export interface ThirdPartyAccounts {
  unbound(identity: ThirdPartyIdentity): Promise<UnboundIdentity>
  describe(token: string, identity: ThirdPartyIdentity): Promise<UnboundIdentity>
  /** @throws GatewayError 40102 for an identity of none of `providers`. */
  register(request: GatewayRequest, providers: readonly ThirdPartyName[]): Promise<LoginResult>
}

export interface ThirdPartyAccountsOptions {
  readonly db: Database
  readonly registrar: Registrar
  readonly sessionIssuer: SessionIssuer
}

/**
 * An e-mail address that a third party vouches for never opens or changes an account that is there:
 * who holds the address today need not be who opened the account. Only its password, and
 * its second factor, bind the identity.
 */
export function createThirdPartyAccounts({
  db,
  registrar,
  sessionIssuer,
  tickets,
}: ThirdPartyAccountsOptions & { readonly tickets: ThirdPartyTickets }): ThirdPartyAccounts {
  const describe = async (
    token: string,
    identity: ThirdPartyIdentity,
  ): Promise<UnboundIdentity> => {
    const known = identity.email === null ? undefined : await findUserByEmail(db, identity.email)
    return {
      token,
      provider: identity.provider,
      next: known ? 'bind' : 'register',
      email: identity.email && maskEmail(identity.email),
    }
  }
  return {
    describe,
    unbound: async (identity) => describe(await tickets.issue({ identity }), identity),

    async register(request, providers) {
      const { body } = request
      const { identity } = await tickets.read(body['token'])
      if (!providers.includes(identity.provider)) throw unauthenticated()
      const password = typeof body['pwd'] === 'string' ? body['pwd'] : undefined
      const email = identity.email ?? readEmail(body['email'])
      if (identity.email === null && body['emailCode'] === undefined)
        throw malformedParameter('emailCode', 'A verification code is missing')
      // A vouched address needs no code of ours; one that was typed does.
      const proved = { email: identity.email === null ? email : null, areaCode: null, mobile: null }
      const { passwordHash } = await registrar.prove(request, { applicant: proved, password })
      await tickets.take(body['token'])
      const user = await registrar.open(
        { email, areaCode: null, mobile: null, passwordHash, referral: readReferral(body) },
        { identity },
      )
      return sessionIssuer.open(request, { user })
    },
  }
}
