import type { NoticeMail, UserNotice, UserNoticeKind } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { MessageSender } from '../delivery/ports/MessageSender.ts'
import { findUser } from '../users/ports/users.ts'
import { readersOfMore, readNoticeMail, setNoticeMail } from './noticeMailRows.ts'
import { noticeMailText } from './noticeMailText.ts'
import type { UserNotices } from './ports/UserNotices.ts'

/**
 * What each kind does by default; `always`: who takes an account over must not silence it. Changes
 * of what secures the account and log-ins of new devices have mails of their own, with the way to
 * undo them.
 */
const MATRIX: Readonly<Partial<Record<UserNoticeKind, 'always' | 'on' | 'off'>>> = {
  security: 'always',
  login: 'always',
  withdrawal: 'always',
  deposit: 'on',
  payment: 'on',
  liquidation: 'on',
  marginCall: 'on',
  p2p: 'on',
  filled: 'off',
  triggered: 'off',
  copy: 'off',
  earn: 'off',
  redPacket: 'off',
  rebate: 'off',
}
/** What few users want by mail: for the others a fill costs no look at the database. */
const OFF = (Object.keys(MATRIX) as UserNoticeKind[]).filter((kind) => MATRIX[kind] === 'off')
const READERS_MS = 60_000
const OWN_MAILS: ReadonlySet<UserNoticeKind> = new Set(['security', 'login'])
/** Of one user in an hour: fewer than a mailbox takes, so that codes still come through. */
const PER_HOUR = 20
const HOUR_MS = 3_600_000
const SETTINGS_PATH = '/account/setting/mail'

export interface NoticeMails {
  settings(userId: string): Promise<{ items: NoticeMail[]; hasAddress: boolean }>
  /** @throws GatewayError 40010 for a kind that is fixed or has no mail. */
  change(userId: string, setting: { kind: UserNoticeKind; mail: boolean }): Promise<void>
  /** Resolves once the mails of all notices so far are queued. */
  settled(): Promise<void>
  /** Sends no more; resolves as `settled` does. */
  stop(): Promise<void>
}

export interface NoticeMailOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly store: Pick<TtlStore, 'increment'>
  readonly userNotices: Pick<UserNotices, 'onChange'>
  /** Absent where the operator has set no provider. */
  readonly sender: MessageSender | undefined
}

/** Sends notices of live funds by mail, as each user has chosen. */
export function createNoticeMail(options: NoticeMailOptions): NoticeMails {
  const { db, log, userNotices } = options
  let last: Promise<void> = Promise.resolve()
  const readers = createReaders(options)
  const unsubscribe = userNotices.onChange(({ userId, realm, notices }) => {
    if (realm === 'paper') return
    const mailed = notices.filter(
      ({ kind, isRead }) => !isRead && MATRIX[kind] !== undefined && !OWN_MAILS.has(kind),
    )
    if (mailed.length === 0) return
    last = last
      .then(() => mailTo(userId, mailed, { ...options, readers }))
      .catch((error: unknown) =>
        log.warn('A notice was not mailed', { error: error instanceof Error ? error.name : '' }),
      )
  })
  return {
    async settings(userId) {
      const { kinds } = await readNoticeMail(db, userId)
      const user = await findUser(db, userId)
      const names = Object.keys(MATRIX) as UserNoticeKind[]
      return {
        items: names.map((kind) => ({
          kind,
          mail: isWanted(kind, kinds),
          isFixed: MATRIX[kind] === 'always',
        })),
        hasAddress: typeof user?.email === 'string',
      }
    },
    async change(userId, { kind, mail }) {
      const rule = MATRIX[kind]
      if (rule === undefined || rule === 'always')
        throw invalidParameter('kind', 'Mails of this kind cannot be changed')
      await setNoticeMail(db, { userId, kind, mail })
      readers.forget()
    },
    settled: () => last,
    stop() {
      unsubscribe()
      return last
    },
  }
}

const isWanted = (
  kind: UserNoticeKind,
  chosen: Readonly<Partial<Record<UserNoticeKind, boolean>>>,
): boolean => {
  const rule = MATRIX[kind]
  return rule === 'always' || (rule !== undefined && (chosen[kind] ?? rule === 'on'))
}

/** Who wants more by mail than by default, as of a minute ago at most. */
function createReaders({ db, clock }: Pick<NoticeMailOptions, 'db' | 'clock'>) {
  let known: { readonly at: number; readonly userIds: ReadonlySet<string> } | undefined
  return {
    async has(userId: string): Promise<boolean> {
      if (!known || clock.now() - known.at >= READERS_MS)
        known = { at: clock.now(), userIds: await readersOfMore(db, OFF) }
      return known.userIds.has(userId)
    },
    forget() {
      known = undefined
    },
  }
}

async function mailTo(
  userId: string,
  notices: readonly UserNotice[],
  {
    db,
    log,
    store,
    sender,
    readers,
  }: NoticeMailOptions & { readonly readers: ReturnType<typeof createReaders> },
): Promise<void> {
  if (!sender) return
  const isOff = notices.every(({ kind }) => MATRIX[kind] === 'off')
  if (isOff && !(await readers.has(userId))) return
  const { kinds, language } = await readNoticeMail(db, userId)
  const wanted = notices.filter(({ kind }) => isWanted(kind, kinds))
  const email = wanted.length === 0 ? null : (await findUser(db, userId))?.email
  if (!email) return
  for (const notice of wanted) {
    const text = noticeMailText(notice)
    if (!text) continue
    const { count } = await store.increment(`notice:mail:${userId}`, { ttlMs: HOUR_MS })
    if (count > PER_HOUR) return log.warn('Notices were not mailed: too many in an hour')
    await sender.send({
      scene: 'notice',
      to: email,
      channel: 'email',
      language,
      at: notice.createdAt,
      path: SETTINGS_PATH,
      ...text,
    })
  }
}
