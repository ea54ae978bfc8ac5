import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, type Listening } from './listen.ts'

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')
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
async function open(
  options: Partial<Parameters<typeof listen>[1]>,
): Promise<Listening & { taken: number[] }> {
  const taken: number[] = []
  const listening = await listen(app(), {
    port: 0,
    isStrict: false,
    onTaken: (port) => taken.push(port),
    ...options,
  })
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

  it('takes the next port, and reports which was taken', async () => {
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

describe('connections of one address and in all (SR15)', () => {
  /** A connection that sends nothing. */
  function silent(port: number, { from = '127.0.0.1', to = '127.0.0.1' } = {}) {
    const socket = connect({ host: to, port, ...(to === '::1' ? {} : { localAddress: from }) })
    const state = { isOpen: true, socket }
    socket
      .on('error', () => {})
      .on('close', () => (state.isOpen = false))
      .resume()
    opened.push({ close: () => socket.destroy() })
    return state
  }
  const countOpen = (all: readonly { readonly isOpen: boolean }[]) =>
    all.filter(({ isOpen }) => isOpen).length
  /** Answers once the server has seen all connections that were begun before. */
  const settle = (port: number, from: string) =>
    new Promise<string>((resolve) => {
      let text = ''
      const socket = connect({ host: '127.0.0.1', port, localAddress: from })
      socket
        .on('error', () => {})
        .on('close', () => resolve(text))
        .setEncoding('utf8')
        .on('data', (chunk) => (text += String(chunk)))
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    })

  it('refuses connections of an address beyond its limit (SR15)', async () => {
    const { port } = await open({ host: '127.0.0.1', connectionsPerAddress: 3 })
    const all = Array.from({ length: 8 }, () => silent(port))
    await expect.poll(() => countOpen(all)).toBe(3)
    expect(await settle(port, '127.0.0.2')).toContain('200 OK')
    expect(await settle(port, '127.0.0.1')).toBe('')
    const left = all.find(({ isOpen }) => isOpen)
    left?.socket.destroy()
    await expect.poll(() => settle(port, '127.0.0.1')).toContain('200 OK')
    expect(countOpen(all)).toBe(2)
  })

  it('refuses connections beyond all that are allowed, on both addresses (SR15)', async () => {
    const { port } = await open({ maxConnections: 6 })
    const all = Array.from({ length: 10 }, (_, at) =>
      silent(port, { from: `127.0.0.${2 + at}`, to: hasIpv6 && at % 2 ? '::1' : '127.0.0.1' }),
    )
    await expect.poll(() => countOpen(all)).toBe(6)
    expect(await settle(port, '127.0.0.50')).toBe('')
  })

  it('exempts a trusted proxy from the limit of an address (SR15)', async () => {
    const { port } = await open({
      host: '127.0.0.1',
      connectionsPerAddress: 2,
      isTrusted: (address) => address === '127.0.0.9',
    })
    const proxied = Array.from({ length: 10 }, () => silent(port, { from: '127.0.0.9' }))
    const others = Array.from({ length: 10 }, () => silent(port, { from: '127.0.0.8' }))
    await expect.poll(() => countOpen(others)).toBe(2)
    expect(await settle(port, '127.0.0.9')).toContain('200 OK')
    expect(countOpen(proxied)).toBe(10)
  })

  it('closes without waiting for a connection that sends nothing (SR15)', async () => {
    const { port, close } = await open({ host: '127.0.0.1' })
    const connection = silent(port)
    expect(await settle(port, '127.0.0.1')).toContain('200 OK')
    await close()
    await expect.poll(() => connection.isOpen).toBe(false)
  })

  it('gives a connection ten seconds for its first headers (SR15)', async () => {
    const made = Fastify({ forceCloseConnections: true, requestTimeout: 30_000 })
    opened.push(await listen(made, { port: 0, isStrict: false, onTaken: () => {} }))
    expect([made.server.headersTimeout, made.server.requestTimeout]).toEqual([10_000, 30_000])
  })

  it.each(['127.0.0.1', '::1'])('ends a silent connection on %s (SR15)', async (to) => {
    if (to === '::1' && !hasIpv6) return
    const hasty = Fastify({
      forceCloseConnections: true,
      requestTimeout: 300,
      http: { connectionsCheckingInterval: 50 },
    })
    const listening = await listen(hasty, {
      port: 0,
      isStrict: false,
      onTaken: () => {},
      checkConnectionsMs: 50,
    })
    opened.push(listening)
    const connection = silent(listening.port, { to })
    await expect.poll(() => connection.isOpen).toBe(false)
  })
})

describe('slow senders', () => {
  /**
   * Sends the head of a request a letter at a time; answers what came back before the server hung
   * up.
   */
  const drip = (host: string, port: number) =>
    new Promise<string>((resolve) => {
      let received = ''
      let sent = 0
      const text =
        `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ` + `9999\r\n\r\n${'x'.repeat(500)}`
      const socket = connect(port, host)
      const timer = setInterval(() => socket.writable && socket.write(text[sent++] ?? 'x'), 10)
      socket
        .setEncoding('utf8')
        .on('data', (chunk) => (received += String(chunk)))
        .on('error', () => {})
        .on('close', () => (clearInterval(timer), resolve(received)))
    })

  it.each(['127.0.0.1', '::1'])(
    'are given up on %s after the app’s own time limit',
    async (host) => {
      if (host === '::1' && !hasIpv6) return
      const impatient = Fastify({
        forceCloseConnections: true,
        requestTimeout: 300,
        http: { connectionsCheckingInterval: 50 },
      })
      const listening = await listen(impatient, {
        port: 0,
        isStrict: false,
        onTaken: () => {},
        checkConnectionsMs: 50,
      })
      opened.push(listening)
      const startedAt = performance.now()
      expect(await drip(host, listening.port)).toContain('408')
      // Node's own limit is a minute.
      expect(performance.now() - startedAt).toBeLessThan(30_000)
    },
  )

  it.each(['127.0.0.1', '::1'])(
    'are disconnected on %s when the body outlasts the request’s time (SL6)',
    async (host) => {
      if (host === '::1' && !hasIpv6) return
      const hasty = Fastify({
        forceCloseConnections: true,
        requestTimeout: 300,
        http: { connectionsCheckingInterval: 50 },
      })
      hasty.post('/', async () => 'here')
      const listening = await listen(hasty, {
        port: 0,
        isStrict: false,
        onTaken: () => {},
        checkConnectionsMs: 50,
      })
      opened.push(listening)
      const answer = await new Promise<string>((resolve) => {
        let text = ''
        const socket = connect(listening.port, host)
        const timer = setInterval(() => socket.writable && socket.write('x'), 20)
        socket
          .setEncoding('utf8')
          .on('data', (chunk) => (text += String(chunk)))
          .on('error', () => {})
        socket.on('close', () => (clearInterval(timer), resolve(text)))
        socket.write(
          'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: ' +
            'text/plain\r\ncontent-length: 9999\r\n\r\n',
        )
      })
      expect(answer).toContain('408')
    },
  )
})
