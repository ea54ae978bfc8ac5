import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../testing/createTestGateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
}, 60_000)
afterAll(() => gateway.stop())

describe('a first visit', () => {
  it('x', async () => {
    const client = gateway.client()
    const answer = await client.register('ann@example.com')
    expect(answer).toMatchObject({ code: '0', data: { userInfo: { userId: expect.stringMatching(/^\d{10}$/) } } })
    const info = await client.get('/v1/user/overview/userinfo')
    expect(info).toMatchObject({ code: '0', data: { realm: 'live', email: 'an***@example.com' } })
    const order = await client.post('/v1/user/sub-account/switchTradeDemo', {})
    expect(order).toMatchObject({ code: '0', data: { realm: 'paper' } })
    expect(await client.get('/v1/spot/account/assets')).toMatchObject({ code: '0' })
  })
})
