import type { Clock } from '@x/kit'
import type { Database } from '../db/Database.ts'
import type { GatewayRequest, ProvedKey, Realm } from '../server/route.ts'
import { GatewayError } from '../server/route.ts'
import { bindClientKey } from '../sessions/clientKeys.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import { issueSessionCookies } from '../sessions/sessionCookies.ts'
import type { TradingAccounts } from './TradingAccounts.ts'
import { markAccountsOpened, type User } from './userRows.ts'

export interface Admittance {
  /** Opens a session for a user whose identity is proved, binds the key that the request proved, and sets the cookies. */
  admit(request: GatewayRequest, options: { user: User; clientKey?: ProvedKey | undefined }): Promise<LoginAnswer>
  /** Another realm for the same user: the old session ends, the new one keeps its key unless the request proved another. */
  switchRealm(request: GatewayRequest, options: { user: User; realm: Realm }): Promise<LoginAnswer>
}

/** `data` of every successful log-in (wire 10). */
export interface LoginAnswer {
  readonly userInfo: { readonly userId: string }
  readonly realm: Realm
}

export interface AdmittanceOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly sessions: Sessions
  readonly accounts: TradingAccounts
}

export function createAdmittance({ db, clock, sessions, accounts }: AdmittanceOptions): Admittance {
  return {
    async admit(request, { user, clientKey = request.clientKey }) {
      if (user.status === 'frozen') throw new GatewayError('00004', 'This account is frozen, please contact support')
      if (!user.hasAccounts) {
        await accounts.openAccounts(user.id)
        await markAccountsOpened(db, { id: user.id, at: clock.now() })
      }
      const previous = request.session
      const answer = await open(request, { userId: user.id, realm: 'live', clientKey, keyId: clientKey?.keyId ?? null })
      if (previous) await sessions.end(previous.sessionId, 'replaced')
      await sessions.trim(user.id)
      return answer
    },

    async switchRealm(request, { user, realm }) {
      const { session, clientKey } = request
      const answer = await open(request, { userId: user.id, realm, clientKey, keyId: clientKey?.keyId ?? session?.keyId ?? null })
      if (session) await sessions.end(session.sessionId, 'rotated')
      return answer
    },
  }

  async function open(request: GatewayRequest, { userId, realm, clientKey, keyId }: { userId: string; realm: Realm; clientKey: ProvedKey | undefined; keyId: string | null }): Promise<LoginAnswer> {
    const opened = await db.transaction(async (tx) => {
      if (clientKey) await bindClientKey(tx, { userId, key: clientKey, at: clock.now() })
      return sessions.open(tx, { userId, realm, keyId, terminalCode: request.headers['terminalcode'], userAgent: request.headers['user-agent'] })
    })
    issueSessionCookies(request, opened)
    return { userInfo: { userId }, realm }
  }
}
