import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock, TimerHandle } from '@x/kit'
import type { SocketPath } from '../../http/route.ts'
import type { Log } from '../../log/Log.ts'
import { createSocketGate, type SocketGateOptions } from '../../server/sockets.ts'
import type { EventBus } from '../EventBus.ts'
import type { BusFigures, BusPublisher } from './createBusPublisher.ts'

/** What every socket of an edge is made of. */
export interface EdgeSocketOptions extends Omit<SocketGateOptions, 'sockets' | 'isKnownSpelling'> {
  readonly bus: EventBus
  readonly clock: Clock
  readonly log: Log
  /** Whether some gateway trades, by another way than the bus. */
  readonly hasLeader: () => boolean
  /** Without an answer for so long nothing reaches this edge. Default 5 s. */
  readonly silenceMs?: number
  /** How often it is asked. Default 1 s. */
  readonly checkMs?: number
}

/** Sockets of one path or several, which an edge serves from the bus. */
export interface EdgeSocket {
  /** The first of its paths, by which metrics and log lines name it. */
  readonly path: string
  serves(path: string): boolean
  /** Whether what the gateway that trades publishes reaches this edge. */
  isServing(): boolean
  /** Sockets that are open. */
  count(): number
  figures(): BusFigures
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends each open socket at some moment of the next `withinMs`, so that not all come at once. */
  drain(withinMs: number): void
  close(): void
}

/** A path with sockets that can be counted and ended. */
export interface ServedSocket extends SocketPath {
  /** Ends every open socket; their owners open others. Default of `when`: at once. */
  end(code: number, reason: string, when?: (run: () => void) => void): void
  count(): number
  close(): void
}

export const CHECK_MS = 1_000
/** The service restarts (RFC 6455): what clients open next is served, here or elsewhere. */
export const CLOSE_RESTART = 1012

/** Sockets that end, to be opened elsewhere, where the bus brings nothing and a gateway trades. */
export function createEdgeSocket(
  {
    publisher,
    sockets,
  }: {
    readonly publisher: Pick<BusPublisher<never>, 'isServing' | 'figures' | 'start' | 'stop'>
    readonly sockets: readonly [ServedSocket, ...ServedSocket[]]
  },
  { clock, log, hasLeader, checkMs = CHECK_MS, ...guards }: EdgeSocketOptions,
): EdgeSocket {
  const gate = createSocketGate({ ...guards, sockets, isKnownSpelling: () => true })
  const [{ path }] = sockets
  const count = () => sockets.reduce((sum, socket) => sum + socket.count(), 0)
  const end: ServedSocket['end'] = (...how) => {
    for (const socket of sockets) socket.end(...how)
  }
  let timer: TimerHandle | undefined

  function check(): void {
    // Who follows here hears nothing more; another socket is led past the bus.
    if (!publisher.isServing() && hasLeader() && count() > 0) {
      log.warn('The bus brings nothing to this edge; its sockets end', {
        path,
        sockets: count(),
      })
      end(CLOSE_RESTART, 'Open another one')
    }
    timer = clock.after(checkMs, check)
  }

  publisher.start()
  check()
  return {
    path,
    serves: (asked) =>
      sockets.some((socket) =>
        socket.isPrefix ? asked.startsWith(socket.path) : asked === socket.path,
      ),
    isServing: publisher.isServing,
    count,
    figures: publisher.figures,
    upgrade: gate.upgrade,
    drain(withinMs) {
      end(CLOSE_RESTART, 'Open another one', (run) => clock.after(Math.random() * withinMs, run))
    },
    close() {
      timer?.cancel()
      publisher.stop()
      for (const socket of sockets) socket.close()
      gate.end()
    },
  }
}
