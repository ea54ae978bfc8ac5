import type { Clock, ConnectivityHints, Random, Store, TextSocket } from '@x/kit'
import type { SocketState } from '@x/kit/socket'
import type { Address } from '../wire.ts'

/** The state of the market socket, whether this tab or another one has it. */
export type ConnectionState = SocketState

export interface ConnectionOptions {
  /** Opens one socket to the market stream; called again for each try. */
  readonly openSocket: () => TextSocket
  readonly clock: Clock
  readonly random: Random
  /** First delay between two tries in milliseconds, doubled each time. Default 500. */
  readonly firstDelayMs?: number
  /** Longest delay between two tries in milliseconds. Default 15,000. */
  readonly maxDelayMs?: number
  /**
   * Milliseconds of silence after which the server is pinged; the socket is closed after as many
   * again without an answer. Default 5,000.
   */
  readonly heartbeatMs?: number
  readonly hints?: ConnectivityHints | undefined
  /** The connection is open; no topic is subscribed to yet. */
  readonly onConnect: () => void
  readonly onMessage: (text: string) => void
  /** An open connection was lost. */
  readonly onDisconnect: () => void
}

/** A connection to the market stream, by a socket of this tab or one that several tabs share. */
export interface MarketConnection {
  readonly state: Store<ConnectionState>
  /** Connects unless it already has, or is about to. */
  start(): void
  /** Closes the connection; `start` connects anew. */
  stop(): void
  /**
   * Requests a snapshot of each topic and its updates while open; otherwise does nothing, because
   * `onConnect` subscribes to everything.
   */
  subscribe(topics: readonly Address[]): void
  unsubscribe(topics: readonly Address[]): void
  /** Closes the connection for good. */
  dispose(): void
}
