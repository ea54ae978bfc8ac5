import { api } from '@x/api'
import { expect, it } from 'vitest'
import { route } from './contractRoute.ts'
import type { GatewayRequest } from './route.ts'

const receipt = { orderId: '1', clientOid: 'a', status: 'open' } as const

it('takes path, access, sign mode and schema from the contract', () => {
  expect(route(api.spot.orders.place, async () => receipt)).toMatchObject({
    endpoint: api.spot.orders.place,
    method: 'POST',
    path: '/v1/spot/order/place',
    access: 'private',
    signMode: '2',
    schema: { body: api.spot.orders.place.request },
  })
})

it('leaves private reads to a prefix rule, but for those named exactly (wire 3)', () => {
  expect(route(api.spot.account.assets, async () => []).signMode).toBeUndefined()
  expect(route(api.security.sessions, async () => []).signMode).toBe('1')
})

it('passes the query of a GET and the body of a POST to the handler', async () => {
  const given = { query: { symbol: 'BTCUSDT' }, body: { symbol: 'ETHUSDT' } } as unknown
  const seen: unknown[] = []
  await route(api.marketData.tickers, async (_request, params) => {
    seen.push(params.symbol)
    return []
  }).handler(given as GatewayRequest)
  await route(api.spot.orders.place, async (_request, params) => {
    seen.push(params.symbol)
    return receipt
  }).handler(given as GatewayRequest)
  expect(seen).toEqual(['BTCUSDT', 'ETHUSDT'])
})
