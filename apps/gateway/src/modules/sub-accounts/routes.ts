import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { LoginAnswer, SessionIssuer } from '../sessions/createSessionIssuer.ts'
import { randomUserId } from '../registration/createRegistrar.ts'
import { presentUser } from '../users/presentUser.ts'
import { insertSubAccount, subAccountsOf } from './queries.ts'
import { findUser } from '../users/queries.ts'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { StepUp } from '../sessions/stepUp.ts'

/**
 * Spec section 7: to the demo account and back; with `userId`, to another account of the same
 * holder.
 */
const SWITCHES: Readonly<Record<string, Realm>> = {
  switchTradeDemo: 'paper',
  switchLoginDemo: 'paper',
  switLogin: 'live',
  switchWeb: 'live',
  switchApp: 'live',
}
const PER_USER = 20

export interface SubAccountRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly sessionIssuer: SessionIssuer
  readonly stepUp: StepUp
}

/** Sub-accounts: trading accounts of one holder, without a log-in of their own. */
export function subAccountRoutes({
  db,
  clock,
  random,
  sessionIssuer,
  stepUp,
}: SubAccountRoutesOptions): RouteSpec[] {
  const write = { method: 'POST', access: 'private', signMode: '2', encrypted: true } as const
  return [
    ...Object.entries(SWITCHES).map(([name, realm]): RouteSpec => ({
      ...write,
      path: `/v1/user/sub-account/${name}`,
      summary: `Leads the user to the ${realm} account; the session is replaced.`,
      schema: {
        body: { type: 'object', properties: { userId: { type: 'string', maxLength: 20 } } },
      },
      handler: (request) => switchTo(request, realm),
    })),
    {
      ...write,
      path: '/v1/user/sub-account/create',
      roles: ['trader'],
      summary: 'A new sub-account; takes a step-up token for the action `subAccount`.',
      schema: {
        body: {
          type: 'object',
          required: ['label', 'verifyToken'],
          properties: {
            label: { type: 'string', minLength: 1, maxLength: 40 },
            verifyToken: { type: 'string', minLength: 1, maxLength: 64 },
          },
        },
      },
      handler: create,
    },
    {
      method: 'GET',
      path: '/v1/user/sub-account/list',
      access: 'private',
      roles: ['trader'],
      summary: 'The user’s sub-accounts.',
      handler: async (request) => subAccountsOf(db, (await presentUser(db, request)).user.id),
    },
  ]

  async function switchTo(request: GatewayRequest, realm: Realm): Promise<LoginAnswer> {
    const { user, session } = await presentUser(db, request)
    const { userId } = request.body
    if (typeof userId !== 'string' || userId === user.id)
      return sessionIssuer.switchTo(request, { user, realm })
    const target = await findUser(db, userId)
    // The main account of this session: its own, or the one that the sub-account was entered from.
    const main = session.enteredFrom ?? (user.parentId === null ? user.id : undefined)
    if (!target || main === undefined || (target.id !== main && target.parentId !== main))
      throw new GatewayError('40401', 'This account does not exist')
    return sessionIssuer.switchTo(request, {
      user: target,
      realm,
      enteredFrom: target.id === main ? null : main,
    })
  }

  async function create(request: GatewayRequest): Promise<object> {
    const { user, session } = await presentUser(db, request)
    const label = String(request.body['label']).trim()
    if (label === '') throw invalidParameter('label', 'A name is missing')
    await stepUp.spend(request.body['verifyToken'], {
      sessionId: session.sessionId,
      action: 'subAccount',
    })
    const id = randomUserId(random.bytes(8))
    if (
      !(await insertSubAccount(db, {
        id,
        parentId: user.id,
        label,
        at: clock.now(),
        limit: PER_USER,
      }))
    )
      throw invalidParameter('label', 'There are too many sub-accounts')
    return { userId: id, label }
  }
}
