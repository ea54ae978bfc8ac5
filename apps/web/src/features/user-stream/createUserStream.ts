import { type Clock, createEmitter, createStore, type Random, type Store, type TimerHandle } from '@x/kit'
import type { MarketSocket } from '@x/market'

export interface UserMessage {
  readonly topic: 'orders' | 'fills' | 'balances'
  readonly type: 'snapshot' | 'delta'
  readonly seq: number
  readonly prevSeq: number
  readonly data: readonly unknown[]
}

export type UserStreamStatus = 'off' | 'connecting' | 'live' | 'waiting'

export interface UserStream {
  readonly status: Store<UserStreamStatus>
  /** Connects as the session's user, anew if it already was. */
  start(): void
  stop(): void
  subscribe(listener: (message: UserMessage) => void): () => void
}

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 20_000
const PING = 15_000
const SUBSCRIBE = JSON.stringify({ op: 'subscribe', args: [{ topic: 'orders' }, { topic: 'fills' }, { topic: 'balances' }] })

/** The private socket: what happens to the user's own orders and balances, told as it happens. A gap is answered with a new subscription. */
export function createUserStream({ openSocket, clock, random }: { openSocket: () => MarketSocket; clock: Clock; random: Random }): UserStream {
  const status = createStore<UserStreamStatus>('off')
  const messages = createEmitter<UserMessage>()
  const lastSeq = new Map<string, number>()
  let socket: MarketSocket | undefined
  let timer: TimerHandle | undefined
  let attempt = 0

  const drop = (): void => {
    timer?.cancel()
    const old = socket
    socket = undefined
    old?.close()
  }
  const open = (): void => {
    status.setState('connecting')
    const current = openSocket()
    socket = current
    current.listen({
      opened() {
        attempt = 0
        current.send(SUBSCRIBE)
        ping()
      },
      message: (text) => socket === current && take(text),
      closed: () => socket === current && retry(),
    })
  }
  const ping = (): void => {
    timer = clock.after(PING, () => {
      socket?.send('{"op":"ping"}')
      ping()
    })
  }
  const retry = (): void => {
    drop()
    status.setState('waiting')
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt++)
    timer = clock.after(pause / 2 + (pause / 2) * ((random.bytes(1)[0] ?? 0) / 255), open)
  }
  const take = (text: string): void => {
    const message = parse(text)
    if (!message) return
    const isGap = message.type === 'delta' && message.prevSeq !== lastSeq.get(message.topic)
    if (isGap) return void socket?.send(SUBSCRIBE)
    lastSeq.set(message.topic, message.seq)
    status.setState('live')
    messages.emit(message)
  }

  return {
    status,
    start() {
      drop()
      attempt = 0
      open()
    },
    stop() {
      drop()
      status.setState('off')
    },
    subscribe: messages.subscribe,
  }
}

function parse(text: string): UserMessage | undefined {
  try {
    const { topic, type, seq, prevSeq, data } = JSON.parse(text) as Record<string, unknown>
    const isKnown = (topic === 'orders' || topic === 'fills' || topic === 'balances') && (type === 'snapshot' || type === 'delta')
    if (!isKnown || typeof seq !== 'number' || typeof prevSeq !== 'number' || !Array.isArray(data)) return undefined
    return { topic, type, seq, prevSeq, data }
  } catch {
    return undefined
  }
}
