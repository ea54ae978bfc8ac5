import { describe, expect, it } from 'vitest'
import { createFixture, ok } from '../testing/createFixture.ts'

describe('prefix', () => {
  it.each([
    ['/spot/order/open', '/v1/spot/order/open'],
    ['spot/order/open', '/v1/spot/order/open'],
    ['/v1/spot/order/open', '/v1/spot/order/open'],
    ['v1/security/policy/captcha/get-captcha-id', '/v1/security/policy/captcha/get-captcha-id'],
    ['/v10/x', '/v1/v10/x'],
    ['/v1', '/v1'],
  ])('turns %s into %s (spec 7.1)', async (path, sent) => {
    const { client, received } = createFixture()
    await client.get(path)
    expect(received[0]?.url.split('?')[0]).toBe(sent)
  })

  it('accepts another prefix', async () => {
    const { client, received } = createFixture(() => ok(), { prefix: '/api/v2' })
    await client.get('/x')
    expect(received[0]?.url).toMatch(/^\/api\/v2\/x\?/)
  })
})
