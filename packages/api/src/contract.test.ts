import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { api, listEndpoints, topics } from './contract.ts'
import { commonErrors, isRaw, type RequestOf, type ResponseOf } from './endpoint.ts'
import { errorEnvelope, successEnvelope } from './envelope.ts'
import type { SpotOrder } from './spot/orders.ts'
import type { Page } from './schema.ts'
import { sockets, type UserStreamMessage } from './streams.ts'

const endpoints = listEndpoints().map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`
const failing = (holds: (one: (typeof endpoints)[number]) => boolean) =>
  endpoints.filter((one) => !holds(one)).map(nameOf)

describe('the endpoints', () => {
  it('are each there once', () => {
    const names = endpoints.map(nameOf)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(names).toContain('POST /v1/spot/order/place')
  })

  it('are signed where they are private, and nowhere else (wire 3)', () => {
    expect(
      failing(({ access, signing }) => (access === 'private') === (signing !== 'none')),
    ).toEqual([])
  })

  it('sign private reads in mode 1 and private writes in mode 2 (wire 3)', () => {
    expect(
      failing(
        ({ access, method, signing, consumes }) =>
          access === 'public' ||
          // The browser writes a multipart body after it was signed.
          signing === (method === 'GET' || consumes?.includes('multipart/form-data') ? '1' : '2'),
      ),
    ).toEqual([])
  })

  it('encrypt bodies of POST requests only (wire 4)', () => {
    expect(failing(({ encrypted, method }) => !encrypted || method === 'POST')).toEqual([])
  })

  it('list no error code twice', () => {
    expect(
      failing((one) => {
        const codes = [...commonErrors(one), ...one.errors]
        return new Set(codes).size === codes.length
      }),
    ).toEqual([])
  })

  it('describe themselves in one sentence', () => {
    expect(failing(({ summary }) => /^[A-Z].*\.$/.test(summary) && summary.length <= 200)).toEqual(
      [],
    )
  })

  it('answer inside the envelope under /v1, but for text and pictures (wire 10)', () => {
    expect(failing(({ path, response }) => path.startsWith('/v1/') || isRaw(response))).toEqual([])
  })
})

describe('the schemas', () => {
  const schemas = [
    ...endpoints.flatMap((one) => [
      ...(one.request ? [one.request] : []),
      ...(isRaw(one.response) ? [] : [successEnvelope(one.response, one.successCode)]),
      ...(isRaw(one.response) && one.response.schema ? [one.response.schema] : []),
      errorEnvelope(one.errors),
    ]),
    ...topics.flatMap(({ params, message }) => [params, message]),
    ...Object.values(sockets).flatMap(({ command, reply }) => [command, reply]),
  ]

  it('compile with TypeBox', () => {
    expect(schemas.length).toBeGreaterThan(250)
    for (const schema of schemas) expect(TypeCompiler.Compile(schema).Code()).toContain('return')
  })

  it('refuse an order that the types refuse', () => {
    const { request } = api.spot.orders.place
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '1' }
    expect(Value.Check(request, { ...order, price: '90000.1' })).toBe(true)
    expect(Value.Check(request, { ...order, price: null, timeInForce: '' })).toBe(true)
    expect(Value.Check(request, { ...order, side: 'long' })).toBe(false)
    expect(Value.Check(request, { ...order, size: 1 })).toBe(false)
    expect(Value.Check(request, { ...order, timeInForce: 'never' })).toBe(false)
  })
})

describe('the topics (wire 10)', () => {
  it('belong to a socket of the contract', () => {
    const paths: readonly string[] = Object.values(sockets).map(({ path }) => path)
    expect(topics.filter((one) => !paths.includes(one.socket))).toEqual([])
  })
})

describe('the types', () => {
  it('follow from the schemas', () => {
    expectTypeOf<ResponseOf<typeof api.spot.orders.open>>().toEqualTypeOf<Page<SpotOrder>>()
    expectTypeOf<RequestOf<typeof api.spot.orders.place>['side']>().toEqualTypeOf<'buy' | 'sell'>()
    expectTypeOf<RequestOf<typeof api.spot.orders.place>['price']>().toEqualTypeOf<
      string | null | undefined
    >()
    expectTypeOf<ResponseOf<typeof api.login.logout>>().toEqualTypeOf<null>()
    expectTypeOf<Extract<UserStreamMessage, { topic: 'orders' }>['data']>().toEqualTypeOf<
      readonly SpotOrder[]
    >()
  })

  it('keep amounts as text', () => {
    expectTypeOf<SpotOrder['size']>().toEqualTypeOf<string>()
    expectTypeOf<SpotOrder['createdAt']>().toEqualTypeOf<number>()
  })
})
