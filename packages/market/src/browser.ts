import type { FrameScheduler, MarketSocket, Wake } from './ports.ts'

/** Opens a WebSocket each time it is asked; the address may be relative to the page. */
export function browserSocket(address: string): () => MarketSocket {
  return () => {
    const url = new URL(address, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    return {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => socket.close(),
      listen({ opened, message, closed }) {
        socket.onopen = opened
        socket.onmessage = (event: MessageEvent<unknown>) =>
          typeof event.data === 'string' && message(event.data)
        socket.onclose = closed
      },
    }
  }
}

const WAKES = ['online', 'offline', 'visibilitychange', 'pageshow', 'focus'] as const

/** The network, a page that comes back, a lid that opens. */
export function browserWake(): Wake {
  return {
    subscribe(listener) {
      for (const name of WAKES) addEventListener(name, listener)
      return () => {
        for (const name of WAKES) removeEventListener(name, listener)
      }
    },
  }
}

/** Longest wait where no frame is drawn: the page is hidden, or out of sight. */
const FRAMELESS_MS = 1_000

/**
 * One commit before each drawn frame; where none is drawn, one a second keeps the stores moving.
 */
export function browserFrame(): FrameScheduler {
  const waiting = new Set<{ readonly since: number; readonly run: () => void }>()
  let watch: ReturnType<typeof setTimeout> | undefined

  // One timer for all frames, not one for each: what has waited too long runs, and the rest is
  // looked at again.
  const look = (): void => {
    watch = undefined
    const late = performance.now() - FRAMELESS_MS
    for (const { since, run } of waiting) if (since <= late) run()
    const [next] = waiting
    if (next) watch = setTimeout(look, Math.max(0, next.since - late))
  }

  return {
    request(run) {
      const task = { since: performance.now(), run: once }
      const frame = requestAnimationFrame(once)
      waiting.add(task)
      watch ??= setTimeout(look, FRAMELESS_MS)
      function cancel(): void {
        cancelAnimationFrame(frame)
        waiting.delete(task)
      }
      function once(): void {
        cancel()
        run()
      }
      return { cancel }
    },
  }
}
