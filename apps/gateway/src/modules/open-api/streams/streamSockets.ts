import type { Clock } from '@x/kit'
import {
  CLOSE_RESTART,
  type ServedSocket,
} from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import type { StreamHub, StreamSubscriber } from './createStreamHub.ts'
import type { UserEvents } from './createUserStreams.ts'
import type { StreamProduct } from './streamName.ts'
import { createSocketPath, type DialectSocket, type SocketSession } from './socketLife.ts'

const MOST_STREAMS = 1_024
const LISTEN_KEY = /^[0-9a-f]{60}$/
/** Error numbers of the control messages. */
const [UNKNOWN_PROPERTY, INVALID_VALUE, INVALID_REQUEST, INVALID_JSON] = [0, 2, 2, 3]

export interface StreamSocketsOptions {
  readonly clock: Clock
  readonly hubs: Readonly<Record<StreamProduct, StreamSource>>
  readonly users: UserEvents
}

type StreamSource = Pick<StreamHub, 'subscribe' | 'unsubscribe'>

/**
 * Market streams and user data: of pairs at `/ws`, `/ws/<stream>` and `/stream?streams=a/b`, of
 * contracts at the same below `/fstream`, also with the kind of stream in between.
 */
export function streamSockets({
  clock,
  hubs,
  users,
}: StreamSocketsOptions): [ServedSocket, ...ServedSocket[]] {
  const open = (product: StreamProduct) => (socket: DialectSocket) =>
    openSession(socket, { hub: hubs[product], users, product })
  const handlers = { spot: { open: open('spot') }, futures: { open: open('futures') } }
  return [
    createSocketPath('/ws', { clock, handler: handlers.spot }),
    createSocketPath('/ws/', { clock, isPrefix: true, handler: handlers.spot }),
    createSocketPath('/stream', { clock, handler: handlers.spot }),
    createSocketPath('/fstream/', { clock, isPrefix: true, handler: handlers.futures }),
  ]
}

interface SessionOptions {
  readonly hub: StreamSource
  readonly users: UserEvents
  readonly product: StreamProduct
}

const PATH = /^(?:\/fstream(?:\/(?:public|market|private))?)?\/(ws|stream)(?:\/(.*))?$/

async function openSession(
  socket: DialectSocket,
  options: SessionOptions,
): Promise<SocketSession | undefined> {
  const [, kind, name = ''] = PATH.exec(socket.path) ?? []
  if (kind === undefined) {
    socket.close(1008, 'There is nothing at this address')
    return undefined
  }
  const isCombined = kind === 'stream'
  const session = createSession(socket, { ...options, isCombined })
  const names = isCombined
    ? (socket.query.get('streams') ?? '').split('/')
    : [decoded(name), socket.query.get('listenKey') ?? '']
  for (const each of names.filter(Boolean)) {
    const isKnown = await session.add(each)
    // Clients number their connections: other names that no stream has are let pass.
    if (isKnown || !LISTEN_KEY.test(each)) continue
    socket.close(1008, 'This listenKey does not exist')
    session.end()
    return undefined
  }
  return session
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Control {
  readonly method?: unknown
  readonly params?: unknown
  readonly id?: unknown
}

function createSession(
  socket: DialectSocket,
  {
    hub,
    users,
    product,
    isCombined: startsCombined,
  }: SessionOptions & { readonly isCombined: boolean },
): SocketSession & { add(name: string): Promise<boolean> } {
  let isCombined = startsCombined
  let isOver = false
  /** Names, and how each is given up. */
  const held = new Map<string, () => void>()
  const subscriber: StreamSubscriber = {
    send: (stream, payload) =>
      socket.send(isCombined ? `{"stream":${JSON.stringify(stream)},"data":${payload}}` : payload),
    // Its messages have no numbers: that some are missing only a new connection can say.
    lose: () => socket.close(CLOSE_RESTART, 'Messages were lost; open another one'),
  }
  const answer = (id: unknown, result: unknown) => socket.send(JSON.stringify({ result, id }))
  const refuse = (id: unknown, [code, msg]: readonly [number, string]) =>
    socket.send(JSON.stringify({ error: { code, msg }, id }))

  async function add(name: string): Promise<boolean> {
    if (held.has(name)) return true
    if (held.size >= MOST_STREAMS || name.length > 100) return false
    if (LISTEN_KEY.test(name)) return watchUser(name)
    if (!hub.subscribe(name, subscriber)) return false
    held.set(name, () => hub.unsubscribe(name, subscriber))
    return true
  }

  async function watchUser(listenKey: string): Promise<boolean> {
    const owner = await users.ownerOf(listenKey, socket.address)
    if (owner?.product !== product) return false
    // It may have been asked for twice, or the connection may have ended meanwhile.
    if (isOver || held.has(listenKey)) return !isOver
    const { lose } = subscriber
    const send = (payload: string) => subscriber.send(listenKey, payload)
    held.set(listenKey, users.watch(owner, { send, lose }))
    return true
  }

  function remove(name: string): void {
    held.get(name)?.()
    held.delete(name)
  }

  async function expire(listenKey: string): Promise<void> {
    if (await users.ownerOf(listenKey, socket.address)) return
    subscriber.send(listenKey, JSON.stringify({ e: 'listenKeyExpired', listenKey }))
    remove(listenKey)
  }

  async function run({ method, params, id }: Control): Promise<void> {
    const names = Array.isArray(params) && params.every(isText) ? params : undefined
    if (method === 'LIST_SUBSCRIPTIONS') return answer(id, [...held.keys()])
    if (method === 'SET_PROPERTY' && Array.isArray(params) && params[0] === 'combined') {
      isCombined = params[1] === true
      return answer(id, null)
    }
    if (method === 'GET_PROPERTY') {
      if (names?.[0] === 'combined') return answer(id, isCombined)
      return refuse(id, [UNKNOWN_PROPERTY, 'Unknown property'])
    }
    if (method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE')
      return refuse(id, [INVALID_REQUEST, 'Invalid request: unknown method'])
    if (!names)
      return refuse(id, [INVALID_VALUE, 'Invalid request: params must be a list of names'])
    for (const name of names) {
      if (method === 'UNSUBSCRIBE') remove(name)
      else if (!(await add(name))) return refuse(id, [INVALID_VALUE, `Invalid stream: ${name}`])
    }
    answer(id, null)
  }

  return {
    add,
    message(text) {
      const control = readControl(text)
      if (control) void run(control).catch(() => socket.close(1011, 'Internal error'))
      else refuse(null, [INVALID_JSON, 'Invalid JSON'])
    },
    beat() {
      for (const name of held.keys())
        if (LISTEN_KEY.test(name)) void expire(name).catch(() => undefined)
    },
    end() {
      isOver = true
      for (const name of held.keys()) remove(name)
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function readControl(text: string): Control | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
