import { bookChecksum } from './book/checksum.ts'
import { applyLevels, createLadder } from './book/ladder.ts'
import type { FrameScheduler, MarketSocket } from './ports.ts'
import { BOOK_TOPIC, type WireLevel } from './wire.ts'

export interface ScriptedSocket extends MarketSocket {
  /** What the client sent, in order. */
  readonly sent: readonly string[]
  readonly isClosed: boolean
  open(): void
  /** Hands a message to the client. */
  deliver(message: unknown): void
  /** The network drops the socket. */
  drop(): void
}

/**
 * Sockets that a test opens, feeds and drops by hand. `sockets` holds them in the order of their
 * making.
 */
export function createScriptedSockets(): {
  openSocket: () => ScriptedSocket
  sockets: readonly ScriptedSocket[]
} {
  const sockets: ScriptedSocket[] = []
  return {
    sockets,
    openSocket() {
      const socket = scriptedSocket()
      sockets.push(socket)
      return socket
    },
  }
}

function scriptedSocket(): ScriptedSocket {
  type Listener = Parameters<MarketSocket['listen']>[0]
  let listener: Listener | undefined
  let isClosed = false
  const sent: string[] = []
  return {
    sent,
    get isClosed() {
      return isClosed
    },
    listen: (next) => void (listener = next),
    send: (text) => void sent.push(text),
    close: () => void (isClosed = true),
    open: () => listener?.opened(),
    deliver: (message) =>
      listener?.message(typeof message === 'string' ? message : JSON.stringify(message)),
    drop() {
      isClosed = true
      listener?.closed()
    },
  }
}

/** Frames that are drawn when the test says so. */
export function createManualFrame(): FrameScheduler & { draw(): void } {
  let waiting: (() => void)[] = []
  return {
    request(run) {
      waiting.push(run)
      return { cancel: () => void (waiting = waiting.filter((other) => other !== run)) }
    },
    draw() {
      const due = waiting
      waiting = []
      for (const run of due) run()
    },
  }
}

/**
 * A server's book in the wire's form: sequence numbers and checksums that are right, unless the
 * test spoils them.
 */
export function createBookScript(
  symbol: string,
  options: { bids: readonly WireLevel[]; asks: readonly WireLevel[]; seq?: number },
) {
  const bids = createLadder({ descending: true })
  const asks = createLadder({ descending: false })
  let seq = options.seq ?? 1
  applyLevels(bids, options.bids)
  applyLevels(asks, options.asks)
  const rows = ({ prices, sizes }: typeof bids) =>
    prices.map((price, index) => [price, sizes[index] as string] as const)
  const head = (type: 'snapshot' | 'delta', prevSeq: number) => ({
    topic: BOOK_TOPIC,
    symbol,
    type,
    seq,
    prevSeq,
    ts: 1_732_238_512_345 + seq,
  })
  return {
    snapshot: () => ({
      ...head('snapshot', 0),
      b: rows(bids),
      a: rows(asks),
      cs: bookChecksum(bids, asks),
    }),
    delta(changes: { bids?: readonly WireLevel[]; asks?: readonly WireLevel[] }) {
      applyLevels(bids, changes.bids ?? [])
      applyLevels(asks, changes.asks ?? [])
      const prevSeq = seq++
      return {
        ...head('delta', prevSeq),
        b: changes.bids ?? [],
        a: changes.asks ?? [],
        cs: bookChecksum(bids, asks),
      }
    },
  }
}
