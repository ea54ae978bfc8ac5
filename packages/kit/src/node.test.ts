import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { browserConnectivityHints, browserPorts } from './browser.ts'
import { nodePorts, nodeSocket } from './node.ts'

it('gives a server a visible page without tabs', () => {
  const { visibility, locks, openChannel, clock, random } = nodePorts()
  expect(visibility.isVisible()).toBe(true)
  visibility.subscribe(() => {})()
  expect([locks, openChannel('tabs')]).toEqual([undefined, undefined])
  expect(random.bytes(16)).toHaveLength(16)
  expect(clock.now()).toBeGreaterThan(1_700_000_000_000)
})

it('keeps the ports of a browser callable on a server', () => {
  expect(browserPorts().visibility.isVisible()).toBe(true)
  browserPorts().visibility.subscribe(() => {})()
  browserConnectivityHints().subscribe(() => {})()
})

it('opens a WebSocket to an absolute address', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const request = new Promise<string>((resolve) =>
    server.on('connection', (connection) =>
      connection.once('data', (bytes) => (resolve(String(bytes)), connection.destroy())),
    ),
  )
  const socket = nodeSocket(`http://127.0.0.1:${port}/stream`)()
  const closed = new Promise<void>((resolve) =>
    socket.listen({ onOpen() {}, onMessage() {}, onPing() {}, onClose: resolve }),
  )
  expect(await request).toMatch(/^GET \/stream HTTP\/1\.1\r\n/)
  await closed
  server.close()
})
