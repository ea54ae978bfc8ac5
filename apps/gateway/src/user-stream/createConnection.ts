import type { Clock } from '@x/kit'
import type { RawData, WebSocket } from 'ws'
import type { Database } from '../db/Database.ts'
import { ownerOf } from '../ledger/accounts.ts'
import type { Realm, RequestSession } from '../server/route.ts'
import type { Desk } from '../spot/createDesk.ts'
import type { Effects } from '../spot/exchange/effects.ts'
import { fills } from '../spot/history.ts'
import { assetView, fillView, orderView } from '../spot/views.ts'
import { CLOSE_TOO_SLOW, readClientMessage, USER_TOPICS, type UserTopic } from './wire.ts'

export interface ConnectionOptions {
  readonly socket: WebSocket
  readonly session: RequestSession
  readonly desk: Desk
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

export interface Connection {
  readonly sessionId: string
  readonly realm: Realm
  /** Subscribes to everything, as a client without a word expects. */
  open(): void
  publish(seq: number, effects: Effects): void
  /** Asks for a sign of life; without one since the last time the peer is gone. */
  probe(): void
  isOpen(): boolean
  close(code: number, reason: string): void
}

/** One topic of one connection. `after`: journal record up to which the snapshot tells; `held`: what came while it was being made. */
interface Subscription {
  seq: number
  after: number
  held: { readonly seq: number; readonly data: readonly unknown[] }[] | undefined
}

/** Bytes that a client may leave unread. */
const MAX_UNREAD = 1024 * 1024
const SNAPSHOT_FILLS = 50
const OPEN = 1

export function createConnection({ socket, session, desk, db, clock }: ConnectionOptions): Connection {
  const { realm, userId, sessionId } = session
  const subscriptions = new Map<UserTopic, Subscription>()
  let isAlive = true

  function send(message: object): void {
    if (socket.readyState !== OPEN) return
    if (socket.bufferedAmount > MAX_UNREAD) return close(CLOSE_TOO_SLOW, 'too slow')
    socket.send(JSON.stringify(message))
  }

  function tell(topic: UserTopic, subscription: Subscription, { type, data }: { type: 'snapshot' | 'delta'; data: readonly unknown[] }): void {
    const prevSeq = subscription.seq
    subscription.seq++
    send({ topic, type, seq: subscription.seq, prevSeq, ts: clock.now(), data })
  }

  /** A snapshot tells of everything up to a record that is on disk; what comes later follows as deltas, in order, none twice. */
  async function subscribe(topic: UserTopic): Promise<void> {
    if (subscriptions.get(topic)?.held) return
    const { core } = desk
    const subscription: Subscription = { seq: 0, after: core.lastSeq(), held: [] }
    subscriptions.set(topic, subscription)
    const [data] = await Promise.all([snapshotOf(topic, subscription.after), core.durable(subscription.after)])
    if (subscriptions.get(topic) !== subscription) return
    tell(topic, subscription, { type: 'snapshot', data })
    for (const { seq, data: later } of subscription.held ?? []) if (seq > subscription.after) tell(topic, subscription, { type: 'delta', data: later })
    subscription.held = undefined
  }

  /** Orders and balances are read at once, as they stand after the record `through`. */
  async function snapshotOf(topic: UserTopic, through: number): Promise<readonly unknown[]> {
    const { core } = desk
    if (topic === 'orders') return [...core.state.ordersOf(realm, userId)].map(orderView)
    if (topic === 'balances') return desk.assets(session)
    await core.settled()
    const found = await fills(db, { realm, userId, through, limit: SNAPSHOT_FILLS, cursor: undefined, symbol: undefined })
    return found.map(({ row }) => fillView(row))
  }

  function dataOf(topic: UserTopic, effects: Effects): readonly unknown[] {
    const isOwn = (of: { readonly realm: string; readonly userId: string }) => of.realm === realm && of.userId === userId
    if (topic === 'orders') return effects.orders.filter(isOwn).map(orderView)
    if (topic === 'fills') return effects.fills.filter(({ order }) => isOwn(order)).map(fillView)
    return effects.accounts.filter((account) => account.realm === realm && account.owner === ownerOf(userId)).map(assetView)
  }

  function hear(text: string): void {
    const message = readClientMessage(text)
    if (!message) return send({ op: 'error', code: '40010', msg: 'The message is not understood' })
    if (message.op === 'ping') return send({ op: 'pong', ts: clock.now() })
    for (const topic of message.topics) {
      if (message.op === 'unsubscribe') subscriptions.delete(topic)
      else start(topic)
    }
  }

  function start(topic: UserTopic): void {
    subscribe(topic).catch(() => close(1011, 'the snapshot could not be read'))
  }

  function close(code: number, reason: string): void {
    subscriptions.clear()
    socket.close(code, reason)
    // Whoever does not read does not see the close frame either.
    if (code === CLOSE_TOO_SLOW) socket.terminate()
  }

  socket.on('message', (data: RawData) => hear((data as Buffer).toString('utf8')))
  socket.on('pong', () => (isAlive = true))

  return {
    sessionId,
    realm,
    open: () => USER_TOPICS.forEach(start),
    publish(seq, effects) {
      for (const [topic, subscription] of subscriptions) {
        if (seq <= subscription.after) continue
        const data = dataOf(topic, effects)
        if (data.length === 0) continue
        if (subscription.held) subscription.held.push({ seq, data })
        else tell(topic, subscription, { type: 'delta', data })
      }
    },
    probe() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
    },
    isOpen: () => socket.readyState === OPEN,
    close,
  }
}
