import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandbyServer {
  readonly port: number
  /** Ends every connection, so that the gateway itself can listen there. */
  close(): Promise<void>
}

/**
 * What a gateway answers that stands by: it is alive, and takes no work. A supervisor leaves it
 * running and a load balancer sends it nobody.
 */
export async function openStandbyServer({
  host,
  port,
}: {
  readonly host: string | undefined
  readonly port: number
}): Promise<StandbyServer> {
  const server = createServer((request, response) => {
    const isHealth = request.url === '/health'
    response.writeHead(isHealth ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(
      JSON.stringify(
        isHealth ? { status: 'alive' } : { status: 'not ready', failing: ['leading'] },
      ),
    )
  })
  await listening(server, { host: host ?? '127.0.0.1', port })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(
  server: Server,
  options: { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, resolve)
  })
}
