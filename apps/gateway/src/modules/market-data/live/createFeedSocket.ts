import type { Clock, Random, TimerHandle } from '@x/kit'

/**
 * A text socket to an exchange, already aimed. `closed` is called once, also when it never opened.
 */
export interface FeedSocket {
  send(text: string): void
  close(): void
  listen(listener: {
    opened(): void
    message(text: string): void
    /** A ping of the other side: alive. */ alive(): void
    closed(): void
  }): void
}

export interface FeedSocketOptions {
  readonly open: () => FeedSocket
  readonly clock: Clock
  readonly random: Random
  readonly keepAlive: string | undefined
  readonly onOpen: () => void
  readonly onMessage: (text: string) => void
  readonly onLost: (detail: { readonly attempt: number; readonly pauseMs: number }) => void
}

/** Silence after which a sign of life is asked for; as long again, and the socket is given up. */
const SILENCE_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * One socket that comes back by itself, with pauses that double and are never the same for two
 * gateways.
 */
export function createFeedSocket({
  open,
  clock,
  random,
  keepAlive,
  onOpen,
  onMessage,
  onLost,
}: FeedSocketOptions) {
  let socket: FeedSocket | undefined
  let timer: TimerHandle | undefined
  let attempt = 0

  const connect = (): void => {
    const current = open()
    socket = current
    const guarded = (run: () => void) => () => socket === current && run()
    current.listen({
      opened: guarded(() => {
        heard()
        onOpen()
      }),
      message(text) {
        if (socket !== current) return
        attempt = 0
        heard()
        onMessage(text)
      },
      alive: guarded(heard),
      closed: guarded(lost),
    })
    timer = clock.after(SILENCE_MS, lost)
  }
  const heard = (): void => {
    timer?.cancel()
    timer = clock.after(SILENCE_MS, () => {
      if (keepAlive !== undefined) socket?.send(keepAlive)
      timer = clock.after(SILENCE_MS, lost)
    })
  }
  const lost = (): void => {
    drop()
    attempt++
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))
    const pauseMs = Math.round(pause / 2 + (pause / 2) * ((random.bytes(1)[0] ?? 0) / 255))
    timer = clock.after(pauseMs, connect)
    onLost({ attempt, pauseMs })
  }
  const drop = (): void => {
    timer?.cancel()
    const old = socket
    socket = undefined
    old?.close()
  }
  return { start: connect, stop: drop, send: (text: string) => socket?.send(text) }
}
