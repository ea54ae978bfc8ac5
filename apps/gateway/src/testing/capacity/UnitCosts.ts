/** What the processors of a cluster do. */
export type Role =
  | 'edge'
  | 'socketEdge'
  | 'core'
  | 'book'
  | 'primary'
  | 'standby'
  | 'ledger'
  | 'bus'

/** Milliseconds of a processor, where not said otherwise. */
export interface UnitCosts {
  readonly edge: {
    /** An order passed on and its answer passed back. */
    readonly orderMs: number
    /** A message written to one socket. */
    readonly messageMs: number
  }
  readonly core: {
    /** An order from its request to its answer. */
    readonly orderMs: number
    /** A market message made and published once. */
    readonly frameMs: number
  }
  /** Where pairs have processes of their own: an order entered. */
  readonly book: { readonly orderMs: number }
  readonly bus: { readonly frameMs: number }
  readonly primary: BatchCosts
  readonly standby: BatchCosts
  /** The database of the ledger, for each order. */
  readonly ledger: { readonly orderMs: number }
  /** From the end of the work on a batch until it is on the disk of one server. No processor's. */
  readonly syncMs: number
  /** What an answer takes beside all of this: the network and the client. No processor's. */
  readonly delayMs: number
  readonly recordBytes: number
  /** What each server of a role costs without any load, as a share of a processor. */
  readonly idle: Partial<Record<Role, number>>
}

export interface BatchCosts {
  readonly batchMs: number
  readonly byteMs: number
}

/** What was read of a cluster over some time. */
export interface Measurement {
  readonly seconds: number
  readonly orders: number
  /** Batches that the log took. */
  readonly batches: number
  /** Market messages that were published. */
  readonly frames: number
  /** Messages that sockets were sent. */
  readonly messages: number
  /** Of all servers of a role. */
  readonly cpuMs: Partial<Record<Role, number>>
  /** From a batch's way to the log until it is taken, on average. */
  readonly appendMs: number
}

/** Servers of each role; of the log's those of one log. */
export type Servers = Partial<Record<Role, number>>

/**
 * Unit costs from a cluster that rests, one that sends messages to sockets alone, and one that
 * takes orders alone.
 */
export function fitUnitCosts(
  measured: {
    readonly resting: Measurement
    readonly sockets: Measurement
    readonly orders: Measurement
  },
  { servers, recordBytes }: { readonly servers: Servers; readonly recordBytes: number },
): UnitCosts {
  const { resting, sockets, orders } = measured
  const restingMs = (role: Role, seconds: number): number =>
    ((resting.cpuMs[role] ?? 0) / resting.seconds) * seconds
  const each = (role: Role, of: Measurement, count: number): number =>
    count === 0 ? 0 : Math.max(0, (of.cpuMs[role] ?? 0) - restingMs(role, of.seconds)) / count
  // A cluster that rests appends too, which is in what it costs then.
  const ownBatches = orders.batches - (resting.batches / resting.seconds) * orders.seconds
  const primary = { batchMs: each('primary', orders, ownBatches), byteMs: 0 }
  const standbys = servers.standby ?? 1
  const standby = { batchMs: each('standby', orders, ownBatches) / standbys, byteMs: 0 }
  const waitedMs = orders.appendMs - primary.batchMs - standby.batchMs
  const roles = Object.keys(servers) as Role[]
  return {
    edge: {
      orderMs: each('edge', orders, orders.orders),
      messageMs: each('edge', sockets, sockets.messages),
    },
    core: {
      orderMs: each('core', orders, orders.orders),
      frameMs: each('core', sockets, sockets.frames),
    },
    book: { orderMs: 0 },
    bus: { frameMs: each('bus', sockets, sockets.frames) / (servers.bus ?? 1) },
    primary,
    standby,
    ledger: { orderMs: each('ledger', orders, orders.orders) },
    // A commit waits for the disk of the primary and then for that of a standby.
    syncMs: Math.max(0, waitedMs / 2),
    delayMs: 0,
    recordBytes,
    idle: Object.fromEntries(
      roles.map((role) => [role, restingMs(role, 1) / 1_000 / (servers[role] ?? 1)]),
    ),
  }
}
