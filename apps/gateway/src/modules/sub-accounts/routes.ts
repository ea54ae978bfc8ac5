import { api, type ResponseOf, type LoginResult } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import { randomUserId } from '../registration/createRegistrar.ts'
import { presentUser } from '../users/presentUser.ts'
import { managementRoutes, type ManagementOptions } from './managementRoutes.ts'
import { insertSubAccount, subAccountsOf } from './queries.ts'
import { findUser } from '../users/queries.ts'
import type { Clock, Random } from '@x/kit'

const PER_USER = 20

export interface SubAccountRoutesOptions extends ManagementOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly sessionIssuer: SessionIssuer
}

/** Sub-accounts: trading accounts of one holder. */
export function subAccountRoutes(options: SubAccountRoutesOptions): RouteSpec[] {
  const { db, clock, random, sessionIssuer, stepUp } = options
  return [
    ...managementRoutes(options),
    route(api.subAccounts.switchTradeDemo, (request) => switchTo(request, 'paper')),
    route(api.subAccounts.switchLoginDemo, (request) => switchTo(request, 'paper')),
    route(api.subAccounts.switLogin, (request) => switchTo(request, 'live')),
    route(api.subAccounts.switchWeb, (request) => switchTo(request, 'live')),
    route(api.subAccounts.switchApp, (request) => switchTo(request, 'live')),
    route(api.subAccounts.create, create),
    route(api.subAccounts.list, async (request) =>
      subAccountsOf(db, (await presentUser(db, request)).user.id),
    ),
  ]

  async function switchTo(request: GatewayRequest, realm: Realm): Promise<LoginResult> {
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

  async function create(
    request: GatewayRequest,
  ): Promise<ResponseOf<typeof api.subAccounts.create>> {
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
