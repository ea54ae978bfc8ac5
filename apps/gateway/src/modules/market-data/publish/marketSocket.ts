import type { sockets, ValueOf } from '@x/api'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocketServer, type WebSocket } from 'ws'
import type { ServedSocket } from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import {
  CLOSE_OVER_ALLOWANCE,
  CLOSE_TRY_LATER,
  createAllowance,
  createConnectionCount,
  MESSAGE_COST,
  OVER_ALLOWANCE,
  SOCKET_LIMITS,
  SOCKET_SERVER,
  type SocketLimits,
} from '../../../platform/http/socketLimits.ts'
import type { Publisher } from '../../../platform/event-bus/relay/Publisher.ts'
import type { Subscriber } from '../../../platform/event-bus/relay/Subscriber.ts'
import { addressKey, type Address } from './createPublisher.ts'

const LARGEST_MESSAGE = 16 * 1024
const MOST_SUBSCRIPTIONS = 100
const PING_MS = 20_000
const PRODUCTS = ['spot', 'usdt', 'coin'] as const

interface Command {
  readonly op: string
  readonly args: readonly Address[]
}

/** `/v1/market/stream`: public, read-only, the same for everybody. */
export function marketSocket({
  publisher,
  now,
  limits = SOCKET_LIMITS,
}: {
  publisher: Publisher<Address>
  now: () => number
  limits?: SocketLimits
}): ServedSocket {
  const server = new WebSocketServer({ ...SOCKET_SERVER, maxPayload: LARGEST_MESSAGE })
  const connections = createConnectionCount(limits.perAddress)

  const end: ServedSocket['end'] = (code, reason, when = (run) => run()) => {
    for (const client of server.clients) when(() => client.close(code, reason))
  }

  server.on('connection', (socket: WebSocket, _request: IncomingMessage, address: string) => {
    socket.on('error', () => socket.terminate())
    if (!connections.enter(address))
      return socket.close(CLOSE_TRY_LATER, 'Too many connections from this address')
    socket.on('close', () => connections.leave(address))
    serve(socket, { publisher, now, limits })
  })

  return {
    path: '/v1/market/stream',
    upgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      address = request.socket.remoteAddress ?? '',
    ) {
      server.handleUpgrade(request, socket, head, (client) =>
        server.emit('connection', client, request, address),
      )
    },
    end,
    count: () => server.clients.size,
    close() {
      end(1001, 'The gateway is stopping')
      server.close()
    },
  }
}

interface ServeOptions {
  readonly publisher: Publisher<Address>
  readonly now: () => number
  readonly limits: SocketLimits
}

function serve(socket: WebSocket, { publisher, now, limits }: ServeOptions): void {
  const allowance = createAllowance(limits, now)
  const { answer, refuse, subscribe, unsubscribe, forget } = createSubscriptions(socket, publisher)
  let isAlive = true
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, PING_MS)

  socket.on('pong', () => (isAlive = true))
  socket.on('close', () => {
    clearInterval(heartbeat)
    forget()
  })
  socket.on('message', (data, isBinary) => {
    isAlive = true
    if (socket.readyState !== socket.OPEN) return
    const command = isBinary ? undefined : parseCommand(textOf(data))
    if (command?.op !== 'subscribe' && !allowance.spend(MESSAGE_COST))
      return socket.close(CLOSE_OVER_ALLOWANCE, OVER_ALLOWANCE)
    if (!command)
      return refuse(
        '40010',
        'Expected {"op":"subscribe"|"unsubscribe"|"ping","args":[{"topic","symbol","product"?}]}',
      )
    if (command.op === 'ping') return answer({ op: 'pong', ts: now() })
    for (const topic of command.args) {
      if (command.op === 'unsubscribe') unsubscribe(topic)
      else if (allowance.spend(1)) subscribe(topic)
      else return socket.close(CLOSE_OVER_ALLOWANCE, OVER_ALLOWANCE)
    }
  })
}

/** The topics of one socket, and the answers to its commands. */
function createSubscriptions(socket: WebSocket, publisher: Publisher<Address>) {
  const held = new Set<string>()
  const subscriber: Subscriber = {
    send: (text) => socket.send(text),
    backlog: () => socket.bufferedAmount,
    drop: () => socket.terminate(),
  }
  const answer = (reply: ValueOf<typeof sockets.market.reply>) => socket.send(JSON.stringify(reply))
  const refuse = (code: '40010' | '40401' | '42901', msg: string, address: Partial<Address> = {}) =>
    answer({ op: 'error', code, msg, ...address })
  return {
    answer,
    refuse,
    forget: () => publisher.forget(subscriber),
    subscribe(address: Address): void {
      const key = addressKey(address)
      if (!held.has(key) && held.size >= MOST_SUBSCRIPTIONS)
        return refuse('42901', `At most ${MOST_SUBSCRIPTIONS} topics on one socket`, address)
      held.add(key)
      const reply = (isKnown: boolean) => {
        // Given up since.
        if (!held.has(key)) return
        if (isKnown) return answer({ op: 'subscribed', ...address })
        held.delete(key)
        refuse('40401', 'Unknown topic or symbol', address)
      }
      const isKnown = publisher.subscribe(subscriber, address)
      if (typeof isKnown === 'boolean') reply(isKnown)
      else void isKnown.then(reply)
    },
    unsubscribe(address: Address): void {
      held.delete(addressKey(address))
      publisher.unsubscribe(subscriber, address)
      answer({ op: 'unsubscribed', ...address })
    },
  }
}

function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8')
}

function parseCommand(text: string): Command | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  const { op, args = [] } = (raw ?? {}) as { op?: unknown; args?: unknown }
  if (op === 'ping') return { op, args: [] }
  if (
    (op !== 'subscribe' && op !== 'unsubscribe') ||
    !Array.isArray(args) ||
    args.length === 0 ||
    args.length > MOST_SUBSCRIPTIONS
  )
    return undefined
  return args.every(isAddress)
    ? {
        op,
        args: args.map(({ topic, symbol, product }) => ({
          topic,
          symbol,
          ...(product === undefined ? {} : { product }),
        })),
      }
    : undefined
}

function isAddress(value: unknown): value is Address {
  const { topic, symbol, product } = (value ?? {}) as Partial<Record<keyof Address, unknown>>
  return (
    typeof topic === 'string' &&
    topic.length <= 64 &&
    typeof symbol === 'string' &&
    symbol.length <= 32 &&
    (product === undefined || PRODUCTS.includes(product as (typeof PRODUCTS)[number]))
  )
}
