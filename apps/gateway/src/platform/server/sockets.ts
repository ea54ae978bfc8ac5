import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOf } from '../http/canonicalPath.ts'
import type { ReadAddress } from '../http/clientAddress.ts'
import { CONNECTIONS_PER_ADDRESS } from './connectionLimits.ts'
import { cameOverTls, hasHost, type HostRule, type OriginRule } from '../http/hosts.ts'
import type { SocketPath } from '../http/route.ts'
import { createConnectionCount } from '../http/socketLimits.ts'

export interface SocketGuards {
  readonly sockets: readonly SocketPath[]
  readonly origins: OriginRule
  readonly answersTo: HostRule
  readonly isKnownSpelling: (path: string) => boolean
  readonly addressOf: ReadAddress
  /** Open sockets of one address group, past reverse proxies; default 100. */
  readonly perAddress?: number | undefined
}

/**
 * Leads upgrade requests to their paths. Browsers let any page open a socket to any host, cookies
 * included, and only name the page in `Origin`: pages of other sites are refused here (wire 10).
 * Answers the verb that ends all open sockets: an HTTP server that closes would wait for them for
 * ever.
 */
export function attachSockets(
  server: Server,
  {
    sockets,
    origins,
    answersTo,
    isKnownSpelling,
    addressOf,
    perAddress = CONNECTIONS_PER_ADDRESS,
  }: SocketGuards,
): () => void {
  const byPath = new Map(sockets.map((socket) => [socket.path, socket]))
  const prefixes = sockets.filter(({ isPrefix }) => isPrefix)
  const open = new Set<Duplex>()
  const connections = createConnectionCount(perAddress)
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A client that vanishes in the middle of the handshake must not take the process with it.
    stream.on('error', () => stream.destroy())
    const path = pathOf(request.url ?? '')
    if (!isKnownSpelling(path) || !hasHost(request)) return refuse(stream, '400 Bad Request')
    if (!answersTo(request.headers.host)) return refuse(stream, '421 Misdirected Request')
    const target = byPath.get(path) ?? prefixes.find((socket) => path.startsWith(socket.path))
    if (!target) return refuse(stream, '404 Not Found')
    if (
      !origins.allows({
        origin: request.headers.origin,
        host: request.headers.host,
        isTls: cameOverTls(request),
      })
    )
      return refuse(stream, '403 Forbidden')
    const address = addressOf(request)
    if (!connections.enter(address)) return refuse(stream, '429 Too Many Requests')
    open.add(stream)
    stream.once('close', () => {
      open.delete(stream)
      connections.leave(address)
    })
    target.upgrade(request, stream, head, address)
  })
  return () => {
    for (const stream of open) stream.destroy()
  }
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
