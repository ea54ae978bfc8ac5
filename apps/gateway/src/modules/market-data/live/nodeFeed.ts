import { WebSocket } from 'ws'
import type { FeedSocket } from './createFeedSocket.ts'

const HANDSHAKE_MS = 10_000
const LARGEST_MESSAGE = 16 * 1024 * 1024

/** A web socket of this process. */
export function openFeedSocket(url: string): FeedSocket {
  const socket = new WebSocket(url, { handshakeTimeout: HANDSHAKE_MS, maxPayload: LARGEST_MESSAGE })
  // The reason comes as `close`; without a listener an error would end the process.
  socket.on('error', () => {})
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.terminate(),
    listen({ opened, message, alive, closed }) {
      socket.on('open', opened)
      socket.on('message', (data: Buffer, isBinary) => !isBinary && message(data.toString('utf8')))
      socket.on('ping', alive)
      socket.on('close', closed)
    },
  }
}

export async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(HANDSHAKE_MS) })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.json()
}
