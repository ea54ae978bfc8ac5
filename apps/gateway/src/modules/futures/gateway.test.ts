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

  it('trades coin contracts with the funds of a new paper account (futures 1)', async () => {
    const { client } = await gateway.newUser()
    await client.post('/v1/user/sub-account/switchTradeDemo')
    const move = { from: 'spot', to: 'futures', asset: 'BTC', amount: '0.5', clientOid: 'm' }
    expect((await client.post('/v1/asset/move', move)).code).toBe('0')
    for (const side of ['buy', 'sell']) {
      const order = { symbol: 'BTCUSD', side, orderType: 'market', size: '20' }
      expect(await client.post('/v1/futures/order/place', order)).toMatchObject({
        code: '0',
        data: { status: 'filled' },
      })
      const { data } = await client.get('/v1/futures/position/list')
      expect(data).toMatchObject(
        side === 'buy' ? [{ positionsCount: '20', marginCoin: 'BTC', positionSide: 1 }] : [],
      )
    }
  })

  it('gives the insurance fund of every margin coin its seed (futures 1)', async () => {
    const { data } = await trader.client.get('/v1/futures/public/fund')
    expect(data).toMatchObject([
      { product: 'usdt', asset: 'USDT', seed: '1000000', paid: '0' },
      { product: 'coin', asset: 'BTC', seed: '2', paid: '0' },
      { product: 'coin', asset: 'ETH', seed: '40', paid: '0' },
    ])
  })

  it('serves candles of every price of a contract (futures 11)', async () => {
    await gateway.clock.advance(3_000)
    const candles = async (query: string) => {
      const path = `/v1/futures/public/candles?interval=1m&limit=30&${query}`
      const { code, data } = await trader.client.get(path)
      return code === '0' ? (data as readonly { readonly volume: string }[]) : code
    }
    for (const symbol of ['BTCUSDT', '1000SHIBUSDT', 'BTCUSD'])
      for (const kind of ['last', 'mark', 'index'])
        expect(await candles(`symbol=${symbol}&kind=${kind}`)).toHaveLength(30)
    const [index] = (await candles('symbol=BTCUSDT&kind=index')) as readonly { volume: string }[]
    expect(Number(index?.volume)).toBe(0)
    expect(await candles('symbol=NONE')).toBe('40401')
    expect(await candles('symbol=BTCUSDT&kind=fair')).toBe('40010')
    expect(await candles('symbol=BTCUSDT&interval=2m')).toBe('40010')
  })

  it.each(['BTCUSDT', '1000SHIBUSDT', 'ETHUSD'])(
    'makes the index of %s from three constituents (futures 5)',
    async (symbol) => {
      const { data } = await trader.client.get(`/v1/futures/public/index?symbol=${symbol}`)
      const { index, constituents } = data as {
        readonly index: string
        readonly constituents: readonly Record<'source' | 'price' | 'weight' | 'state', string>[]
      }
      expect(
        constituents.map(({ source, weight, state }) => [source, weight, state].join(' ')),
      ).toEqual(['own 1 used', 'generated-a 1 used', 'generated-b 1 used'])
      // The middle one was the index of the last second, on the tick of the contract.
      const prices = constituents.map(({ price }) => Number(price)).toSorted((a, b) => a - b)
      const [lowest = 0, middle = 0, highest = 0] = prices
      expect(Math.abs(Number(index) / middle - 1)).toBeLessThan(0.001)
      expect(highest / lowest - 1).toBeLessThan(0.002)
    },
  )

  it('has no index of an unknown contract (futures 5)', async () => {
    const unknown = await trader.client.get('/v1/futures/public/index?symbol=NONE')
    expect(unknown.code).toBe('40401')
  })
})
