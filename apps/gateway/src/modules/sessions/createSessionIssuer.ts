import type { SessionIssuer } from './ports/SessionIssuer.ts'
import type { LoginResult } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database, Sql } from '../../platform/db/Database.ts'
import { type GatewayRequest, type ProvedKey, GatewayError } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { bindClientKey, shareClientKey } from '../sessions/clientKeys.ts'
import { isDeviceNew } from '../sessions/deviceKeys.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import { issueSessionCookies } from '../sessions/sessionCookies.ts'
import { stopWithdrawals } from './ports/withdrawalStop.ts'
import type { KnownLogins } from './knownLogins.ts'
import type { TradingAccounts } from '../users/ports/TradingAccounts.ts'
import { findUser, markAccountsOpened, type User } from '../users/queries.ts'

export interface SessionIssuerOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly sessions: Sessions
  readonly accounts: TradingAccounts
  readonly known: KnownLogins
  /** Called after each log-in, not after a change of account or realm. */
  readonly onLogin?:
    | ((
        userId: string,
        login: { readonly isNewDevice: boolean; readonly request: GatewayRequest },
      ) => Promise<void> | void)
    | undefined
}

interface Opening {
  readonly userId: string
  readonly realm: Realm
  readonly keyId: string | null
  /** Whose key that is, when another account of the holder bound it. */
  readonly keyOwner?: string
  readonly isAgency?: boolean
  readonly openedBy?: 'qr' | undefined
  readonly enteredFrom?: string | null
  readonly continues?: string | null
}

export function createSessionIssuer({
  db,
  clock,
  sessions,
  accounts,
  known,
  onLogin,
}: SessionIssuerOptions): SessionIssuer {
  const ports = { db, clock, sessions }
  return {
    async open(request, { user, isAgency = false, openedBy }) {
      await prepare(user, { db, clock, accounts })
      const previous = request.session
      const opened = await openSession(request, {
        ...ports,
        userId: user.id,
        realm: 'live',
        keyId: request.clientKey?.keyId ?? null,
        isAgency,
        openedBy,
      })
      if (previous) await sessions.end(previous.sessionId, 'replaced')
      await sessions.trim(user.id)
      await noteOrigin(request, { user, openedBy, known })
      await onLogin?.(user.id, { isNewDevice: await isDeviceNew(db, opened.sessionId), request })
      return opened.answer
    },

    async switchTo(request, { user, realm, enteredFrom = request.session?.enteredFrom ?? null }) {
      await prepare(user, { db, clock, accounts })
      const { session } = request
      const opened = await openSession(request, {
        ...ports,
        userId: user.id,
        realm,
        ...kept(request),
        enteredFrom,
        isAgency: session?.userId === user.id && session.roles.includes('agency'),
      })
      if (session) await sessions.end(session.sessionId, 'rotated')
      return opened.answer
    },

    async renew(request, { user }) {
      const { session } = request
      await stopWithdrawals(db, { userId: user.id, now: clock.now() })
      const opened = await openSession(request, {
        ...ports,
        userId: user.id,
        realm: session?.realm ?? 'live',
        ...kept(request),
        enteredFrom: session?.enteredFrom ?? null,
        isAgency: session?.roles.includes('agency') ?? false,
      })
      if (session) await sessions.end(session.sessionId, 'rotated')
      await sessions.endOthers(user.id, { keep: opened.sessionId })
      return opened.answer
    },
  }
}

/** Remembers where a log-in came from. */
async function noteOrigin(
  { address, clientKey }: GatewayRequest,
  {
    user,
    openedBy,
    known,
  }: Pick<SessionIssuerOptions, 'known'> & {
    readonly user: User
    readonly openedBy: 'qr' | undefined
  },
): Promise<void> {
  // A device that another one let in has proved neither address nor key.
  if (openedBy === undefined) await known.remember(user.id, { address, keyId: clientKey?.keyId })
}

async function bindKeys(
  tx: Sql,
  {
    userId,
    keyId,
    keyOwner,
    proved,
    at,
  }: Opening & { readonly proved: ProvedKey | undefined; readonly at: number },
): Promise<void> {
  if (proved) await bindClientKey(tx, { userId, key: proved, at })
  else if (keyId !== null && keyOwner !== undefined && keyOwner !== userId)
    await shareClientKey(tx, { from: keyOwner, to: userId, keyId, at })
}

async function openSession(
  request: GatewayRequest,
  {
    db,
    clock,
    sessions,
    ...opening
  }: Opening & Pick<SessionIssuerOptions, 'db' | 'clock' | 'sessions'>,
): Promise<{ answer: LoginResult; sessionId: string }> {
  const { userId, realm } = opening
  const opened = await db.transaction(async (tx) => {
    await bindKeys(tx, { ...opening, proved: request.clientKey, at: clock.now() })
    return sessions.open(tx, {
      ...opening,
      terminalCode: request.headers['terminalcode'],
      userAgent: request.headers['user-agent'],
    })
  })
  issueSessionCookies(request, opened)
  return { answer: { userInfo: { userId }, realm }, sessionId: opened.sessionId }
}

async function prepare(
  user: User,
  { db, clock, accounts }: Pick<SessionIssuerOptions, 'db' | 'clock' | 'accounts'>,
): Promise<void> {
  const main = user.parentId === null ? undefined : await findUser(db, user.parentId)
  if (user.status === 'frozen' || main?.status === 'frozen')
    throw new GatewayError('00004', 'This account is frozen, please contact support')
  if (user.hasAccounts) return
  await accounts.openAccounts(user.id)
  await markAccountsOpened(db, { id: user.id, at: clock.now() })
}

/** What a session has of the one before it in the same log-in. */
function kept({
  session,
  clientKey,
}: GatewayRequest): Pick<Opening, 'keyId' | 'keyOwner' | 'continues'> {
  return {
    keyId: clientKey?.keyId ?? session?.keyId ?? null,
    continues: session?.sessionId ?? null,
    ...(session ? { keyOwner: session.userId } : {}),
  }
}
