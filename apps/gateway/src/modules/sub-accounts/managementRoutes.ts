import { api, type SubAccount } from '@x/api'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { SecurityLog } from '../account-security/ports/SecurityLog.ts'
import type { ApiKeys } from '../api-keys/ports/ApiKeys.ts'
import { assertAcceptablePassword, type Passwords } from '../passwords/ports/Passwords.ts'
import type { Sessions } from '../sessions/ports/Sessions.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { TradingAccounts } from '../users/ports/TradingAccounts.ts'
import { presentUser, readEmail } from '../users/ports/users.ts'
import type { VerificationCodes } from '../verification-codes/ports/VerificationCodes.ts'
import { findSubAccount, fundsOf, updateSubAccount, type SubAccountChange } from './queries.ts'

export interface ManagementOptions {
  readonly db: Database
  readonly sessions: Sessions
  readonly accounts: Pick<TradingAccounts, 'cancelOrders'>
  readonly apiKeys: Pick<ApiKeys, 'list' | 'remove'>
  readonly codes: VerificationCodes
  readonly passwords: Passwords
  readonly stepUp: StepUp
  readonly securityLog: SecurityLog
}

/** Name, rights, freeze and log-in of a sub-account, by its main account (products 7). */
export function managementRoutes(options: ManagementOptions): RouteSpec[] {
  const { db, sessions, accounts } = options
  const { rename, setRights, freeze, unfreeze, setLogin, funds } = api.subAccounts
  return [
    route(rename, async (request, { userId, label }) => {
      const name = label.trim()
      if (name === '') throw invalidParameter('label', 'A name is missing')
      return change(request, options, { userId, changes: { label: name } })
    }),
    route(setRights, async (request, { userId, rights, mayUseKeys }) => {
      const account = await change(request, options, { userId, changes: { rights, mayUseKeys } })
      if (!mayUseKeys || rights !== 'full') await removeKeys(options.apiKeys, userId)
      await sessions.endOthers(userId, { keep: '' })
      return account
    }),
    route(freeze, async (request, { userId }) => {
      const account = await change(request, options, { userId, changes: { isFrozen: true } })
      await sessions.endOthers(userId, { keep: '' })
      await accounts.cancelOrders(userId)
      return account
    }),
    route(unfreeze, (request, { userId }) =>
      change(request, options, { userId, changes: { isFrozen: false } }),
    ),
    route(setLogin, (request) => giveLogin(request, options)),
    route(funds, async (request) => fundsOf(db, (await presentUser(db, request)).user.id)),
  ]
}

interface Change {
  readonly userId: string
  readonly changes: SubAccountChange
}

/** Proves the owner, writes, and notes it. @throws GatewayError 00005, 40401 */
async function change(
  request: GatewayRequest,
  { db, stepUp, securityLog }: ManagementOptions,
  { userId, changes }: Change,
): Promise<SubAccount> {
  const { user, session } = await presentUser(db, request)
  await requireSubAccount(db, { userId, parentId: user.id })
  await stepUp.spend(request.body['verifyToken'], {
    sessionId: session.sessionId,
    action: 'subAccount',
  })
  if (!(await updateSubAccount(db, userId, changes)))
    throw invalidParameter('email', 'This e-mail address has an account already')
  await securityLog.record(request, { userId: user.id, kind: 'subAccountChanged' })
  await securityLog.record(request, { userId, kind: 'subAccountChanged' })
  return requireSubAccount(db, { userId, parentId: user.id })
}

async function giveLogin(request: GatewayRequest, options: ManagementOptions): Promise<SubAccount> {
  const { db, codes, passwords, sessions } = options
  const { body, address } = request
  const { user } = await presentUser(db, request)
  const userId = String(body['userId'])
  await requireSubAccount(db, { userId, parentId: user.id })
  const email = readEmail(body['email'])
  const password = String(body['pwd'])
  const [name = ''] = email.split('@', 1)
  assertAcceptablePassword(password, { loginNames: [name] })
  const target = { to: email, channel: 'email', scene: 'newAddress' } as const
  await codes.check(target, body['emailCode'], { guesser: address })
  const passwordHash = await passwords.hash(password, { address, standing: 'known' })
  const account = await change(request, options, {
    userId,
    changes: { login: { email, passwordHash } },
  })
  await codes.spend(target)
  await sessions.endOthers(userId, { keep: '' })
  return account
}

async function requireSubAccount(
  db: Database,
  of: { readonly userId: string; readonly parentId: string },
): Promise<SubAccount> {
  const account = await findSubAccount(db, of)
  if (!account) throw new GatewayError('40401', 'This account does not exist')
  return account
}

/** Keys of rights that are gone must not come back with them. */
async function removeKeys(apiKeys: ManagementOptions['apiKeys'], userId: string): Promise<void> {
  for (const realm of ['live', 'paper'] as const)
    for (const { apiKey } of await apiKeys.list({ userId, realm }))
      await apiKeys.remove({ userId, realm, apiKey })
}
