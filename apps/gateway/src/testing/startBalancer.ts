import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** One address before several ports, as programs that know one address need it. */
export interface Balancer {
  readonly port: number
  /**
   * Nothing passes from now on, and no connection ends: what was sent waits, as on a network that
   * is cut.
   */
  cut(): void
  /** What waited passes. */
  heal(): void
  close(): void
}

const HOST = '127.0.0.1'

/** Leads each connection to the first port that takes it. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let isCut = false
  let waiting: (() => void)[] = []

  function add(socket: Socket): void {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  function lead(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) return void client.destroy()
    const server = connect(port, HOST)
    let isConnected = false
    server.on('connect', () => {
      isConnected = true
      add(server)
      client.on('close', () => server.destroy())
      server.on('close', () => client.destroy())
      const pass = () => {
        client.pipe(server)
        server.pipe(client)
      }
      if (isCut) waiting.push(pass)
      else pass()
    })
    server.on('error', () => (isConnected ? client.destroy() : lead(client, others)))
  }

  const listening = createServer((client) => {
    add(client)
    if (isCut) waiting.push(() => lead(client, ports))
    else lead(client, ports)
  })
  await once(listening.listen(0, HOST), 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    cut() {
      isCut = true
      // Bytes that have arrived stay in the kernel, and what ends does not say so.
      for (const socket of open) socket.pause()
    },
    heal() {
      isCut = false
      for (const run of waiting) run()
      waiting = []
      for (const socket of open) socket.resume()
    },
    close() {
      listening.close()
      for (const socket of open) socket.destroy()
    },
  }
}
