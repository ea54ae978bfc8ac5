import { api, jsonSchemaOf, listEndpoints } from '@x/api'
import { Ajv } from 'ajv'
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
    schema: { body: jsonSchemaOf(api.spot.orders.place.request) },
  })
})

it('leaves private reads to a prefix rule, but for those named exactly (wire 3)', () => {
  expect(route(api.spot.account.assets, async () => []).signMode).toBeUndefined()
  expect(route(api.security.sessions, async () => []).signMode).toBe('1')
})

it('passes the handler a GET’s query and a POST’s body', async () => {
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

it('makes every request schema one that Ajv compiles', () => {
  const ajv = new Ajv({ allowUnionTypes: true, formats: { decimal: true } })
  for (const { endpoint } of listEndpoints())
    if (endpoint.request) expect(ajv.compile(jsonSchemaOf(endpoint.request))).toBeTypeOf('function')
})

it('refuses what the types of an order refuse', () => {
  const ajv = new Ajv({ allowUnionTypes: true, formats: { decimal: true } })
  const validate = ajv.compile(jsonSchemaOf(api.spot.orders.place.request))
  const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '1' }
  for (const [change, isValid] of [
    [{ price: '90000.1' }, true],
    [{ price: null, timeInForce: '' }, true],
    [{ side: 'long' }, false],
    [{ size: 1 }, false],
    [{ timeInForce: 'never' }, false],
  ] as const)
    expect(validate({ ...order, ...change })).toBe(isValid)
})
