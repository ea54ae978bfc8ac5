import { type Clock, createStore, type Random, type Store, type TimerHandle } from '@x/kit'
import type { MarketSocket, Wake } from '../ports.ts'
import { type Address, PING_TEXT, subscribeText } from '../wire.ts'
import { pauseAfter } from './backOff.ts'

export interface ConnectionState {
  /** `waiting`: between two tries. `closed`: disposed of. */
  readonly status: 'idle' | 'connecting' | 'open' | 'waiting' | 'closed'
  /** Failed tries in a row. */
  readonly attempt: number
  /** Local time of the next try, ms since the epoch, while waiting. */
  readonly nextTryAt?: number
}

export interface ConnectionOptions {
  readonly openSocket: () => MarketSocket
  readonly clock: Clock
  readonly random: Random
  /** First pause between two tries, doubled each time. Default 500 ms. */
  readonly firstPauseMs?: number
  /** Longest pause. Default 15,000 ms. */
  readonly longestPauseMs?: number
  /**
   * Silence after which the server is asked for a sign of life; as long again and the socket is
   * given up. Default 5,000 ms.
   */
  readonly silenceMs?: number
  /**
   * Has an open socket asked for a sign of life within 2,000 ms, and a pause between two tries
   * ended.
   */
  readonly wake?: Wake | undefined
  readonly onOpen: () => void
  readonly onMessage: (text: string) => void
  readonly onLost: () => void
}

export interface Connection {
  readonly state: Store<ConnectionState>
  /** Connects unless it already is, or is about to. */
  start(): void
  /** Closes and forgets the tries; `start` begins anew. */
  stop(): void
  /**
   * Asks for snapshots of these topics and for what follows, if open; otherwise nothing, because
   * `onOpen` asks for everything again.
   */
  ask(topics: readonly Address[]): void
  drop(topics: readonly Address[]): void
  dispose(): void
}

const DOUBT_MS = 2_000

/**
 * One socket that comes back by itself: exponential pauses with full jitter, a ping after silence,
 * one message stream.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { openSocket, clock, onOpen, onMessage, onLost, silenceMs = 5_000, wake } = options
  const state = createStore<ConnectionState>({ status: 'idle', attempt: 0 })
  let socket: MarketSocket | undefined
  let retry: TimerHandle | undefined
  let watchdog: TimerHandle | undefined
  let heardAt = 0
  /** By the wall clock, which alone knows of a sleep. */
  let heardOn = 0
  /** Anything since the last question. */
  let isHeard = false
  /** In a row; a server that takes a socket and closes it before a word has failed too. */
  let failures = 0

  const open = (): void => {
    const { attempt } = state.getState()
    retry = undefined
    state.setState({ status: 'connecting', attempt })
    const current = openSocket()
    socket = current
    const isCurrent = () => socket === current
    current.listen({
      opened() {
        if (!isCurrent()) return
        state.setState({ status: 'open', attempt: 0 })
        hear()
        watch(silenceMs)
        onOpen()
      },
      message(text) {
        if (!isCurrent()) return
        hear()
        failures = 0
        onMessage(text)
      },
      closed() {
        if (isCurrent()) lost()
      },
    })
    // A socket that never opens must not hang for the minutes that a network stack allows it.
    watchdog = clock.after(silenceMs * 2, () => isCurrent() && lost())
  }

  const hear = (): void => {
    heardAt = clock.monotonic()
    heardOn = clock.now()
    isHeard = true
  }

  /**
   * One timer for a whole silence, not one for each of hundreds of messages a second: when it ends
   * it looks how long the silence has lasted.
   */
  const watch = (ms: number): void => {
    watchdog?.cancel()
    watchdog = clock.after(ms, () => {
      const left = heardAt + silenceMs - clock.monotonic()
      if (hasSlept()) return lost()
      if (left > 0) return watch(left)
      question(silenceMs)
    })
  }
  const question = (patienceMs: number): void => {
    isHeard = false
    watchdog?.cancel()
    socket?.send(PING_TEXT)
    watchdog = clock.after(patienceMs, () =>
      isHeard ? watch(heardAt + silenceMs - clock.monotonic()) : lost(),
    )
  }
  /**
   * The wall clock went on far longer than any silence that is borne: what is shown is that old.
   */
  const hasSlept = (): boolean => clock.now() - heardOn > silenceMs * 2
  const doubt = (): void => {
    const { status } = state.getState()
    if (status === 'open') return hasSlept() ? lost() : question(DOUBT_MS)
    if (status !== 'waiting') return
    retry?.cancel()
    open()
  }
  const stopWaking = wake?.subscribe(doubt)

  const lost = (): void => {
    const wasOpen = state.getState().status === 'open'
    drop()
    failures++
    const pause = pauseAfter(failures, options)
    state.setState({ status: 'waiting', attempt: failures, nextTryAt: clock.now() + pause })
    retry = clock.after(pause, open)
    if (wasOpen) onLost()
  }

  const drop = (): void => {
    watchdog?.cancel()
    retry?.cancel()
    const old = socket
    socket = undefined
    old?.close()
  }

  const say = (op: 'subscribe' | 'unsubscribe', topics: readonly Address[]): void => {
    if (state.getState().status === 'open' && topics.length > 0)
      socket?.send(subscribeText(op, topics))
  }

  return {
    state,
    start() {
      const { status } = state.getState()
      if (status === 'idle') open()
    },
    stop() {
      if (state.getState().status === 'closed') return
      drop()
      failures = 0
      state.setState({ status: 'idle', attempt: 0 })
    },
    ask: (topics) => say('subscribe', topics),
    drop: (topics) => say('unsubscribe', topics),
    dispose() {
      stopWaking?.()
      drop()
      state.setState({ status: 'closed', attempt: 0 })
    },
  }
}
