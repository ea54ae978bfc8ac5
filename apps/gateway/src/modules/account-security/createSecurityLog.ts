import type { SecurityEventKind } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayRequest } from '../../platform/http/route.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'

const KEPT_MS = 90 * 86_400_000
const USER_AGENT = 300

interface Row {
  event_id: bigint
  kind: SecurityEventKind
  at: bigint
  address: string
  user_agent: string | null
}

export interface SecurityLogOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly mail: SecurityMail
  /** What secures an account was changed; log-ins have notices of their own. */
  readonly onChange?: ((userId: string, kind: SecurityEventKind) => void) | undefined
}

export function createSecurityLog({ db, clock, mail, onChange }: SecurityLogOptions): SecurityLog {
  async function insert(
    { address, headers, session }: Pick<GatewayRequest, 'address' | 'headers' | 'session'>,
    { userId, kind }: { readonly userId: string; readonly kind: SecurityEventKind },
  ): Promise<void> {
    await db.query(
      `insert into security_event (user_id, kind, at, address, user_agent, session_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        userId,
        kind,
        clock.now(),
        address,
        headers['user-agent']?.slice(0, USER_AGENT) ?? null,
        session?.sessionId ?? null,
      ],
    )
  }
  const hasLogin = async (userId: string) =>
    (await db.query('select 1 from security_event where user_id = $1 limit 1', [userId])).length > 0

  return {
    async record(request, event) {
      await insert(request, event)
      onChange?.(event.userId, event.kind)
    },
    async login(request, { userId, isNewDevice }) {
      const isReported = isNewDevice && (await hasLogin(userId))
      await insert(request, { userId, kind: isReported ? 'newDevice' : 'login' })
      if (isReported) await mail.announce(request, { userId, scene: 'newDevice' })
    },
    async list(userId, { cursor, limit }) {
      const rows = await db.query<Row>(
        `select event_id, kind, at, address, user_agent from security_event
          where user_id = $1 and at > $2 and ($3::bigint is null or event_id < $3)
          order by event_id desc limit $4`,
        [userId, clock.now() - KEPT_MS, cursor ?? null, limit],
      )
      return rows.map((row) => ({
        eventId: String(row.event_id),
        kind: row.kind,
        at: Number(row.at),
        address: row.address,
        userAgent: row.user_agent,
      }))
    },
    async timeOf(userId, eventId) {
      const [row] = await db.query<Pick<Row, 'at'>>(
        'select at from security_event where user_id = $1 and event_id = $2',
        [userId, eventId],
      )
      return row && Number(row.at)
    },
    async purge() {
      await db.query('delete from security_event where at <= $1', [clock.now() - KEPT_MS])
    },
  }
}
