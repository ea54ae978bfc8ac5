import type { FrameScheduler, MarketSocket } from './ports.ts'

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
        socket.onmessage = (event: MessageEvent<unknown>) => typeof event.data === 'string' && message(event.data)
        socket.onclose = closed
      },
    }
  }
}

/** One commit before each drawn frame; a hidden page draws none, so a timer keeps its stores moving once a second. */
export function browserFrame(): FrameScheduler {
  return {
    request(run) {
      let frame = 0
      const once = () => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        run()
      }
      const timer = setTimeout(once, 1_000)
      frame = requestAnimationFrame(once)
      return {
        cancel() {
          cancelAnimationFrame(frame)
          clearTimeout(timer)
        },
      }
    },
  }
}
