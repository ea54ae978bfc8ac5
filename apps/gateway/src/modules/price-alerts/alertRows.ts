import type { Sql } from '../../platform/db/Database.ts'

/** An alert that waits. */
export interface StoredAlert {
  readonly alertId: string
  readonly userId: string
  /** The instrument's id. */
  readonly symbol: string
  readonly ticks: number
  readonly direction: 'rise' | 'fall'
  readonly createdAt: number
}

/** An alert whose price was reached, and whose notice may be missing. */
export interface FiredAlert extends StoredAlert {
  readonly firedAt: number
}

interface AlertRow {
  readonly alert_id: string
  readonly user_id: string
  readonly symbol: string
  readonly ticks: bigint
  readonly direction: 'rise' | 'fall'
  readonly created_at: bigint
  readonly fired_at: bigint | null
}

const alertOf = (row: AlertRow): StoredAlert => ({
  alertId: row.alert_id,
  userId: row.user_id,
  symbol: row.symbol,
  ticks: Number(row.ticks),
  direction: row.direction,
  createdAt: Number(row.created_at),
})

const COLUMNS = 'alert_id, user_id, symbol, ticks, direction, created_at, fired_at'

export async function insertAlert(db: Sql, alert: StoredAlert): Promise<void> {
  const { alertId, userId, symbol, ticks, direction, createdAt } = alert
  await db.query(
    `insert into price_alert (alert_id, user_id, symbol, ticks, direction, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [alertId, userId, symbol, ticks, direction, createdAt],
  )
}

export async function readAlerts(
  db: Sql,
): Promise<{ readonly waiting: readonly StoredAlert[]; readonly fired: readonly FiredAlert[] }> {
  const rows = await db.query<AlertRow>(`select ${COLUMNS} from price_alert order by created_at`)
  return {
    waiting: rows.filter((row) => row.fired_at === null).map(alertOf),
    fired: rows.flatMap((row) =>
      row.fired_at === null ? [] : [{ ...alertOf(row), firedAt: Number(row.fired_at) }],
    ),
  }
}

/** Whether the alert had not fired before. */
export async function markFired(db: Sql, { alertId, firedAt }: FiredAlert): Promise<boolean> {
  const rows = await db.query(
    `update price_alert set fired_at = $2 where alert_id = $1 and fired_at is null
     returning alert_id`,
    [alertId, firedAt],
  )
  return rows.length > 0
}

export async function deleteAlerts(db: Sql, alertIds: readonly string[]): Promise<void> {
  await db.query('delete from price_alert where alert_id = any($1)', [alertIds])
}
