import type { TextSocket } from '@x/kit'
import { WebSocket } from 'ws'

const HANDSHAKE_MS = 10_000
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

/** Opens a WebSocket with the `ws` package. */
export function openFeedSocket(url: string): TextSocket {
  const socket = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE_BYTES,
  })
  // `close` follows every error; without a listener the error would end the process.
  socket.on('error', () => {})
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.terminate(),
    listen({ onOpen, onMessage, onPing, onClose }) {
      socket.on('open', onOpen)
      socket.on(
        'message',
        (data: Buffer, isBinary) => !isBinary && onMessage(data.toString('utf8')),
      )
      socket.on('ping', onPing)
      socket.on('close', onClose)
    },
  }
}

export async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(HANDSHAKE_MS) })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.json()
}
