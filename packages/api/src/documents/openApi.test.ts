import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { api } from '../contract.ts'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { describeOpenApi } from './openApi.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const listed: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/open',
    summary: 'Open to all.',
    access: 'public',
    signing: 'none',
    request: Type.Object({ a: Type.String(), b: Type.Optional(Type.String()) }),
    response: Type.Null(),
    errors: [],
  }),
  { ...api.spot.orders.place, realms: ['live'] },
  api.spot.orders.open,
  api.login.password,
  api.captcha.picture,
]
const { paths, components } = describeOpenApi(
  listed.map((one) => ({ capability: 'orders', endpoint: one })),
) as Document

describe('describeOpenApi', () => {
  it('lists each endpoint once, by path and method', () => {
    expect(Object.entries(paths).map(([path, methods]) => [path, ...Object.keys(methods)])).toEqual(
      [
        ['/v1/open', 'get'],
        ['/v1/spot/order/place', 'post'],
        ['/v1/spot/order/open', 'get'],
        ['/v1/user/login', 'post'],
        ['/v1/captcha/reference/picture', 'get'],
      ],
    )
  })

  it('names the parameters of a query and which are required', () => {
    expect(paths['/v1/open']?.['get']?.['parameters']).toEqual([
      { name: 'a', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'b', in: 'query', required: false, schema: { type: 'string' } },
    ])
  })

  it('requires the session and its realm on private endpoints (wire 1b)', () => {
    const { security, parameters } = paths['/v1/spot/order/place']!['post']!
    expect(security).toEqual([{ session: [] }])
    expect(parameters).toEqual([
      { name: 'x-realm', in: 'header', required: true, schema: { enum: ['live'] } },
    ])
    expect(paths['/v1/spot/order/open']!['get']!['parameters']).toContainEqual(
      expect.objectContaining({ name: 'x-realm', schema: { enum: ['live', 'paper'] } }),
    )
    expect(paths['/v1/open']!['get']).not.toHaveProperty('security')
  })

  it('states the sign mode and whether the body is encrypted (wire 3)', () => {
    expect(paths['/v1/spot/order/place']!['post']!['x-sign-mode']).toBe('2')
    expect(paths['/v1/spot/order/open']!['get']!['x-sign-mode']).toBe('1')
    expect(paths['/v1/open']!['get']).not.toHaveProperty('x-sign-mode')
    expect(paths['/v1/user/login']!['post']!['x-encrypted']).toBe(true)
  })

  it('refers to named schemas and defines each that it refers to', () => {
    const references = [...JSON.stringify({ paths, components }).matchAll(/schemas\/(\w+)"/g)]
    expect(new Set(references.map(([, name]) => name))).toEqual(
      new Set(Object.keys(components.schemas)),
    )
    expect(Object.keys(components.schemas)).toContain('SpotOrder')
  })

  it('lists success and refusal codes in the envelope (wire 10)', () => {
    const { responses } = paths['/v1/spot/order/place']!['post'] as {
      responses: Record<string, { content: Record<string, object> }>
    }
    const codesOf = (status: string) =>
      [...JSON.stringify(responses[status]).matchAll(/schemas\/Error(\w+)/g)].map(
        ([, code]) => code,
      )
    expect(Object.keys(responses)).toEqual(['200', '400', '4XX', '5XX'])
    expect(codesOf('200')).toEqual(expect.arrayContaining(['40010', '40902', '42902']))
    expect(codesOf('400')).toEqual(['40010'])
    expect(codesOf('4XX')).toEqual(['1'])
    expect(codesOf('5XX')).toEqual(['1'])
  })

  it('describes the details of a refusal (wire 10)', () => {
    expect(components.schemas).toHaveProperty('Error42902.properties.data.required', [
      'scope',
      'limit',
    ])
    expect(components.schemas).toHaveProperty('Error40902.properties.code.const', '40902')
  })

  it('describes an answer outside the envelope by its media type', () => {
    const { responses } = paths['/v1/captcha/reference/picture']!['get']! as {
      responses: Record<string, { content: object }>
    }
    expect(Object.keys(responses['200']!.content)).toEqual(['image/png', 'application/json'])
  })
})
