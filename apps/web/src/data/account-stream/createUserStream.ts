import {
  type Clock,
  type ConnectivityHints,
  createEmitter,
  createStore,
  type Random,
  type Store,
  type TextSocket,
} from '@x/kit'
import { createReconnectingSocket } from '@x/kit/socket'
import {
  isUserMessage,
  PING_TEXT,
  readUserMessage,
  type RequestedMessage,
  type RequestedTopic,
  SUBSCRIBE_ALL,
  subscribeTo,
  unsubscribeFrom,
  type UserMessage,
} from './userMessage.ts'

/** `live`: the first snapshot has arrived. `waiting`: between two tries to connect. */
export type UserStreamStatus = 'off' | 'connecting' | 'live' | 'waiting'

export interface UserStreamOptions {
  readonly openSocket: () => TextSocket
  readonly clock: Clock
  readonly random: Random
  /** Events on which an open socket is checked at once. */
  readonly hints?: ConnectivityHints | undefined
  /** Whether the session cookies, with which a socket opens, are those of the user on screen. */
  readonly isCurrentSession: () => boolean
}

export interface UserStream {
  readonly status: Store<UserStreamStatus>
  /** Connects as the user of the session cookies, anew if it already was connected. */
  start(): void
  stop(): void
  /** Calls with each snapshot and each delta that follows without a gap. */
  subscribe(listener: (message: UserMessage) => void): () => void
  /**
   * Has the server send a topic that it sends on request only, as long as somebody wants it; calls
   * as `subscribe` does.
   */
  request(topic: RequestedTopic, listener: (message: RequestedMessage) => void): () => void
  /**
   * Calls when the session must be checked: the cookies name another user, or the server closed a
   * socket before its first message, as it does without a session.
   */
  onSessionUncertain(listener: () => void): () => void
}

const HEARTBEAT_MS = 15_000
const BACK_OFF = { firstDelayMs: 1_000, maxDelayMs: 20_000 }

/**
 * The private WebSocket with the user's orders, fills and balances. A sequence gap in a topic is
 * repaired by subscribing to it again.
 */
export function createUserStream({
  openSocket,
  clock,
  random,
  hints,
  isCurrentSession,
}: UserStreamOptions): UserStream {
  const status = createStore<UserStreamStatus>('off')
  const messages = createEmitter<UserMessage>()
  const sessionUncertain = createEmitter<void>()
  const requested = new Map<RequestedTopic, Set<(message: RequestedMessage) => void>>()
  const isRequested = (topic: unknown): topic is RequestedTopic =>
    requested.has(topic as RequestedTopic)
  const lastSeq = new Map<(UserMessage | RequestedMessage)['topic'], number>()
  /** Whether the current socket has delivered a message of a topic. */
  let isLive = false

  const socket = createReconnectingSocket({
    openSocket,
    clock,
    random,
    hints,
    ...BACK_OFF,
    heartbeatMs: HEARTBEAT_MS,
    openTimeoutMs: HEARTBEAT_MS,
    pingText: PING_TEXT,
    // A socket opens with the cookies of the moment: with another user's it would deliver that
    // user's orders.
    isAuthorized: isCurrentSession,
    onUnauthorized: () => sessionUncertain.emit(),
    onOpen() {
      socket.send(SUBSCRIBE_ALL)
      if (requested.size > 0) socket.send(subscribeTo(...requested.keys()))
    },
    onMessage: receive,
    onLost() {
      if (!isLive) sessionUncertain.emit()
    },
  })

  socket.state.subscribe(() => {
    const { status: next } = socket.state.getState()
    if (next === 'connecting') {
      lastSeq.clear()
      isLive = false
    }
    status.setState(statusOf(next, isLive))
  })

  function receive(text: string): void {
    const message = readUserMessage(text, isRequested)
    if (!message) return
    const { topic, type, seq, prevSeq } = message
    if (type === 'delta' && prevSeq !== lastSeq.get(topic)) {
      // One subscription per gap; deltas before its snapshot cannot be applied.
      if (lastSeq.delete(topic)) socket.send(subscribeTo(topic))
      return
    }
    lastSeq.set(topic, seq)
    isLive = true
    status.setState('live')
    if (isUserMessage(message)) messages.emit(message)
    else for (const listener of requested.get(message.topic) ?? []) listener(message)
  }

  const request: UserStream['request'] = (topic, listener) => {
    const listeners = requested.get(topic) ?? new Set()
    requested.set(topic, listeners.add(listener))
    // A second one needs a snapshot of its own.
    if (socket.state.getState().status === 'open') socket.send(subscribeTo(topic))
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      requested.delete(topic)
      lastSeq.delete(topic)
      if (socket.state.getState().status === 'open') socket.send(unsubscribeFrom(topic))
    }
  }

  return {
    status,
    start: socket.restart,
    stop: socket.stop,
    subscribe: messages.subscribe,
    request,
    onSessionUncertain: (listener) => sessionUncertain.subscribe(() => listener()),
  }
}

function statusOf(
  socket: ReturnType<ReturnType<typeof createReconnectingSocket>['state']['getState']>['status'],
  isLive: boolean,
): UserStreamStatus {
  if (socket === 'idle' || socket === 'closed') return 'off'
  if (socket === 'open') return isLive ? 'live' : 'connecting'
  return socket
}
