import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '@x/kit'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { ServedSocket } from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import { CLOSE_OVER_ALLOWANCE, SOCKET_SERVER } from '../../../platform/http/socketLimits.ts'

const LARGEST_MESSAGE = 16 * 1024
const PING_MS = 20_000
const LIFE_MS = 86_400_000
/** Bytes that a client may leave unread. */
const MOST_UNREAD = 4 * 1024 * 1024
const MESSAGES_PER_SECOND = 5

/** One connection of the dialect. */
export interface DialectSocket {
  readonly address: string
  readonly path: string
  readonly query: URLSearchParams
  send(text: string): void
  close(code: number, reason: string): void
}

export interface SocketHandler {
  /** Answers what to do with messages and at the end; `undefined`: it was closed. */
  open(socket: DialectSocket): Promise<SocketSession | undefined>
  /** Messages a second; default 5. */
  readonly messagesPerSecond?: number
}

export interface SocketSession {
  message(text: string): void
  /** Each time that the peer is pinged. */
  beat?(): void
  end(): void
}

/** A socket path that pings every 20 s, ends after 24 h, and limits what clients send and leave. */
export function createSocketPath(
  path: string,
  {
    clock,
    isPrefix,
    handler,
  }: { readonly clock: Clock; readonly isPrefix?: boolean; readonly handler: SocketHandler },
): ServedSocket {
  const server = new WebSocketServer({ ...SOCKET_SERVER, maxPayload: LARGEST_MESSAGE })
  function begin(socket: WebSocket, served: Pick<Served, 'request' | 'stream' | 'address'>): void {
    socket.on('error', () => socket.terminate())
    void serve(socket, { ...served, clock, handler })
  }
  const end: ServedSocket['end'] = (code, reason, when = (run) => run()) => {
    for (const client of server.clients) when(() => client.close(code, reason))
  }
  return {
    path,
    end,
    count: () => server.clients.size,
    ...(isPrefix ? { isPrefix } : {}),
    upgrade(
      request: IncomingMessage,
      stream: Duplex,
      head: Buffer,
      address = request.socket.remoteAddress ?? '',
    ) {
      server.handleUpgrade(request, stream, head, (client) =>
        begin(client, { request, stream, address }),
      )
    },
    close() {
      end(1001, 'The gateway is stopping')
      server.close()
    },
  }
}

interface Served {
  readonly request: IncomingMessage
  readonly stream: Duplex
  readonly address: string
  readonly clock: Clock
  readonly handler: SocketHandler
}

async function serve(
  socket: WebSocket,
  { request, stream, address, clock, handler }: Served,
): Promise<void> {
  const beginBatch = createBatching(stream)
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  // What arrives while the session opens waits for it.
  const early: string[] = []
  const state: { session?: SocketSession | undefined; isAlive: boolean } = { isAlive: true }
  const openedAt = clock.monotonic()
  const mayPass = createRate(handler.messagesPerSecond ?? MESSAGES_PER_SECOND, clock)
  const beat = setInterval(() => {
    const isOver = clock.monotonic() - openedAt > LIFE_MS
    if (!state.isAlive || isOver)
      return isOver ? socket.close(1000, 'A day is over') : socket.terminate()
    state.isAlive = false
    socket.ping()
    state.session?.beat?.()
  }, PING_MS)
  socket.on('pong', () => (state.isAlive = true))
  socket.on('message', (data, isBinary) => {
    state.isAlive = true
    if (isBinary || !mayPass()) return socket.close(CLOSE_OVER_ALLOWANCE, 'Too many requests')
    if (state.session) state.session.message(textOf(data))
    else early.push(textOf(data))
  })
  socket.on('close', () => {
    clearInterval(beat)
    state.session?.end()
  })
  const session = await handler
    .open({
      address,
      path,
      query: new URLSearchParams(query),
      send(text) {
        if (socket.readyState !== socket.OPEN) return
        if (socket.bufferedAmount > MOST_UNREAD) return socket.terminate()
        beginBatch()
        socket.send(text)
      },
      close: (code, reason) => socket.close(code, reason),
    })
    .catch(() => {
      socket.close(1011, 'Internal error')
      return undefined
    })
  state.session = session
  if (session && socket.readyState !== socket.OPEN) session.end()
  else for (const text of early) session?.message(text)
}

/**
 * What is sent in one turn of the event loop goes out in one write: orders that were journalled
 * together are answered together.
 */
function createBatching(stream: Duplex): () => void {
  let isOpen = false
  return () => {
    if (isOpen) return
    isOpen = true
    stream.cork()
    process.nextTick(() => {
      isOpen = false
      stream.uncork()
    })
  }
}

function createRate(perSecond: number, clock: Pick<Clock, 'monotonic'>): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const now = Math.floor(clock.monotonic() / 1_000)
    if (now !== second) [second, count] = [now, 0]
    count += 1
    return count <= perSecond
  }
}

function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8')
}
