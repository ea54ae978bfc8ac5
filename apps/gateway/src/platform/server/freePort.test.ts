import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './freePort.ts'

it('gives a free port that the system gives to nobody', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(21_000)
    expect(port).toBeLessThan(32_768)
  }
  const [port = 0] = ports
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  expect((server.address() as AddressInfo).port).toBe(port)
  await new Promise((resolve) => server.close(resolve))
})
