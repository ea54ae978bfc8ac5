import { api } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { GatewayError, type RouteSpec } from '../../platform/http/route.ts'
import type { SecretSeal } from '../../platform/security/sealSecret.ts'
import type { KnownLogins, Sessions } from '../sessions/ports/Sessions.ts'
import { stoppedUntil, stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { antiphishingOf, setAntiphishing } from '../users/ports/antiphishing.ts'
import { presentUser } from '../users/ports/users.ts'
import type { ApiKeys } from '../api-keys/ports/ApiKeys.ts'
import type { Recovery } from './createRecovery.ts'
import { endForeignAccess } from './foreignAccess.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'

const CURSOR = /^\d{1,16}$/

export interface HistoryRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly sessions: Sessions
  readonly known: KnownLogins
  readonly stepUp: StepUp
  readonly securityLog: SecurityLog
  readonly securityMail: SecurityMail
  readonly recovery: Pick<Recovery, 'stopAll'>
  readonly apiKeys: Pick<ApiKeys, 'list' | 'remove'>
  /** Opens what mail shows its reader. */
  readonly mailSeal: SecretSeal
}

/** The anti-phishing code, and the history with "not me" (products 7). */
export function historyRoutes(options: HistoryRoutesOptions): RouteSpec[] {
  const { db, clock, sessions, known, stepUp, securityLog, securityMail, mailSeal } = options
  return [
    route(api.accountSecurity.overview, async (request) => {
      const { user } = await presentUser(db, request)
      const code = await antiphishingOf(db, { userId: user.id, seal: mailSeal })
      const until = await stoppedUntil(db, user.id)
      return {
        antiphishing: code === undefined ? null : masked(code),
        heldUntil: until > clock.now() ? until : null,
      }
    }),
    route(api.accountSecurity.setAntiphishing, async (request, { code, verifyToken }) => {
      const { user, session } = await presentUser(db, request)
      await stepUp.spend(verifyToken, {
        sessionId: session.sessionId,
        action: 'antiphishing',
      })
      await setAntiphishing(db, { userId: user.id, code, seal: mailSeal })
      await securityLog.record(request, { userId: user.id, kind: 'antiphishingChanged' })
      await securityMail.announce(request, { userId: user.id, scene: 'antiphishingChanged' })
      return { code: masked(code) }
    }),
    route(api.accountSecurity.history, async (request, params) => {
      const { user } = await presentUser(db, request)
      const page = readPage(params, { cursorPattern: CURSOR })
      return pageOf(page, async (limit) =>
        (await securityLog.list(user.id, { cursor: page.cursor, limit })).map((item) => ({
          item,
          cursor: item.eventId,
        })),
      )
    }),
    route(api.accountSecurity.disown, async (request, { eventId }) => {
      const { user, session } = await presentUser(db, request)
      const since = await securityLog.timeOf(user.id, eventId)
      if (since === undefined) throw new GatewayError('40401', 'This entry does not exist')
      const heldUntil = await stopWithdrawals(db, { userId: user.id, now: clock.now() })
      const ended = await sessions.endOthers(user.id, { keep: session.sessionId })
      await known.forget(user.id)
      await options.recovery.stopAll(user.id)
      await endForeignAccess(request, options, { userId: user.id, since })
      await securityLog.record(request, { userId: user.id, kind: 'disowned' })
      return { ended, heldUntil }
    }),
  ]
}

/** Enough to recognise it, too little to copy it: `Tulip77` -> `T*****7`. */
const masked = (code: string) =>
  `${code.slice(0, 1)}${'*'.repeat(code.length - 2)}${code.slice(-1)}`
