import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, type Listening } from './listen.ts'

const hasIpv6 = Object.values(networkInterfaces()).flat().some((address) => address?.address === '::1')
const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

function app(): FastifyInstance {
  const made = Fastify({ forceCloseConnections: true })
  made.get('/', async () => 'here')
  return made
}
async function occupy(host: string, port = 0): Promise<number> {
  const server: Server = createServer().listen(port, host)
  opened.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}
async function open(options: Partial<Parameters<typeof listen>[1]>): Promise<Listening & { taken: number[] }> {
  const taken: number[] = []
  const listening = await listen(app(), { port: 0, isStrict: false, onTaken: (port) => taken.push(port), ...options })
  opened.push(listening)
  return { ...listening, taken }
}
const get = async (host: string, port: number) => (await fetch(`http://${host}:${port}/`)).text()

describe('where the gateway listens', () => {
  it('answers under both of localhost’s addresses, on one port', async () => {
    const { port } = await open({})
    expect(await get('127.0.0.1', port)).toBe('here')
    if (hasIpv6) expect(await get('[::1]', port)).toBe('here')
  })

  it('answers under a named host only', async () => {
    const { port } = await open({ host: '127.0.0.1' })
    expect(await get('127.0.0.1', port)).toBe('here')
    await expect(get('[::1]', port)).rejects.toThrow()
  })

  it('takes the next port, and tells which was taken', async () => {
    const busy = await occupy('127.0.0.1')
    const { port, taken } = await open({ port: busy })
    expect(taken[0]).toBe(busy)
    expect(port).toBeGreaterThan(busy)
    expect(await get('127.0.0.1', port)).toBe('here')
  })

  it.runIf(hasIpv6)('a port that is taken on one of the addresses is taken', async () => {
    const busy = await occupy('::1')
    expect((await open({ port: busy })).taken[0]).toBe(busy)
  })

  it('a strict port is not given up', async () => {
    const busy = await occupy('127.0.0.1')
    await expect(open({ port: busy, isStrict: true })).rejects.toThrow(`Port ${busy} is taken.`)
  })

  it('a host of another machine is an error', async () => {
    await expect(open({ host: '192.0.2.1' })).rejects.toThrow(/EADDRNOTAVAIL/)
  })

  it('closes both', async () => {
    const { port, close } = await open({})
    await close()
    await expect(get('127.0.0.1', port)).rejects.toThrow()
    if (hasIpv6) await expect(get('[::1]', port)).rejects.toThrow()
  })
})

describe('slow senders', () => {
  /** Sends the head of a request a letter at a time; answers what came back before the server hung up. */
  const drip = (host: string, port: number) =>
    new Promise<string>((resolve) => {
      let heard = ''
      let sent = 0
      const text = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999\r\n\r\n${'x'.repeat(500)}`
      const socket = connect(port, host)
      const timer = setInterval(() => socket.writable && socket.write(text[sent++] ?? 'x'), 10)
      socket.setEncoding('utf8').on('data', (chunk) => (heard += String(chunk))).on('error', () => {}).on('close', () => (clearInterval(timer), resolve(heard)))
    })

  it.each(['127.0.0.1', '::1'])('are given up on %s after the app’s own time limit', async (host) => {
    if (host === '::1' && !hasIpv6) return
    const impatient = Fastify({ forceCloseConnections: true, requestTimeout: 300, http: { connectionsCheckingInterval: 50 } })
    const listening = await listen(impatient, { port: 0, isStrict: false, onTaken: () => {}, checkConnectionsMs: 50 })
    opened.push(listening)
    const startedAt = performance.now()
    expect(await drip(host, listening.port)).toContain('408')
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  }, 10_000)
})
