import { describe, expectTypeOf, it } from 'vitest'
import type { api } from './contract.ts'
import type { RequestOf, ResponseOf } from './endpoint.ts'
import type { Call, PathKey, Paths } from './paths.ts'
import type { Page } from './schema.ts'
import type { PlaceSpotOrderRequest, SpotOrder, OrderReceipt } from './spot/orders.ts'

describe('Paths', () => {
  it('names each endpoint by its method and path', () => {
    expectTypeOf<Paths['POST /v1/spot/order/place']>().toEqualTypeOf<typeof api.spot.orders.place>()
    expectTypeOf<'GET /health'>().toExtend<PathKey>()
    expectTypeOf<'GET /v1/spot/order/place'>().not.toExtend<PathKey>()
  })

  it('gives the request and the response of a path', () => {
    type Place = Paths['POST /v1/spot/order/place']
    expectTypeOf<RequestOf<Place>>().toEqualTypeOf<PlaceSpotOrderRequest>()
    expectTypeOf<ResponseOf<Place>>().toEqualTypeOf<OrderReceipt>()
  })
})

describe('Call', () => {
  const call: Call<{ readonly signal?: AbortSignal }> = async () => await Promise.race([])

  it('answers what the endpoint of the path answers', () => {
    expectTypeOf(call<'GET /v1/spot/order/open'>).returns.toEqualTypeOf<Promise<Page<SpotOrder>>>()
    void (() => call('GET /v1/spot/account/assets', {}, { signal: AbortSignal.abort() }))
  })

  it('takes no parameters where all are optional', () => {
    void (() => call('GET /v1/spot/order/open'))
    void (() => call('GET /v1/spot/order/open', { symbol: 'BTCUSDT' }))
  })

  it('refuses a missing parameter and an unknown path', () => {
    // @ts-expect-error the order is missing
    void (() => call('POST /v1/spot/order/place'))
    // @ts-expect-error an amount is text
    void (() => call('GET /v1/spot/order/open', { symbol: 1 }))
    // @ts-expect-error the path is GET only
    void (() => call('POST /v1/spot/order/open'))
  })
})
