import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import type { TestClient } from '../../testing/createTestClient.ts'

let gateway: TestGateway
let client: TestClient
beforeAll(async () => {
  gateway = await createTestGateway()
  client = gateway.client()
  await client.register('speed@example.com')
})
afterAll(() => gateway.stop())

const PATH = '/v1/paper/market'
const status = async () => (await client.get('/v1/spot/public/speed')).data

it('lets only paper traders change the speed, signed (trading 5)', async () => {
  expect(await client.post(PATH, { action: 'pause' })).toMatchObject({ code: '40301' })
  await client.post('/v1/user/sub-account/switchTradeDemo')
  expect(await client.post(PATH, { action: 'speed', speed: '10' })).toMatchObject({
    code: '0',
    data: { controllable: true, speed: '10', paused: false },
  })
  expect(await client.post(PATH, { action: 'step' })).toMatchObject({
    data: { speed: '10', paused: true },
  })
  expect(await status()).toEqual({ controllable: true, speed: '10', paused: true })
  expect(await client.post(PATH, { action: 'resume' })).toMatchObject({ data: { paused: false } })
  expect(await client.post(PATH, { action: 'speed', speed: '7' })).toMatchObject({
    code: '40010',
    data: { field: 'speed' },
  })
  expect(await client.post(PATH, { action: 'faster' })).toMatchObject({
    code: '40010',
    data: { field: 'action' },
  })
})

it('separates routes of real money from those of paper money (trading 5)', async () => {
  const answer = await gateway.app.inject({
    method: 'GET',
    url: '/v1/dev/openapi.json',
    headers: { host: '127.0.0.1' },
  })
  const { paths } = answer.json<{
    paths: Record<
      string,
      Record<string, { parameters: { name: string; schema: { enum?: string[] } }[] }>
    >
  }>()
  const realms = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ parameters }) => ({
      path,
      open: parameters.find(({ name }) => name === 'x-realm')?.schema.enum,
    })),
  )
  const closed = realms.filter(({ open }) => open)
  expect(closed.length).toBeGreaterThan(20)
  for (const { path, open } of closed) {
    if (/withdraw|p2p|red-?packet|envelope/i.test(path))
      expect({ path, open }).toEqual({ path, open: ['live'] })
    if (/\/paper\//.test(path)) expect({ path, open }).toEqual({ path, open: ['paper'] })
  }
})
