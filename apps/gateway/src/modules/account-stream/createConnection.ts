import type { sockets, UserStreamMessage, ValueOf } from '@x/api'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import { CLOSE_OVER_ALLOWANCE, OVER_ALLOWANCE } from '../../platform/http/socketLimits.ts'
import { createUserTopics, type UserTopics, type UserTopicSources } from './createUserTopics.ts'
import {
  CLOSE_TOO_SLOW,
  costOf,
  readClientMessage,
  FIRST_TOPICS,
  TERMINATING,
  type UserCloseCode,
} from './wire.ts'

export interface ConnectionOptions extends Omit<UserTopicSources, 'session'> {
  readonly socket: WebSocket
  /** The stream under it. */
  readonly stream: Pick<Duplex, 'cork' | 'uncork'>
  readonly session: RequestSession
  /** Spends of the user's allowance; false: there is not enough left. */
  readonly spend: (cost: number) => boolean
}

export interface Connection extends Pick<
  UserTopics,
  'publish' | 'watchesPrices' | 'showPrices' | 'show'
> {
  readonly sessionId: string
  readonly realm: Realm
  /** Subscribes to everything, as a client without a word expects. */
  open(): void
  /** Asks for a sign of life; without one since the last time the peer is gone. */
  probe(): void
  isOpen(): boolean
  close(code: UserCloseCode, reason: string): void
}

type UserReply = ValueOf<typeof sockets.user.reply>

/** Bytes that a client may leave unread. */
const MAX_UNREAD = 1024 * 1024
const OPEN = 1

export function createConnection({
  socket,
  stream,
  session,
  clock,
  spend,
  ...sources
}: ConnectionOptions): Connection {
  const { realm, sessionId } = session
  const topics = createUserTopics({ ...sources, clock, session, send, onFailed: close })
  let isAlive = true

  function send(message: UserStreamMessage | UserReply): void {
    if (socket.readyState !== OPEN) return
    if (socket.bufferedAmount > MAX_UNREAD) return close(CLOSE_TOO_SLOW, 'too slow')
    socket.send(JSON.stringify(message))
  }

  function onMessage(text: string): void {
    // Frames of a peer that ignores the close frame.
    if (socket.readyState !== OPEN) return
    const message = readClientMessage(text)
    if (!spend(costOf(message))) return close(CLOSE_OVER_ALLOWANCE, OVER_ALLOWANCE)
    if (!message) return send({ op: 'error', code: '40010', msg: 'The message is not understood' })
    if (message.op === 'ping') return send({ op: 'pong', ts: clock.now() })
    for (const topic of message.topics) {
      if (message.op === 'unsubscribe') topics.unsubscribe(topic)
      else topics.subscribe(topic)
    }
  }

  function close(code: UserCloseCode, reason: string): void {
    topics.clear()
    socket.close(code, reason)
    if (TERMINATING.has(code)) socket.terminate()
  }

  socket.on('message', (data: RawData) => onMessage((data as Buffer).toString('utf8')))
  socket.on('pong', () => (isAlive = true))

  return {
    sessionId,
    realm,
    open: () => FIRST_TOPICS.forEach(topics.subscribe),
    /** In one write. */
    publish(records) {
      stream.cork()
      try {
        topics.publish(records)
      } finally {
        stream.uncork()
      }
    },
    watchesPrices: topics.watchesPrices,
    showPrices: topics.showPrices,
    show: topics.show,
    probe() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
    },
    isOpen: () => socket.readyState === OPEN,
    close,
  }
}
