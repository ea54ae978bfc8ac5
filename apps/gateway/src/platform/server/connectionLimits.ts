import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { IsTrusted } from '../http/clientAddress.ts'
import { createConnectionCount } from '../http/socketLimits.ts'

export interface ConnectionLimits {
  /**
   * Connections of all addresses, HTTP and web sockets together. Default: what the process's
   * descriptors allow.
   */
  readonly maxConnections?: number | undefined
  /** Connections of one address group. Default 100. */
  readonly connectionsPerAddress?: number | undefined
  /**
   * Reverse proxies, whose connections are many people's: they count in all, not per address.
   * Default: none.
   */
  readonly isTrusted?: IsTrusted | undefined
}

export const CONNECTIONS_PER_ADDRESS = 100
const MOST_CONNECTIONS = 10_000
/** Descriptors for the database, the journal and what else the process opens. */
const RESERVED_DESCRIPTORS = 256
/** Where the limit of descriptors cannot be read. */
const USUAL_DESCRIPTORS = 1_024

/**
 * Refuses connections beyond the limits as soon as they are accepted, before anything of them is
 * read (SR15). The answer attaches a server; all attached servers share one count.
 */
export function createConnectionLimits({
  maxConnections,
  connectionsPerAddress = CONNECTIONS_PER_ADDRESS,
  isTrusted = () => false,
}: ConnectionLimits): (server: Server) => void {
  const most =
    maxConnections ?? Math.min(MOST_CONNECTIONS, descriptorLimit() - RESERVED_DESCRIPTORS)
  const perAddress = createConnectionCount(connectionsPerAddress)
  let open = 0

  const admit = (socket: Socket): void => {
    const address = socket.remoteAddress
    // No address: it has gone already.
    if (address === undefined || open >= most) return void socket.destroy()
    const isCounted = !isTrusted(address)
    if (isCounted && !perAddress.enter(address)) return void socket.destroy()
    open++
    socket.once('close', () => {
      open--
      if (isCounted) perAddress.leave(address)
    })
  }

  return (server) => {
    server.maxConnections = most
    // Before Node's own listener, which would begin to parse.
    server.prependListener('connection', admit)
  }
}

function descriptorLimit(): number {
  const { report } = process
  if (!report) return USUAL_DESCRIPTORS
  // Names of peers are of no use here and take time to look up.
  Object.assign(report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } }
  }
  const limit = Number(userLimits?.open_files?.soft)
  if (userLimits?.open_files?.soft === 'unlimited') return MOST_CONNECTIONS + RESERVED_DESCRIPTORS
  return Number.isSafeInteger(limit) && limit > RESERVED_DESCRIPTORS ? limit : USUAL_DESCRIPTORS
}
