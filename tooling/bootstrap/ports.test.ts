import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { firstFreePort } from './ports.mjs'

const listening = (host: string, port = 0) =>
  new Promise<ReturnType<typeof createServer>>((resolve) => {
    const server = createServer().listen({ port, host }, () => resolve(server))
  })

it('skips and reports a port that is taken on one address', async () => {
  const server = await listening('127.0.0.1')
  const { port } = server.address() as AddressInfo
  const taken: number[] = []
  const found = await firstFreePort(port, { onTaken: (one: number) => taken.push(one) })
  expect(found).toBeGreaterThan(port)
  expect(taken[0]).toBe(port)
  server.close()
})

it('takes the wanted port when it is free', async () => {
  const server = await listening('127.0.0.1')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  expect(await firstFreePort(port)).toBe(port)
})

it('throws when no port is free', async () => {
  const server = await listening('127.0.0.1', 65_535)
  await expect(firstFreePort(65_535)).rejects.toThrow(
    'No port from 65535 to 65535 is free. Stop what uses them, or set PORT to another one.',
  )
  server.close()
})
