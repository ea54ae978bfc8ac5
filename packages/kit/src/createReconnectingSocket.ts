import { backOffDelay, type ExponentialDelay } from './backOff.ts'
import { createStore, type Store } from './createStore.ts'
import type { Clock, ConnectivityHints, Random, TextSocket, TimerHandle } from './ports.ts'

/** The state of a reconnecting socket. */
export interface SocketState {
  /**
   * `idle`: not started. `waiting`: between two tries. `closed`: disposed of, for good.
   */
  readonly status: 'idle' | 'connecting' | 'open' | 'waiting' | 'closed'
  /** Consecutive failures; 0 while open. */
  readonly attempt: number
  /** Wall time of the next try in milliseconds since the epoch, while waiting. */
  readonly nextTryAt?: number
}

/** How a connection or a try to connect ended. */
export interface SocketLoss {
  /** Whether the socket had opened. */
  readonly wasOpen: boolean
  /** Consecutive failures, this one included. */
  readonly attempt: number
  /** Milliseconds until the next try. */
  readonly delayMs: number
  /** What `openSocket` threw, such as the `SyntaxError` of a bad address. */
  readonly error?: unknown
}

/** Ports, timing and callbacks of `createReconnectingSocket`. */
export interface ReconnectingSocketOptions extends ExponentialDelay {
  /** Opens one socket; called again for each try. A try that throws has failed. */
  readonly openSocket: () => TextSocket
  readonly clock: Clock
  readonly random: Random
  /**
   * Milliseconds without a message after which `pingText` is sent; without an answer the socket is
   * closed after as many again. Default 5,000.
   */
  readonly heartbeatMs?: number | undefined
  /** Default: nothing is sent, and the server's own messages are waited for. */
  readonly pingText?: string | undefined
  /** Longest time to open, in milliseconds. Default: twice `heartbeatMs`. */
  readonly openTimeoutMs?: number | undefined
  /**
   * On a hint an open socket is pinged and closed without an answer within 2,000 ms; between two
   * tries the next one starts at once.
   */
  readonly hints?: ConnectivityHints | undefined
  /**
   * Asked before each try and once more when the socket has opened. `false` closes the socket,
   * stops reconnecting and calls `onUnauthorized`.
   */
  readonly isAuthorized?: (() => boolean) | undefined
  readonly onUnauthorized?: (() => void) | undefined
  /** The socket is open: the place to subscribe, after each reconnection too. */
  readonly onOpen?: (() => void) | undefined
  readonly onMessage: (text: string) => void
  /** An open socket or a try to open one was lost; the next try is scheduled. */
  readonly onLost?: ((loss: SocketLoss) => void) | undefined
}

/** A socket that reconnects until it is stopped. */
export interface ReconnectingSocket {
  readonly state: Store<SocketState>
  /** Connects; does nothing unless idle. */
  start(): void
  /** Closes the socket and forgets earlier failures; `start` connects anew. */
  stop(): void
  /** `stop` and `start` in one step, without the state `idle` between them. */
  restart(): void
  /** Sends while open; otherwise does nothing, because `onOpen` subscribes to everything again. */
  send(text: string): void
  /** Closes the socket for good and leaves no timer and no listener. */
  dispose(): void
}

/** Time for the answer to a ping that a hint has caused. */
const HINT_PING_TIMEOUT_MS = 2_000

/**
 * A text WebSocket that reconnects: exponential back-off with jitter, a heartbeat, detection of a
 * suspended device, connectivity hints and a stop where the session is refused.
 */
export function createReconnectingSocket(options: ReconnectingSocketOptions): ReconnectingSocket {
  const { openSocket, clock, pingText, hints, isAuthorized, onUnauthorized } = options
  const { heartbeatMs = 5_000, openTimeoutMs = heartbeatMs * 2 } = options
  const { onOpen, onMessage, onLost } = options
  const state = createStore<SocketState>({ status: 'idle', attempt: 0 })
  let socket: TextSocket | undefined
  let retryTimer: TimerHandle | undefined
  let watchdog: TimerHandle | undefined
  let lastReceived = { monotonic: 0, wall: 0 }
  let hasReceivedSincePing = false
  /** Consecutive; a server that accepts a socket and closes it before a message has failed too. */
  let failures = 0

  const connect = (): void => {
    if (stopIfUnauthorized()) return
    retryTimer = undefined
    state.setState({ status: 'connecting', attempt: failures })
    let current: TextSocket
    try {
      current = openSocket()
    } catch (error) {
      return lose(error)
    }
    socket = current
    const isCurrent = () => socket === current
    current.listen({
      onOpen() {
        if (!isCurrent() || stopIfUnauthorized()) return
        state.setState({ status: 'open', attempt: 0 })
        markReceived()
        watch(heartbeatMs)
        onOpen?.()
      },
      onMessage(text) {
        if (!isCurrent()) return
        markReceived()
        failures = 0
        onMessage(text)
      },
      onPing: () => isCurrent() && markReceived(),
      onClose: () => isCurrent() && lose(),
    })
    // A network stack may let a socket that never opens hang for minutes.
    watchdog = clock.after(openTimeoutMs, () => isCurrent() && lose())
  }

  /** A socket opens with the cookies of the moment, which may name another user by then. */
  const stopIfUnauthorized = (): boolean => {
    if (!isAuthorized || isAuthorized()) return false
    reset()
    onUnauthorized?.()
    return true
  }

  const markReceived = (): void => {
    lastReceived = { monotonic: clock.monotonic(), wall: clock.now() }
    hasReceivedSincePing = true
  }
  const msUntilPing = () => lastReceived.monotonic + heartbeatMs - clock.monotonic()

  /**
   * One timer for a whole heartbeat instead of one for each of hundreds of messages a second: when
   * it ends, it checks how long the silence has lasted.
   */
  const watch = (ms: number): void => {
    watchdog?.cancel()
    watchdog = clock.after(ms, () => {
      if (wasSuspended()) return lose()
      const left = msUntilPing()
      if (left > 0) watch(left)
      else ping(heartbeatMs)
    })
  }
  const ping = (timeoutMs: number): void => {
    hasReceivedSincePing = false
    if (pingText !== undefined) socket?.send(pingText)
    watchdog?.cancel()
    watchdog = clock.after(timeoutMs, () => (hasReceivedSincePing ? watch(msUntilPing()) : lose()))
  }
  /** Only the wall clock advances while a device sleeps: the last message is that old. */
  const wasSuspended = () => clock.now() - lastReceived.wall > heartbeatMs * 2

  const onHint = (): void => {
    const { status } = state.getState()
    if (status === 'open') {
      if (wasSuspended()) lose()
      else ping(HINT_PING_TIMEOUT_MS)
    } else if (status === 'waiting') {
      retryTimer?.cancel()
      connect()
    }
  }

  const lose = (error?: unknown): void => {
    const wasOpen = state.getState().status === 'open'
    close()
    failures++
    const delayMs = backOffDelay(failures, options)
    retryTimer = clock.after(delayMs, connect)
    state.setState({ status: 'waiting', attempt: failures, nextTryAt: clock.now() + delayMs })
    onLost?.({ wasOpen, attempt: failures, delayMs, ...(error !== undefined && { error }) })
  }
  const close = (): void => {
    watchdog?.cancel()
    retryTimer?.cancel()
    const old = socket
    socket = undefined
    old?.close()
  }
  const reset = (): void => {
    close()
    failures = 0
    state.setState({ status: 'idle', attempt: 0 })
  }

  const isDisposed = () => state.getState().status === 'closed'
  const unsubscribeHints = hints?.subscribe(onHint)

  return {
    state,
    start() {
      if (state.getState().status === 'idle') connect()
    },
    stop() {
      if (!isDisposed()) reset()
    },
    restart() {
      if (isDisposed()) return
      close()
      failures = 0
      connect()
    },
    send(text) {
      if (state.getState().status === 'open') socket?.send(text)
    },
    dispose() {
      unsubscribeHints?.()
      close()
      state.setState({ status: 'closed', attempt: 0 })
    },
  }
}
