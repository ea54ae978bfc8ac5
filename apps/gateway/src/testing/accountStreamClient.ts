import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { createEmitter } from '@x/kit'
import { WebSocket } from 'ws'
import type { Realm } from '../exchange/accounts/accounts.ts'
import type { SessionReader } from '../platform/http/SessionReader.ts'
import type { UserStreamMessage as UserMessage } from '@x/api'

/** Cookies `session=<user>.<realm>`, until they are ended. */
export function createTestSessions() {
  const ended = new Set<string>()
  const endings = createEmitter<string>()
  const sessions: SessionReader = {
    async read({ cookie }) {
      const [, userId, realm] = /session=(\w+)\.(live|paper)/.exec(String(cookie ?? '')) ?? []
      if (!userId || !realm) return { ok: false, code: '401', message: 'Please login to visit' }
      const sessionId = `${userId}.${realm}`
      if (ended.has(sessionId)) return { ok: false, code: '20205', message: 'ended' }
      return {
        ok: true,
        session: { sessionId, userId, realm: realm as Realm, roles: ['trader'], keyId: 'key' },
      }
    },
    onEnd: (listener) => endings.subscribe(listener),
  }
  return {
    sessions,
    endSilently: (id: string) => void ended.add(id),
    end: (id: string) => endings.emit(id),
  }
}

export interface StreamClient {
  readonly socket: WebSocket
  readonly messages: UserMessage[]
  /** Resolves with the messages once there are that many of the topic. */
  until(topic: string, count: number): Promise<UserMessage[]>
  readonly closed: Promise<{ code: number; reason: string }>
}

export function openStreamClient(url: string, cookie: string): StreamClient {
  const socket = new WebSocket(url, { headers: { cookie } })
  const messages: UserMessage[] = []
  socket.on(
    'message',
    (data) => void messages.push(JSON.parse((data as Buffer).toString()) as UserMessage),
  )
  socket.on('error', () => {})
  const ofTopic = (topic: string) => messages.filter((message) => message.topic === topic)
  return {
    socket,
    messages,
    async until(topic, wanted) {
      while (ofTopic(topic).length < wanted)
        await once(socket, 'message', { signal: AbortSignal.timeout(120_000) })
      return ofTopic(topic)
    },
    closed: once(socket, 'close').then(([code, reason]) => ({
      code: code as number,
      reason: (reason as Buffer).toString(),
    })),
  }
}

/**
 * A peer that speaks as much of the protocol as opening takes: it reads, and answers neither pings
 * nor close frames.
 */
export interface RawPeer {
  readonly socket: Socket
  /** Everything that came, frames and all. */
  text(): string
  isOpen(): boolean
}

export async function openRawPeer(url: string, cookie: string): Promise<RawPeer> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connectTcp({ host: hostname, port: Number(port), allowHalfOpen: true })
  let text = ''
  let isOpen = true
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  for (const event of ['end', 'close', 'error']) socket.on(event, () => (isOpen = false))
  await once(socket, 'connect')
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  const headers = [
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
    `Cookie: ${cookie}`,
  ]
  socket.write([`GET ${pathname} HTTP/1.1`, `Host: ${hostname}`, ...headers, '', ''].join('\r\n'))
  while (!text.includes('101 Switching') && isOpen) await once(socket, 'data')
  return { socket, text: () => text, isOpen: () => isOpen }
}
