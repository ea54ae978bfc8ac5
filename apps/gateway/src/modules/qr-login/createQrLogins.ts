import type { QrStatus } from '@x/api'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { qrTable, type QrEvent, type QrState } from './qrLoginMachine.ts'

/** A browser that asks to be let in, as the scanning device is shown it. */
export interface QrAsker {
  readonly userAgent: string | null
  /** Without the part that names one line. */
  readonly address: string
  /** ISO 3166 code, where a trusted proxy names it. */
  readonly country: string | null
  readonly createdAt: number
}

interface QrRecord extends QrAsker {
  readonly state: QrState
  /** SHA-256 of the asking browser's own secret, which is not in the picture. */
  readonly secretHash: string
  readonly expiresAt: number
  /** Who scanned it: nobody else may decide. */
  readonly userId: string | null
}

export interface QrLogins {
  create(
    asker: Omit<QrAsker, 'createdAt'>,
  ): Promise<{ serialNO: string; token: string; expiresIn: number }>
  /** `expired` for everything that is over, unknown, or asked for with another secret. */
  status(serialNO: string, options: { token: string }): Promise<QrStatus>
  /**
   * The browser that asks; `undefined` when the code is over, or another user's. Repeated by the
   * same user it changes nothing.
   */
  scan(serialNO: string, options: { userId: string }): Promise<QrAsker | undefined>
  /** Answers whether it counted: once, and only from the user who scanned. */
  decide(serialNO: string, options: { userId: string; isAllowed: boolean }): Promise<boolean>
  /** The user who allowed it, to one caller, once. */
  enter(serialNO: string, options: { token: string }): Promise<string | undefined>
}

export const QR_LIFETIME_MS = 120_000

export function createQrLogins({
  store,
  clock,
  random,
}: {
  store: TtlStore
  clock: Pick<Clock, 'now'>
  random: Random
}): QrLogins {
  const name = () => Buffer.from(random.bytes(24)).toString('base64url')
  const { find, asked, move } = createQrRecords({ store, clock })

  return {
    async create({ userAgent, address, country }) {
      const [serialNO, token] = [name(), name()]
      const createdAt = clock.now()
      const record: QrRecord = {
        state: 'new',
        secretHash: hashOf(token),
        createdAt,
        expiresAt: createdAt + QR_LIFETIME_MS,
        userAgent,
        address,
        country,
        userId: null,
      }
      await store.set(`qr:${serialNO}`, record, { ttlMs: QR_LIFETIME_MS })
      return { serialNO, token, expiresIn: QR_LIFETIME_MS / 1000 }
    },

    async status(serialNO, { token }) {
      const state = (await asked(serialNO, token))?.state ?? 'expired'
      return state === 'used' ? 'expired' : state
    },

    async scan(serialNO, { userId }) {
      const record = await find(serialNO)
      if (!record) return undefined
      const isOwn = record.state === 'scanned' && record.userId === userId
      if (!isOwn && !(await move(serialNO, { record, event: 'scan', userId }))) return undefined
      const { userAgent, address, country, createdAt } = record
      return { userAgent, address, country, createdAt }
    },

    async decide(serialNO, { userId, isAllowed }) {
      const record = await find(serialNO)
      if (record?.userId !== userId) return false
      return move(serialNO, { record, event: isAllowed ? 'confirm' : 'refuse' })
    },

    async enter(serialNO, { token }) {
      const record = await asked(serialNO, token)
      if (!record || record.userId === null || !(await move(serialNO, { record, event: 'enter' })))
        return undefined
      return record.userId
    },
  }
}

/** The stored codes, and how they change. */
function createQrRecords({ store, clock }: { store: TtlStore; clock: Pick<Clock, 'now'> }) {
  const find = async (serialNO: string): Promise<QrRecord | undefined> => {
    const record = await store.get<QrRecord>(`qr:${serialNO}`)
    return record && record.expiresAt > clock.now() ? record : undefined
  }
  const asked = async (serialNO: string, token: string): Promise<QrRecord | undefined> => {
    const record = await find(serialNO)
    return record && timingSafeEqual(Buffer.from(record.secretHash), Buffer.from(hashOf(token)))
      ? record
      : undefined
  }
  /** Goes along the table; of several that leave one state at once, the first counts. */
  const move = async (
    serialNO: string,
    {
      record,
      event,
      userId = record.userId,
    }: { record: QrRecord; event: QrEvent; userId?: string | null },
  ): Promise<boolean> => {
    const next: QrState | undefined = (qrTable[record.state] as Partial<Record<QrEvent, QrState>>)[
      event
    ]
    if (next === undefined) return false
    const { count } = await store.increment(`qr:${serialNO}:left:${record.state}`, {
      ttlMs: QR_LIFETIME_MS,
    })
    if (count > 1) return false
    await store.set(
      `qr:${serialNO}`,
      { ...record, state: next, userId },
      { ttlMs: Math.min(QR_LIFETIME_MS, record.expiresAt - clock.now()) },
    )
    return true
  }
  return { find, asked, move }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
