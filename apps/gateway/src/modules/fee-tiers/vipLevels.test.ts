import { createManualClock } from '@x/kit/testing'
import { FEE_TIERS } from '@x/trading'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spotFeeRates } from '../../exchange/accounts/fee.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import type { TestClient } from '../../testing/createTestClient.ts'
import { createVipLevels } from './createVipLevels.ts'

describe('levels of the users who trade', () => {
  let asked: unknown[][] = []
  let answer: () => Promise<object[]> = async () => [{ vip_level: 3 }]
  const clock = createManualClock()
  const open = () => {
    asked = []
    return createVipLevels({
      clock,
      db: {
        query: (async (_: string, params: unknown[]) => (asked.push(params), answer())) as never,
      },
    })
  }

  it('reads levels once a burst and again after two seconds', async () => {
    const levels = open()
    expect(await Promise.all([levels.of('1'), levels.of('1'), levels.of('1')])).toEqual([3, 3, 3])
    expect(asked).toEqual([['1']])
    await clock.advance(1_999)
    await levels.of('1')
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    answer = async () => [{ vip_level: 4 }]
    expect(await levels.of('1')).toBe(4)
  })
  it('are each user’s own', async () => {
    const levels = open()
    await Promise.all([levels.of('1'), levels.of('2')])
    expect(asked).toEqual([['1'], ['2']])
  })
  it('a user who is not there pays the first tier', async () => {
    answer = async () => []
    expect(await open().of('9')).toBe(0)
  })
  it('refuses the order if the database fails, then retries', async () => {
    const levels = open()
    answer = () => Promise.reject(new Error('gone'))
    await expect(levels.of('1')).rejects.toThrow('gone')
    answer = async () => [{ vip_level: 1 }]
    expect(await levels.of('1')).toBe(1)
  })
})

describe('fees charged are those of the tier shown (trading 7)', () => {
  let gateway: TestGateway
  let client: TestClient
  let userId = ''
  beforeAll(async () => {
    gateway = await createTestGateway()
    client = gateway.client()
    userId = ((await client.register('vip@example.com')).data as { userInfo: { userId: string } })
      .userInfo.userId
    await client.post('/v1/user/sub-account/switchTradeDemo')
  })
  afterAll(() => gateway.stop())

  it.each([0, 1, 3, 5])('charges VIP %i the taker rate that userinfo shows', async (level) => {
    await gateway.db.query('update users set vip_level = $2 where id = $1', [userId, level])
    await gateway.clock.advance(2_000)
    expect((await client.get('/v1/user/overview/userinfo')).data).toMatchObject({
      vipLevel: level,
    })
    const { orderId } = (
      await client.post('/v1/spot/order/place', {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'market',
        size: '0.05',
        sizeUnit: 'base',
        clientOid: `vip-${level}`,
      })
    ).data as { orderId: string }
    const { items } = (await client.get('/v1/spot/order/fills')).data as {
      items: { orderId: string; size: string; fee: string; feeAsset: string }[]
    }
    const fills = items.filter((fill) => fill.orderId === orderId)
    expect(fills.length).toBeGreaterThan(0)
    const { takerPpm } = spotFeeRates(level)
    expect(takerPpm).toBe(Math.round(Number(FEE_TIERS.spot[level as 0].taker) * 10_000))
    for (const { size, fee, feeAsset } of fills) {
      const atoms = BigInt(Math.round(Number(size) * 1e8))
      expect({ feeAsset, fee: BigInt(Math.round(Number(fee) * 1e8)) }).toEqual({
        feeAsset: 'BTC',
        fee: (atoms * BigInt(takerPpm) + 999_999n) / 1_000_000n,
      })
    }
  })
})
