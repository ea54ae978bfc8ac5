import type { Clock } from '@x/kit'
import type { Effects } from '../../exchange/state/effects.ts'
import type { Database } from '../../platform/db/Database.ts'
import { createSlices, type SliceOptions } from '../../platform/event-loop/createSlices.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { MarginAccountSource } from '../margin/ports/MarginAccountSource.ts'
import type { NoticeChange, UserNotices } from '../notices/ports/UserNotices.ts'
import type { P2pMessageChange, P2pMessageSource } from '../p2p/ports/P2pPorts.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import type { DepositSource } from '../wallet/ports/DepositSource.ts'
import { concernedUsers, userKey } from './concernedUsers.ts'
import { createFillSnapshots } from './createFillSnapshots.ts'
import { latestFuturesFills } from './createFuturesTopics.ts'
import type { PublishedRecord, UserTopics, UserTopicSources } from './createUserTopics.ts'

export interface PublicationOptions {
  readonly trading: TradingService
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly userNotices: Pick<UserNotices, 'latest' | 'onChange'>
  /** Default: there are none. */
  readonly p2pMessages?: P2pMessageSource | undefined
  /** Default: there are none. */
  readonly deposits?: DepositSource | undefined
  /** Default: there are none. */
  readonly marginAccounts?: MarginAccountSource | undefined
  /** How publication is sliced; each snapshot takes turns of its own. */
  readonly slices?: SliceOptions | undefined
}

/** Who hears what happens to a user's account: a socket, or a feed of the bus. */
export type Receiver = Pick<UserTopics, 'publish' | 'watchesPrices' | 'showPrices' | 'show'>

export interface Publication {
  sourcesOf(trader: Trader): UserTopicSources
  enter(trader: Trader, receiver: Receiver): void
  leave(trader: Trader, receiver: Receiver): void
  /** Gives those concerned what one journal record did; called in order, once it is on disk. */
  publish(seq: number, effects: Effects): void
  stop(): void
}

const REALMS = ['live', 'paper'] as const
/** Records that one receiver is given in one write. */
const RECORDS_AT_ONCE = 16

/** Leads what records did, and rows that are not of the journal, to the users' receivers. */
export function createPublication({
  trading,
  db,
  clock,
  log,
  userNotices,
  p2pMessages,
  deposits,
  marginAccounts,
  slices = {},
}: PublicationOptions): Publication {
  const receivers = new Map<string, Set<Receiver>>()
  const fillSnapshots = createFillSnapshots({ db, core: trading.core })
  /**
   * Records that each receiver has yet to be given. A thousand stops of an account with 20
   * connections are 60,000 messages: they are sent in slices, receivers in turn.
   */
  const pending = new Map<Receiver, PublishedRecord[]>()
  const publication = createSlices({
    ...slices,
    clock,
    step: publishNext,
    onError: (error) => log.error('A record could not be published', { error: String(error) }),
  })
  let lastSnapshotTurn = Promise.resolve()
  const { nextTurn = (run: () => void) => void setImmediate(run) } = slices
  const snapshotTurn = () =>
    (lastSnapshotTurn = lastSnapshotTurn.then(
      () => new Promise<void>((resolve) => nextTurn(resolve)),
    ))

  /** The next records of the one that has waited longest; `false`: none has any. */
  function publishNext(): boolean {
    const [next] = pending
    if (!next) return false
    const [receiver, records] = next
    pending.delete(receiver)
    if (records.length > RECORDS_AT_ONCE) pending.set(receiver, records.slice(RECORDS_AT_ONCE))
    receiver.publish(records.slice(0, RECORDS_AT_ONCE))
    return true
  }

  function* all(): Generator<Receiver> {
    for (const own of receivers.values()) yield* own
  }

  function showNotices({ userId, realm, notices }: NoticeChange): void {
    for (const shown of realm === '' ? REALMS : [realm])
      for (const receiver of receivers.get(userKey({ realm: shown, userId })) ?? [])
        receiver.show('notices', notices)
  }

  function showMessages({ userId, messages }: P2pMessageChange): void {
    for (const receiver of receivers.get(userKey({ realm: 'live', userId })) ?? [])
      receiver.show('p2pMessages', messages)
  }

  const stopDeposits = deposits?.onChange(({ userId, rows }) => {
    for (const receiver of receivers.get(userKey({ realm: 'live', userId })) ?? [])
      receiver.show('deposits', rows)
  })
  const stopMargin = marginAccounts?.onPrices(() => {
    for (const receiver of all()) receiver.showPrices()
  })
  const stopMessages = p2pMessages?.onChange(showMessages)
  const stopNotices = userNotices.onChange(showNotices)

  return {
    sourcesOf: (session) => ({
      session,
      snapshotTurn,
      trading,
      clock,
      readFills: () => fillSnapshots.read(session),
      readFuturesFills: () => latestFuturesFills({ db, core: trading.core }, session),
      readNotices: () => userNotices.latest(session),
      readDeposits: () => deposits?.open(session.userId) ?? [],
      marginAccounts,
    }),
    enter(trader, receiver) {
      const own = receivers.get(userKey(trader)) ?? new Set()
      receivers.set(userKey(trader), own.add(receiver))
    },
    leave(trader, receiver) {
      pending.delete(receiver)
      const own = receivers.get(userKey(trader))
      if (!own?.delete(receiver) || own.size > 0) return
      receivers.delete(userKey(trader))
      fillSnapshots.forget(trader)
    },
    publish(seq, effects) {
      for (const { order } of effects.fills) fillSnapshots.onFill(order, seq)
      const concerned = concernedUsers(effects)
      const queue = (receiver: Receiver): void => {
        const records = pending.get(receiver) ?? []
        pending.set(receiver, records)
        records.push({ seq, effects })
      }
      for (const key of concerned) for (const each of receivers.get(key) ?? []) queue(each)
      if (effects.records?.prices)
        for (const [key, own] of receivers)
          if (!concerned.has(key)) for (const each of own) if (each.watchesPrices()) queue(each)
      publication.wake()
    },
    stop() {
      stopNotices()
      stopMessages?.()
      stopDeposits?.()
      stopMargin?.()
      publication.stop()
    },
  }
}
