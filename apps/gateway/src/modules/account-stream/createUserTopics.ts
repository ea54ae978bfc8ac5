import type { Deposit, P2pMessage, UserNotice, UserStreamMessage } from '@x/api'
import type { Clock } from '@x/kit'
import { spotOwner } from '../../exchange/accounts/owner.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import { CLOSE_TRY_LATER } from '../../platform/http/socketLimits.ts'
import { fillView, orderView } from '../orders/ports/orderViews.ts'
import { orderViewOf } from '../p2p/ports/p2pViews.ts'
import { assetView } from '../trading/ports/balances.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import { withdrawalView } from '../withdrawals/ports/withdrawalView.ts'
import { createAccountsTopic } from './createAccountsTopic.ts'
import type { FillSnapshot } from './createFillSnapshots.ts'
import {
  createFuturesTopics,
  isFuturesTopic,
  type FuturesTopicsOptions,
} from './createFuturesTopics.ts'
import {
  createMarginTopic,
  createMaximaTopic,
  type MarginTopicOptions,
} from './createMarginTopic.ts'
import { productChanges } from './productChanges.ts'
import type { UserCloseCode, UserTopic } from './wire.ts'

/** What the topics of a user are made of. */
export interface UserTopicSources {
  readonly session: Trader
  readonly trading: TradingService
  readonly clock: Pick<Clock, 'now'>
  /** The user's latest fills. */
  readonly readFills: () => FillSnapshot
  readonly readFuturesFills: FuturesTopicsOptions['readFuturesFills']
  readonly readNotices: () => Promise<readonly UserNotice[]>
  /** Deposits that may still change. */
  readonly readDeposits: () => readonly Deposit[]
  readonly marginAccounts: MarginTopicOptions['marginAccounts']
  /** Resolves in a turn of the event loop that no other snapshot of the gateway uses. */
  readonly snapshotTurn: () => Promise<void>
}

export interface UserTopicsOptions extends UserTopicSources {
  readonly send: (message: UserStreamMessage) => void
  /** What was subscribed to cannot be sent any more. */
  readonly onFailed: (code: UserCloseCode, reason: string) => void
  /** A further snapshot of a topic has the next number. Default: it begins anew. */
  readonly keepsNumbers?: boolean
}

/** What one journal record did. */
export interface PublishedRecord {
  readonly seq: number
  readonly effects: Effects
}

/** Topics that are not of the journal, with what they send. */
interface ShownRows {
  readonly notices: UserNotice
  readonly deposits: Deposit
  readonly p2pMessages: P2pMessage
}

/** The topics that somebody follows of one user's account. */
export interface UserTopics {
  /** Sends a snapshot, and then what changes. */
  subscribe(topic: UserTopic): void
  unsubscribe(topic: UserTopic): void
  clear(): void
  /** Sends what concerns the user. */
  publish(records: readonly PublishedRecord[]): void
  /** Whether new prices concern it, which are of nobody in particular. */
  watchesPrices(): boolean
  /** Sends what new prices changed of margin accounts, their maxima and all amounts. */
  showPrices(): void
  /** Sends rows that are not of the journal: notices, messages, deposits. */
  show<Topic extends keyof ShownRows>(topic: Topic, rows: readonly ShownRows[Topic][]): void
}

/**
 * One topic that is followed. `after`: the last journal record that the snapshot includes. `held`:
 * deltas that arrived before the snapshot was sent; `undefined` once it was.
 */
interface Subscription {
  seq: number
  after: number
  held: { readonly seq: number; readonly data: readonly unknown[] }[] | undefined
}

/**
 * Deltas that may wait for a snapshot; beyond it nothing more is sent and the client starts anew.
 */
const MAX_HELD = 1_000

export function createUserTopics({
  session,
  trading,
  clock,
  readFills,
  readFuturesFills,
  readNotices,
  readDeposits,
  marginAccounts,
  snapshotTurn,
  send,
  onFailed,
  keepsNumbers = false,
}: UserTopicsOptions): UserTopics {
  const { realm, userId } = session
  const now = () => clock.now()
  const view = trading.core.state
  const futuresTopics = createFuturesTopics({ view, session, readFuturesFills, now })
  const marginTopic = createMarginTopic({ session, marginAccounts })
  const maximaTopic = createMaximaTopic({ session, marginAccounts })
  const accountsTopic = createAccountsTopic({ view, session, marginAccounts, clock })
  const subscriptions = new Map<UserTopic, Subscription>()
  /** Topics whose snapshot is being read: never two at a time. */
  const reading = new Set<UserTopic>()

  const isOwnWithdrawal = (of: { readonly userId: string }): boolean =>
    realm === 'live' && of.userId === userId

  const isOwnP2p = ({ buyer, seller }: { readonly buyer: string; readonly seller: string }) =>
    realm === 'live' && (buyer === userId || seller === userId)
  const ofP2p = (order: Parameters<typeof orderViewOf>[0]) => orderViewOf(order, userId)

  function sendMessage(
    topic: UserTopic,
    subscription: Subscription,
    { type, data }: { type: 'snapshot' | 'delta'; data: readonly unknown[] },
  ): void {
    const prevSeq = subscription.seq
    subscription.seq++
    // The compiler cannot see that the rows are those of the topic; the contract test does.
    const { seq } = subscription
    send({ topic, type, seq, prevSeq, ts: clock.now(), data } as UserStreamMessage)
  }

  /** A second subscription while the first one's snapshot is being read waits for it. */
  function subscribe(topic: UserTopic): void {
    if (subscriptions.get(topic)?.held) return
    const seq = keepsNumbers ? (subscriptions.get(topic)?.seq ?? 0) : 0
    subscriptions.set(topic, { seq, after: trading.core.lastSeq(), held: [] })
    if (!reading.has(topic)) void sendSnapshots(topic)
  }

  /** The topic may be left and subscribed to again while its snapshot is being read. */
  async function sendSnapshots(topic: UserTopic): Promise<void> {
    reading.add(topic)
    try {
      for (let next = subscriptions.get(topic); next?.held; next = subscriptions.get(topic))
        await sendSnapshot(topic, next)
    } catch {
      onFailed(1011, 'the snapshot could not be read')
    } finally {
      reading.delete(topic)
    }
  }

  /**
   * A snapshot includes everything up to a record that is on disk; what comes later follows as
   * deltas, in order, none twice.
   */
  async function sendSnapshot(topic: UserTopic, subscription: Subscription): Promise<void> {
    // A user's 20 connections ask at once: building and writing all of them would hold up others.
    await snapshotTurn()
    if (subscriptions.get(topic) !== subscription) return
    const { through, data } = snapshotOf(topic)
    subscription.after = through
    const [rows] = await Promise.all([data, trading.core.durable(through)])
    await snapshotTurn()
    if (subscriptions.get(topic) !== subscription) return
    sendMessage(topic, subscription, { type: 'snapshot', data: rows })
    for (const { seq, data: later } of subscription.held ?? [])
      if (seq > through) sendMessage(topic, subscription, { type: 'delta', data: later })
    subscription.held = undefined
  }

  /** Orders and balances are read at once, as they stand after the record `through`. */
  function snapshotOf(topic: UserTopic): {
    readonly through: number
    readonly data: readonly unknown[] | Promise<readonly unknown[]>
  } {
    if (topic === 'fills') return readFills()
    const { core } = trading
    return { through: core.lastSeq(), data: rowsOf(topic) }
  }

  function rowsOf(
    topic: Exclude<UserTopic, 'fills'>,
  ): readonly unknown[] | Promise<readonly unknown[]> {
    const { state } = trading.core
    switch (topic) {
      case 'orders':
        return [...state.ordersOf(realm, userId)].map(orderView)
      case 'balances':
        return trading.assets(session)
      case 'notices':
        return readNotices()
      case 'deposits':
        return realm === 'live' ? readDeposits() : []
      case 'marginAccount':
        return marginTopic.snapshot()
      case 'marginMaxima':
        return maximaTopic.snapshot()
      case 'accounts':
        return accountsTopic.snapshot()
      case 'p2pMessages':
      case 'products':
        return []
      case 'p2p':
        return [...state.p2p.orders.values()].filter(isOwnP2p).map(ofP2p)
      case 'withdrawals':
        return [...state.withdrawals.open.values()].filter(isOwnWithdrawal).map(withdrawalView)
      default:
        return futuresTopics.snapshot(topic)
    }
  }

  function dataOf(topic: UserTopic, effects: Effects): readonly unknown[] {
    const isOwn = (of: { readonly realm: string; readonly userId: string }) =>
      of.realm === realm && of.userId === userId
    if (isFuturesTopic(topic)) return futuresTopics.delta(topic, effects)
    if (topic === 'marginAccount') return marginTopic.delta(effects)
    if (topic === 'marginMaxima') return maximaTopic.delta(effects)
    if (topic === 'accounts') return accountsTopic.delta(effects)
    // Not of the journal: see `show`.
    if (topic === 'notices' || topic === 'p2pMessages' || topic === 'deposits') return []
    if (topic === 'p2p') return (effects.p2p?.orders ?? []).filter(isOwnP2p).map(ofP2p)
    if (topic === 'products')
      return productChanges(effects)
        .filter(isOwn)
        .map(({ product, id }) => ({ product, id }))
    if (topic === 'withdrawals')
      return (effects.withdrawals ?? []).filter(isOwnWithdrawal).map(withdrawalView)
    if (topic === 'orders') return effects.orders.filter(isOwn).map(orderView)
    if (topic === 'fills') return effects.fills.filter(({ order }) => isOwn(order)).map(fillView)
    return effects.accounts
      .filter((account) => account.realm === realm && account.owner === spotOwner(userId))
      .map(assetView)
  }

  function publishOne({ seq, effects }: PublishedRecord): void {
    for (const [topic, subscription] of subscriptions) {
      if (seq <= subscription.after) continue
      const data = dataOf(topic, effects)
      if (data.length === 0) continue
      if (subscription.held) hold(subscription.held, { seq, data })
      else sendMessage(topic, subscription, { type: 'delta', data })
    }
  }

  /** Rows are whole: those that the snapshot includes too are the same. */
  function show(topic: UserTopic, data: readonly unknown[]): void {
    const subscription = subscriptions.get(topic)
    if (subscription?.held) hold(subscription.held, { seq: Infinity, data })
    else if (subscription) sendMessage(topic, subscription, { type: 'delta', data })
  }

  function showChanged(topic: UserTopic, read: () => readonly unknown[]): void {
    if (!subscriptions.has(topic)) return
    const rows = read()
    if (rows.length > 0) show(topic, rows)
  }

  function hold(
    held: NonNullable<Subscription['held']>,
    delta: { readonly seq: number; readonly data: readonly unknown[] },
  ): void {
    if (held.length < MAX_HELD) held.push(delta)
    else onFailed(CLOSE_TRY_LATER, 'the snapshot takes too long')
  }

  return {
    subscribe,
    unsubscribe: (topic) => void subscriptions.delete(topic),
    clear: () => subscriptions.clear(),
    publish(records) {
      for (const record of records) publishOne(record)
    },
    watchesPrices: () => subscriptions.has('risk'),
    showPrices() {
      showChanged('marginAccount', marginTopic.changed)
      showChanged('marginMaxima', maximaTopic.changed)
      showChanged('accounts', accountsTopic.priced)
    },
    show,
  }
}
