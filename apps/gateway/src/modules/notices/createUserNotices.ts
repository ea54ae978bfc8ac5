import type { UserNotice } from '@x/api'
import { createEmitter, type Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { noticesAt } from './notice.ts'
import { filledNotice, marginCallNotice, noticesOf } from './noticesOfEffects.ts'
import {
  countUnread,
  filledSinceLastNotice,
  insertNotices,
  latestNotices,
  markRead,
  type NewNotice,
  readAnnouncements,
  removeNotices,
} from './noticeRows.ts'
import type { NoticeSource } from './openNoticeSource.ts'
import type { NoticeChange, NoticeReader, UserNotices } from './ports/UserNotices.ts'

/** Notices of a snapshot. */
const LATEST = 20
const KEPT_MS = 90 * 86_400_000
export const CURSOR = /^\d{1,16}\.[\w:.-]{1,80}$/

interface UserNoticesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly source: NoticeSource
}

/** Notices stored in one call at most. */
const MOST_AT_ONCE = 500

/**
 * Stores notices in their order; a fault leaves a notice out and nothing else. A call of the
 * database costs more than a notice: what comes while one is written goes into the next.
 */
function createNoticeWriter({
  db,
  log,
  onStored,
}: Pick<UserNoticesOptions, 'db' | 'log'> & {
  readonly onStored: (change: NoticeChange) => void
}) {
  let waiting: NewNotice[] = []
  let running: Promise<void> | undefined

  async function insert(notices: readonly NewNotice[]): Promise<void> {
    const added = await insertNotices(db, notices)
    for (const { userId, realm, noticeId, kind, at, data } of notices) {
      if (!added.has(`${userId} ${noticeId}`)) continue
      const rest = { isRead: false, order: null, isNewDevice: null, title: null, subject: null }
      const notice: UserNotice = { noticeId, kind, createdAt: at, ...rest, ...data }
      onStored({ userId, realm, notices: [notice] })
    }
  }

  /** One that cannot be stored takes no other with it. */
  async function insertEach(notices: readonly NewNotice[]): Promise<void> {
    for (const notice of notices)
      // They are stored in their order.
      // oxlint-disable-next-line no-await-in-loop
      await insert([notice]).catch((error: unknown) =>
        log.error('A notice could not be stored', { error: String(error) }),
      )
  }

  async function drain(): Promise<void> {
    // What one turn of the event loop reports is stored together.
    for (await nextTurn(); waiting.length > 0; await nextTurn()) {
      const notices = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await insert(notices).catch(() => insertEach(notices))
    }
    running = undefined
  }

  return {
    insert,
    add(notices: readonly NewNotice[]): void {
      if (notices.length === 0) return
      waiting.push(...notices)
      running ??= drain()
    },
    settled: async () => running,
  }
}

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve))

/** The announcements of the moment, with whether the reader has read them. */
async function announcementsFor(
  { userId, languages }: NoticeReader,
  { db, clock, source }: Pick<UserNoticesOptions, 'db' | 'clock' | 'source'>,
): Promise<readonly UserNotice[]> {
  const shown = noticesAt(await source.read(), { now: clock.now(), languages })
  const noticeIds = shown.map(({ noticeId }) => `announcement:${noticeId}`)
  const read = await readAnnouncements(db, { userId, noticeIds })
  return shown.map(({ noticeId: id, publishedAt, title }): UserNotice => {
    const noticeId = `announcement:${id}`
    return {
      noticeId,
      kind: 'announcement',
      createdAt: publishedAt,
      isRead: read.has(noticeId),
      order: null,
      isNewDevice: null,
      title,
      subject: null,
    }
  })
}

/** Keeps the notices of users in the database; announcements stay in their source. */
export function createUserNotices(options: UserNoticesOptions): UserNotices {
  const { db, clock } = options
  const changes = createEmitter<NoticeChange>()
  const { add, insert, settled } = createNoticeWriter({ ...options, onStored: changes.emit })
  const announcements = (reader: NoticeReader) => announcementsFor(reader, options)
  return {
    publish: (effects) => add(noticesOf(effects)),
    marginCall: (call) => add([marginCallNotice(call)]),
    login(userId, { isNewDevice }) {
      const at = clock.now()
      const noticeId = `login:${at}`
      add([{ userId, realm: '', noticeId, kind: 'login', at, data: { isNewDevice } }])
    },
    security(userId, state) {
      const at = clock.now()
      const data = { subject: { state, asset: null, amount: null, symbol: null } }
      add([{ userId, realm: '', noticeId: `security:${at}:${state}`, kind: 'security', at, data }])
    },
    priceAlert: (userId, { alertId, symbol, price, direction, at }) =>
      insert([
        {
          userId,
          realm: '',
          noticeId: `priceAlert:${alertId}`,
          kind: 'priceAlert',
          at,
          data: { subject: { state: direction, asset: null, amount: price, symbol } },
        },
      ]),
    async list(reader, { cursor, limit }) {
      const before = cursor === undefined ? undefined : readCursor(cursor)
      const [stored, announced] = await Promise.all([
        latestNotices(db, { ...reader, before, limit: limit + 1 }),
        announcements(reader),
      ])
      return pageOf(
        [...stored, ...announced.filter((one) => !before || isAfter(one, before))],
        limit,
      )
    },
    latest: (reader) => latestNotices(db, { ...reader, before: undefined, limit: LATEST }),
    async unread(reader) {
      const [stored, announced] = await Promise.all([
        countUnread(db, reader),
        announcements(reader),
      ])
      return stored + announced.filter(({ isRead }) => !isRead).length
    },
    async read({ userId, realm, languages }, noticeIds) {
      const announced = (await announcements({ userId, realm, languages })).filter(
        ({ noticeId, isRead }) => !isRead && (noticeIds?.includes(noticeId) ?? true),
      )
      const stored = await markRead(db, {
        userId,
        realm,
        noticeIds,
        announcements: announced.map(({ noticeId, createdAt }) => ({ noticeId, at: createdAt })),
      })
      const notices = [...stored, ...announced.map((notice) => ({ ...notice, isRead: true }))]
      if (notices.length > 0) changes.emit({ userId, realm: '', notices })
    },
    onChange: changes.subscribe,
    async start() {
      await removeNotices(db, { before: clock.now() - KEPT_MS })
      add((await filledSinceLastNotice(db)).map(filledNotice))
    },
    settled,
  }
}

/** The first `limit` of these in the order of the list. */
function pageOf(found: readonly UserNotice[], limit: number) {
  const sorted = found.toSorted((a, b) =>
    isAfter(a, { at: b.createdAt, noticeId: b.noticeId }) ? 1 : -1,
  )
  const items = sorted.slice(0, limit)
  const end = items.at(-1)
  return {
    items,
    next: end && sorted.length > limit ? `${end.createdAt}.${end.noticeId}` : null,
  }
}

/** Whether a notice comes after a place in the list, which has the latest first. */
const isAfter = (
  { createdAt, noticeId }: UserNotice,
  before: { readonly at: number; readonly noticeId: string },
): boolean => createdAt < before.at || (createdAt === before.at && noticeId < before.noticeId)

function readCursor(cursor: string): { readonly at: number; readonly noticeId: string } {
  const [at = '', ...id] = cursor.split('.')
  return { at: Number(at), noticeId: id.join('.') }
}
