import type { Clock, Random } from '@x/kit'
import type { LostProof, WaitingChange } from '@x/api'
import type { Database } from '../../platform/db/Database.ts'
import { GatewayError, type GatewayRequest } from '../../platform/http/route.ts'
import type { ApiKeys } from '../api-keys/ports/ApiKeys.ts'
import { deletePasskeysOf } from '../passkeys/ports/passkeys.ts'
import type { SecondFactors } from '../second-factors/ports/SecondFactors.ts'
import type { KnownLogins, Sessions } from '../sessions/ports/Sessions.ts'
import { stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import { findUser, tokenDigest, type User } from '../users/ports/users.ts'
import { setAddress, type NewAddress } from './accountAddress.ts'
import { endForeignAccess } from './foreignAccess.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'
import {
  changeView,
  failChange,
  insertChange,
  stopChange,
  stopChanges,
  stoppedSince,
  takeDueChanges,
  waitingChanges,
  type AccountChange,
} from './recoveryQueries.ts'

/** How long a change waits whose proof was lost (products 7). */
export const RECOVERY_MS = 72 * 3_600_000
/** After so many stops within a week no change of the account can be asked for. */
const [STOPS, STOPS_MS] = [3, 7 * 86_400_000]
/** The page that stops a change. */
const STOP_PATH = '/modifyverification?stop='

/** Changes of an account that wait, because what would confirm them was lost. */
export interface Recovery {
  /** @throws GatewayError 40301 where one waits already, or too many were stopped */
  ask(
    request: GatewayRequest,
    wanted: {
      readonly user: User
      readonly lost: LostProof
      readonly address: NewAddress | undefined
    },
  ): Promise<WaitingChange>
  list(userId: string): Promise<WaitingChange[]>
  /** By the token of a mail. @throws GatewayError 40102 */
  stop(request: GatewayRequest, token: string): Promise<void>
  /** By the logged-in owner. @throws GatewayError 40401 */
  cancel(
    request: GatewayRequest,
    change: { readonly userId: string; readonly changeId: string },
  ): Promise<void>
  /** Somebody else was in the account: whatever waits was perhaps asked by them. */
  stopAll(userId: string): Promise<void>
  /** Makes the changes whose time has come, of one account or of all. */
  applyDue(userId?: string): Promise<void>
}

export interface RecoveryOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly factors: SecondFactors
  readonly sessions: Sessions
  readonly known: KnownLogins
  readonly apiKeys: Pick<ApiKeys, 'list' | 'remove'>
  readonly securityLog: SecurityLog
  readonly securityMail: SecurityMail
}

export function createRecovery(options: RecoveryOptions): Recovery {
  const { db, clock, random, securityLog, securityMail } = options
  return {
    async ask(request, { user, lost, address }) {
      const now = clock.now()
      if ((await stoppedSince(db, { userId: user.id, since: now - STOPS_MS })) >= STOPS)
        throw refused('Changes of this account were stopped too often, please contact support')
      const token = Buffer.from(random.bytes(24)).toString('base64url')
      const effectiveAt = now + RECOVERY_MS
      const change = await insertChange(db, {
        userId: user.id,
        lost,
        address,
        askedAt: now,
        effectiveAt,
        stopDigest: tokenDigest(token),
      })
      if (!change) throw refused('Such a change waits already')
      await stopWithdrawals(db, { userId: user.id, now })
      await securityLog.record(request, { userId: user.id, kind: 'changeAsked' })
      await securityMail.announce(request, {
        userId: user.id,
        scene: 'changeAsked',
        isHeld: true,
        effectiveAt,
        path: `${STOP_PATH}${token}`,
      })
      return changeView(change)
    },
    async list(userId) {
      return (await waitingChanges(db, userId)).map(changeView)
    },
    async stop(request, token) {
      const change = await stopChange(db, { stopDigest: tokenDigest(token) })
      if (!change) throw new GatewayError('40102', 'This link was used or has expired')
      await securityLog.record(request, { userId: change.userId, kind: 'changeStopped' })
    },
    async cancel(request, { userId, changeId }) {
      if (!(await stopChange(db, { changeId, userId })))
        throw new GatewayError('40401', 'This change does not wait any more')
      await securityLog.record(request, { userId, kind: 'changeStopped' })
    },
    stopAll: (userId) => stopChanges(db, userId),
    async applyDue(userId) {
      for (const change of await takeDueChanges(db, { now: clock.now(), userId }))
        await apply(change, options)
    },
  }
}

const refused = (message: string) => new GatewayError('40301', message)

/** Where the change came from is no place any more: it was asked 72 hours ago. */
const BY_TIME = { address: 'after 72 hours', headers: {}, session: undefined } as const

async function apply(
  { changeId, userId, lost, address }: AccountChange,
  { db, clock, factors, sessions, known, apiKeys, securityLog, securityMail }: RecoveryOptions,
): Promise<void> {
  const former = await findUser(db, userId)
  if (!former || former.status === 'frozen') return failChange(db, changeId)
  if (address) {
    const isWritten = await setAddress(db, { userId, address }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof GatewayError) return false
        throw error
      },
    )
    if (!isWritten) return failChange(db, changeId)
  } else if (lost === 'passkey') await deletePasskeysOf(db, userId)
  else await factors.disable(userId, lost)
  await stopWithdrawals(db, { userId, now: clock.now() })
  await sessions.endOthers(userId, { keep: '' })
  await known.forget(userId)
  await endForeignAccess(BY_TIME, { db, apiKeys, securityLog }, { userId, since: 0 })
  const kind = address ? (`${address.kind}Changed` as const) : 'factorChanged'
  await securityLog.record(BY_TIME, { userId, kind })
  await securityMail.announce(BY_TIME, { userId, scene: kind, isHeld: true, former })
}
