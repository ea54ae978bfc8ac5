import { WebSocket } from 'ws'

/** What a client that stays connected has received, and what it missed. */
export interface SocketDiary {
  /** Connected, and every topic has been followed since its snapshot. */
  isWhole(): boolean
  /** Messages that did not follow the one before them on their connection. */
  gaps(): number
  /** How often its connection was lost. */
  losses(): number
  messages(): number
  /** What is open of a topic with orders, by snapshots and messages. */
  openOrders(): ReadonlySet<string>
  close(): void
}

interface Message {
  readonly op?: string
  readonly topic: string
  readonly type: 'snapshot' | 'delta'
  readonly seq: number
  readonly prevSeq: number
  readonly data?: readonly { readonly orderId: string; readonly status: string }[]
}

const RETRY_MS = 50
const OPEN_STATUSES = new Set(['open', 'partially_filled', 'waiting'])

/** Follows topics over the first of the edges that takes it, and over another one after a loss. */
export function keepSocketDiary({
  edges,
  path,
  topics,
  cookies = new Map<string, string>(),
  address,
}: {
  readonly edges: readonly string[]
  readonly path: string
  readonly topics: readonly { readonly topic: string; readonly symbol?: string }[]
  readonly cookies?: ReadonlyMap<string, string>
  /** Where it comes from, as the proxy before the edge says; one address has few sockets. */
  readonly address?: string | undefined
}): SocketDiary {
  /** The number of the last message of each topic; absent: a snapshot is due. */
  const heads = new Map<string, number>()
  const orders = new Map<string, string>()
  const counts = { gaps: 0, losses: 0, messages: 0 }
  let socket: WebSocket | undefined
  let isClosed = false
  let next = 0

  function onMessage(message: Message): void {
    if (message.op !== undefined) return
    counts.messages++
    const head = heads.get(message.topic)
    if (message.type === 'delta' && message.prevSeq !== head) {
      // Asked for again, as a client does; until then nothing of the topic counts.
      if (head !== undefined) {
        counts.gaps++
        heads.delete(message.topic)
        subscribe(topics.filter(({ topic }) => topic === message.topic))
      }
      return
    }
    heads.set(message.topic, message.seq)
    if (message.topic !== 'orders') return
    if (message.type === 'snapshot') orders.clear()
    for (const { orderId, status } of message.data ?? []) orders.set(orderId, status)
  }

  const subscribe = (args: readonly unknown[]) =>
    socket?.send(JSON.stringify({ op: 'subscribe', args }))

  function open(): void {
    if (isClosed) return
    heads.clear()
    const url = (edges[next++ % edges.length] ?? '').replace('http', 'ws') + path
    const opened = new WebSocket(url, {
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      },
    })
    socket = opened
    opened.on('error', () => {})
    opened.on('open', () => subscribe(topics))
    opened.on('message', (data) => onMessage(JSON.parse((data as Buffer).toString()) as Message))
    opened.on('close', () => {
      counts.losses++
      heads.clear()
      setTimeout(open, RETRY_MS)
    })
  }

  open()
  return {
    isWhole: () =>
      socket?.readyState === WebSocket.OPEN && topics.every(({ topic }) => heads.has(topic)),
    gaps: () => counts.gaps,
    losses: () => counts.losses,
    messages: () => counts.messages,
    openOrders: () =>
      new Set([...orders].flatMap(([id, status]) => (OPEN_STATUSES.has(status) ? [id] : []))),
    close() {
      isClosed = true
      socket?.terminate()
    },
  }
}
