import { afterEach, expect, it } from 'vitest'
import { openStandbyServer, type StandbyServer } from './openStandbyServer.ts'

const HOST = '127.0.0.1'
const seq = () => 7
let server: StandbyServer | undefined
afterEach(() => server?.close())

it('answers that it is alive and takes no work (SR11)', async () => {
  server = await openStandbyServer({ host: HOST, port: 0, seq })
  const get = (path: string) => fetch(`http://${HOST}:${server?.port}${path}`)
  const [health, ready, order] = [
    await get('/health'),
    await get('/ready'),
    await get('/v1/spot/order/place'),
  ]
  expect([health.status, await health.json()]).toEqual([200, { status: 'alive' }])
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', failing: ['leading'] },
  ])
  expect([order.status, order.headers.get('cache-control')]).toEqual([503, 'no-store'])
})

it('frees its port by its end, and refuses a taken one', async () => {
  const first = await openStandbyServer({ host: HOST, port: 0, seq })
  const { port } = first
  await expect(openStandbyServer({ host: HOST, port, seq })).rejects.toThrow('EADDRINUSE')
  await first.close()
  server = await openStandbyServer({ host: HOST, port, seq })
  expect(server.port).toBe(port)
})

it('answers who may scrape how far it has followed', async () => {
  server = await openStandbyServer({ host: HOST, port: 0, seq, metricsToken: 'token' })
  const get = (authorization: string) =>
    fetch(`http://${HOST}:${server?.port}/metrics`, { headers: { authorization } })
  expect((await get('Bearer other')).status).toBe(503)
  expect(await (await get('Bearer token')).text()).toContain('\ngateway_follower_seq 7\n')
})
