import type { Sql } from '../../../platform/db/Database.ts'
import { GatewayError } from '../../../platform/http/route.ts'

/** How long a device that another one let in may not move funds. */
export const NEW_DEVICE_MS = 86_400_000

/**
 * A log-in by QR code proves no password: a day passes before such a session moves funds, long
 * enough for its owner to see it in the list of devices (SR8). Sessions that continue the log-in
 * inherit it.
 * @throws GatewayError 40302 with the seconds that are left.
 */
export async function assertMayMoveFunds(
  sql: Sql,
  { sessionId, now }: { sessionId: string; now: number },
): Promise<void> {
  const [row] = await sql.query<{ login_at: bigint }>(
    "select login_at from sessions where id = $1 and opened_by = 'qr'",
    [sessionId],
  )
  const leftMs = row ? Number(row.login_at) + NEW_DEVICE_MS - now : 0
  if (leftMs <= 0) return
  throw new GatewayError(
    '40302',
    'This device was let in by QR code and may move funds 24 hours after that',
    { data: { retryAfter: Math.ceil(leftMs / 1000) } },
  )
}
