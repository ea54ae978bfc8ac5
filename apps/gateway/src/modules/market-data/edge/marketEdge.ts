import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock, TimerHandle } from '@x/kit'
import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import type { Log } from '../../../platform/log/Log.ts'
import { createSocketGate, type SocketGateOptions } from '../../../platform/server/sockets.ts'
import { createBusPublisher } from '../../../platform/event-bus/relay/createBusPublisher.ts'
import { MARKET_TOPICS } from '../publish/busSubjects.ts'
import { marketSocket } from '../publish/marketSocket.ts'

export interface MarketEdgeOptions extends Omit<SocketGateOptions, 'sockets' | 'isKnownSpelling'> {
  readonly bus: EventBus
  readonly clock: Clock
  readonly log: Log
  /** Whether some gateway trades, by another way than the bus. */
  readonly hasLeader: () => boolean
  /** Without an answer for so long the market does not reach this edge. Default 5 s. */
  readonly silenceMs?: number
  /** How often it is asked. Default 1 s. */
  readonly checkMs?: number
}

/** The market socket of an edge, which serves it from the bus. */
export interface MarketEdge {
  readonly path: string
  /** Whether what the market does reaches this edge. */
  isServing(): boolean
  /** Sockets that are open. */
  count(): number
  losses(): number
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends each open socket at some moment of the next `withinMs`, so that not all come at once. */
  drain(withinMs: number): void
  close(): void
}

const CHECK_MS = 1_000
/** The service restarts (RFC 6455): what clients open next is served, here or elsewhere. */
const CLOSE_RESTART = 1012

export function createMarketEdge(options: MarketEdgeOptions): MarketEdge {
  const { bus, clock, log, hasLeader, silenceMs, checkMs = CHECK_MS, ...guards } = options
  const publisher = createBusPublisher({
    named: MARKET_TOPICS,
    bus,
    clock,
    log,
    silenceMs,
    watchMs: checkMs,
  })
  const socket = marketSocket({ publisher, now: clock.now })
  const gate = createSocketGate({ ...guards, sockets: [socket], isKnownSpelling: () => true })
  let timer: TimerHandle | undefined

  function check(): void {
    // Who follows here hears nothing more; another socket is led past the bus.
    if (!publisher.isServing() && hasLeader() && socket.count() > 0) {
      log.warn('The market does not reach this edge; its sockets end', { sockets: socket.count() })
      socket.end(CLOSE_RESTART, 'Open another one')
    }
    timer = clock.after(checkMs, check)
  }

  publisher.start()
  check()
  return {
    path: socket.path,
    isServing: publisher.isServing,
    count: socket.count,
    losses: publisher.losses,
    upgrade: gate.upgrade,
    drain(withinMs) {
      socket.end(CLOSE_RESTART, 'Open another one', (run) =>
        clock.after(Math.random() * withinMs, run),
      )
    },
    close() {
      timer?.cancel()
      publisher.stop()
      socket.close()
      gate.end()
    },
  }
}
