import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { PROBE_PATH } from './module.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await createTestGateway()), 60_000)
afterAll(() => gateway.stop())

describe('the image of the speed test', () => {
  it('serves a small picture to any origin, never stored (spec 7.8)', async () => {
    const { statusCode, headers, rawPayload } = await gateway.app.inject({
      method: 'GET',
      url: `${PROBE_PATH}?t=1732238512345-0`,
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(rawPayload.length).toBeLessThan(200)
    expect(PNG.sync.read(rawPayload)).toMatchObject({ width: 1, height: 1 })
  })

  it('asks for no session, and sets no cookie', async () => {
    const { headers } = await gateway.app.inject({ method: 'GET', url: PROBE_PATH })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('has the path that the app asks for', () => {
    const app = readFileSync(
      path.resolve(
        import.meta.dirname,
        '../../../../web/src/lib/image-domain/createImageDomain.ts',
      ),
      'utf8',
    )
    expect(app).toContain(`PROBE_PATH = '${PROBE_PATH}'`)
  })
})
