import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROTECTED_ENDPOINTS } from '../../../../../packages/device-id/src/exports/index.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { isProtected } from './deviceGuard.ts'

/** This platform's own, which its app adds to the list. */
const API_KEYS = /^\/v1\/user\/api\/(?:create|change|remove)$/

let gateway: TestGateway
let routes: string[] = []
beforeAll(async () => {
  gateway = await createTestGateway()
  const answer = await gateway.app.inject({
    url: '/v1/dev/openapi.json',
    headers: { host: 'localhost' },
  })
  routes = Object.keys(answer.json<{ paths: object }>().paths)
})
afterAll(() => gateway.stop())

it('checks the device token on exactly the routes clients send it (spec 7.9)', () => {
  expect(routes.filter(isProtected).sort()).toEqual(
    routes.filter((path) => PROTECTED_ENDPOINTS.includes(path) || API_KEYS.test(path)).sort(),
  )
})

it('lists every endpoint that carries a device token (spec 7.9)', () => {
  expect(PROTECTED_ENDPOINTS.filter((path) => !routes.includes(path))).toEqual([])
})
