import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../testing/createTestGateway.ts'

let gateway: TestGateway
let trader: NewUser
beforeAll(async () => {
  gateway = await createTestGateway()
  trader = await gateway.newUser()
  await gateway.clock.advance(2_000)
})
afterAll(() => gateway.stop())

describe('contracts of a running gateway (futures 5)', () => {
  it('marks every contract a second after the start (futures 5)', async () => {
    const { data } = await trader.client.get('/v1/futures/public/tickers')
    const tickers = data as readonly { readonly markPrice: string | null }[]
    expect(tickers).toHaveLength(8)
    expect(tickers.filter(({ markPrice }) => markPrice === null)).toEqual([])
  })

  it('trades in the paper realm at the generated book (futures 8)', async () => {
    const { client } = trader
    expect((await client.post('/v1/user/sub-account/switchTradeDemo')).code).toBe('0')
    const move = { from: 'spot', to: 'futures', asset: 'USDT', amount: '5000', clientOid: 'm' }
    expect((await client.post('/v1/asset/move', move)).code).toBe('0')
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '0.01' }
    expect(await client.post('/v1/futures/order/place', order)).toMatchObject({
      code: '0',
      data: { status: 'filled' },
    })
    const { data } = await client.get('/v1/futures/position/list')
    expect(data).toMatchObject([{ positionsCount: '0.010', positionSide: 1 }])
    expect((await client.get('/v1/futures/account', { realm: 'live' })).code).toBe('40901')
  })
})
