import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOf } from '../http/canonicalPath.ts'
import type { ReadAddress } from '../http/clientAddress.ts'
import { CONNECTIONS_PER_ADDRESS } from './connectionLimits.ts'
import { cameOverTls, hasHost, type HostRule, type OriginRule } from '../http/hosts.ts'
import type { SocketPath } from '../http/route.ts'
import { createConnectionCount } from '../http/socketLimits.ts'

export interface SocketGateOptions {
  readonly sockets: readonly SocketPath[]
  readonly origins: OriginRule
  readonly answersTo: HostRule
  readonly isKnownSpelling: (path: string) => boolean
  readonly addressOf: ReadAddress
  /** Open sockets of one address group, past reverse proxies; default 100. */
  readonly perAddress?: number | undefined
}

export interface SocketGate {
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  /** Ends all open sockets: an HTTP server that closes would wait for them for ever. */
  end(): void
}

/**
 * Leads upgrade requests to their paths. Browsers let any page open a socket to any host, cookies
 * included, and only name the page in `Origin`: pages of other sites are refused here (wire 10).
 */
export function createSocketGate({
  sockets,
  origins,
  answersTo,
  isKnownSpelling,
  addressOf,
  perAddress = CONNECTIONS_PER_ADDRESS,
}: SocketGateOptions): SocketGate {
  const byPath = new Map(sockets.map((socket) => [socket.path, socket]))
  const prefixes = sockets.filter(({ isPrefix }) => isPrefix)
  const open = new Set<Duplex>()
  const connections = createConnectionCount(perAddress)

  /** Why it is refused; else the socket that takes it. */
  function judge(request: IncomingMessage): string | SocketPath {
    const path = pathOf(request.url ?? '')
    const { origin, host } = request.headers
    if (!isKnownSpelling(path) || !hasHost(request)) return '400 Bad Request'
    if (!answersTo(host)) return '421 Misdirected Request'
    const target = byPath.get(path) ?? prefixes.find((socket) => path.startsWith(socket.path))
    if (!target) return '404 Not Found'
    if (!origins.allows({ origin, host, isTls: cameOverTls(request) })) return '403 Forbidden'
    return target
  }

  return {
    upgrade(request, stream, head) {
      // A client that vanishes in the middle of the handshake must not take the process with it.
      stream.on('error', () => stream.destroy())
      const target = judge(request)
      if (typeof target === 'string') return refuse(stream, target)
      const address = addressOf(request)
      if (!connections.enter(address)) return refuse(stream, '429 Too Many Requests')
      open.add(stream)
      stream.once('close', () => {
        open.delete(stream)
        connections.leave(address)
      })
      target.upgrade(request, stream, head, address)
    },
    end() {
      for (const stream of open) stream.destroy()
    },
  }
}

/** Leads a server's upgrade requests to their paths. Answers the verb that ends all sockets. */
export function attachSockets(server: Server, options: SocketGateOptions): () => void {
  const gate = createSocketGate(options)
  server.on('upgrade', gate.upgrade)
  return gate.end
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
