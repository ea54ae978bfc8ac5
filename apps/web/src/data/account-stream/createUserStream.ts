import {
  type Clock,
  createEmitter,
  createStore,
  type Random,
  type Store,
  type TimerHandle,
} from '@x/kit'
import type { MarketSocket, Wake } from '@x/market'
import { readUserMessage, SUBSCRIBE_ALL, subscribeTo, type UserMessage } from './userMessage.ts'

export type UserStreamStatus = 'off' | 'connecting' | 'live' | 'waiting'

export interface UserStreamOptions {
  readonly openSocket: () => MarketSocket
  readonly clock: Clock
  readonly random: Random
  /** When a socket that says nothing is doubted at once. */
  readonly wake?: Wake | undefined
  /** Whether the session of the cookies, as whom a socket opens, is the one on screen. */
  readonly isOwnSession: () => boolean
}

export interface UserStream {
  readonly status: Store<UserStreamStatus>
  /** Connects as the session's user, anew if it already was. */
  start(): void
  stop(): void
  subscribe(listener: (message: UserMessage) => void): () => void
  /**
   * Called when whose session this is has become doubtful: the cookies name another one, or a
   * socket was closed before its first message.
   */
  onDoubt(listener: () => void): () => void
}

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 20_000
const PING = 15_000
/** For the answer to a doubt. */
const PATIENCE = 2_000

/**
 * The private socket: what happens to the user's own orders and balances, told as it happens. A gap
 * is answered with a new subscription.
 */
export function createUserStream({
  openSocket,
  clock,
  random,
  wake,
  isOwnSession,
}: UserStreamOptions): UserStream {
  const status = createStore<UserStreamStatus>('off')
  const messages = createEmitter<UserMessage>()
  const doubts = createEmitter<void>()
  const lastSeq = new Map<UserMessage['topic'], number>()
  let socket: MarketSocket | undefined
  let timer: TimerHandle | undefined
  let attempt = 0
  let isSilent = true
  /** Whether anything came since the last question. */
  let isHeard = true

  const drop = (): void => {
    timer?.cancel()
    const old = socket
    socket = undefined
    old?.close()
  }
  const stop = (): void => {
    drop()
    status.setState('off')
  }
  /**
   * A socket opens with whatever cookie the browser holds: another user's orders would come in
   * under this one's name.
   */
  const isForeign = (): boolean => {
    if (isOwnSession()) return false
    stop()
    doubts.emit()
    return true
  }
  const open = (): void => {
    if (isForeign()) return
    status.setState('connecting')
    lastSeq.clear()
    isSilent = true
    const current = openSocket()
    socket = current
    current.listen({
      opened() {
        if (socket !== current || isForeign()) return
        current.send(SUBSCRIBE_ALL)
        isHeard = true
        ping()
      },
      message(text) {
        if (socket !== current) return
        isHeard = true
        take(text)
      },
      closed: () => socket === current && retry(),
    })
    // A socket that never opens must not hang for the minutes that a network stack allows it.
    timer = clock.after(PING, retry)
  }
  /**
   * A network that went away says nothing: a question without an answer is how a dead socket shows.
   */
  const ping = (): void => {
    timer?.cancel()
    timer = clock.after(PING, () => {
      if (!isHeard) return retry()
      isHeard = false
      socket?.send('{"op":"ping"}')
      ping()
    })
  }
  /** Own orders and balances of before a sleep would stand there as live for half a minute. */
  const doubt = (): void => {
    const now = status.getState()
    if (now === 'waiting') {
      timer?.cancel()
      open()
    } else if (now === 'live') {
      isHeard = false
      socket?.send('{"op":"ping"}')
      timer?.cancel()
      timer = clock.after(PATIENCE, () => (isHeard ? ping() : retry()))
    }
  }
  const retry = (): void => {
    drop()
    status.setState('waiting')
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt++)
    timer = clock.after(pause / 2 + (pause / 2) * ((random.bytes(1)[0] ?? 0) / 255), open)
    // The gateway tells of an ended session by closing at once; a browser hears no more than the
    // closing.
    if (isSilent) doubts.emit()
  }
  const take = (text: string): void => {
    const message = readUserMessage(text)
    if (!message) return
    const { topic, type, seq, prevSeq } = message
    const last = lastSeq.get(topic)
    if (type === 'delta' && prevSeq !== last) {
      // One question for a gap; what comes before its snapshot cannot be placed.
      if (lastSeq.delete(topic)) socket?.send(subscribeTo(topic))
      return
    }
    lastSeq.set(topic, seq)
    attempt = 0
    isSilent = false
    status.setState('live')
    messages.emit(message)
  }

  wake?.subscribe(doubt)

  return {
    status,
    start() {
      drop()
      attempt = 0
      open()
    },
    stop,
    subscribe: messages.subscribe,
    onDoubt: (listener) => doubts.subscribe(() => listener()),
  }
}
