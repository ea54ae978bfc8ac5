import { afterAll, beforeAll, expect, it } from 'vitest'
import encryptedRoutes from '../../testing/encryptedRoutes.json' with { type: 'json' }
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

it('compares clients with the gateway’s own encrypted routes (spec 7.10)', async () => {
  const answer = await gateway.app.inject({
    url: '/v1/dev/openapi.json',
    headers: { host: 'localhost' },
  })
  const { paths } = answer.json<{
    paths: Record<string, Record<string, { 'x-encrypted'?: boolean }>>
  }>()
  const encrypted = Object.entries(paths).filter(([, verbs]) =>
    Object.values(verbs).some((verb) => verb['x-encrypted'] === true),
  )
  expect(encrypted.map(([path]) => path).sort()).toEqual(encryptedRoutes)
})
