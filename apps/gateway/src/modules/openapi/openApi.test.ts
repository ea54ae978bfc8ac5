import { describe as group, expect, it } from 'vitest'
import { RawAnswer, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import { createOpenApiModule, describe } from './module.ts'

const handler = async () => null
const routes: readonly RouteSpec[] = [
  {
    method: 'GET',
    path: '/v1/open',
    access: 'public',
    summary: 'Open <to> "all" & sundry',
    schema: {
      querystring: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' }, b: { type: 'string' } },
      },
    },
    handler,
  },
  {
    method: 'POST',
    path: '/v1/spot/order/place',
    access: 'private',
    signMode: '2',
    realms: ['live'],
    schema: { body: { type: 'object', properties: { size: { type: 'string' } } } },
    handler,
  },
  { method: 'GET', path: '/v1/spot/order/open', access: 'private', handler },
  { method: 'POST', path: '/v1/user/login', access: 'public', encrypted: true, handler },
] as unknown as RouteSpec[]
const { paths } = describe(routes) as {
  paths: Record<string, Record<string, Record<string, unknown>>>
}
const capability = createOpenApiModule({ routes })
const answer = async (path: string) =>
  (await capability.routes
    .find((route) => route.path === path)!
    .handler({} as GatewayRequest)) as RawAnswer

group('the list of routes', () => {
  it('has each route once, by path and method', () => {
    expect(Object.entries(paths).map(([path, verbs]) => [path, ...Object.keys(verbs)])).toEqual([
      ['/v1/open', 'get'],
      ['/v1/spot/order/place', 'post'],
      ['/v1/spot/order/open', 'get'],
      ['/v1/user/login', 'post'],
    ])
  })

  it('names the parameters of the query, and which are needed', () => {
    expect(paths['/v1/open']?.['get']?.['parameters']).toEqual([
      { name: 'a', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'b', in: 'query', required: false, schema: { type: 'string' } },
    ])
  })

  it('asks for the session and its realm on private routes (wire 1b)', () => {
    const { security, parameters } = paths['/v1/spot/order/place']!['post']!
    expect(security).toEqual([{ session: [] }])
    expect(parameters).toEqual([
      { name: 'x-realm', in: 'header', required: true, schema: { enum: ['live'] } },
    ])
    expect(paths['/v1/spot/order/open']!['get']!['parameters']).toEqual([
      expect.objectContaining({ schema: { enum: ['live', 'paper'] } }),
    ])
    expect(paths['/v1/open']!['get']).not.toHaveProperty('security')
  })

  it('tells the mode in which a route is signed, and which body is encrypted (wire 3)', () => {
    expect(paths['/v1/spot/order/place']!['post']!['x-sign-mode']).toBe('2')
    expect(paths['/v1/spot/order/open']!['get']!['x-sign-mode']).toBe('1')
    expect(paths['/v1/open']!['get']).not.toHaveProperty('x-sign-mode')
    expect(paths['/v1/user/login']!['post']!['x-encrypted']).toBe(true)
  })

  it('is for development only, as a document and as a page that may load nothing', async () => {
    expect(
      capability.routes.map(({ developmentOnly, access }) => [developmentOnly, access]),
    ).toEqual([
      [true, 'public'],
      [true, 'public'],
    ])
    const page = await answer('/v1/dev/openapi')
    expect(JSON.stringify(page)).toContain("default-src 'none'")
    expect(await answer('/v1/dev/openapi.json')).toBeInstanceOf(RawAnswer)
  })

  it('shows texts as texts', async () => {
    const text = JSON.stringify(await answer('/v1/dev/openapi'))
    expect(text).toContain('Open &#60;to&#62; &#34;all&#34; &#38; sundry')
    expect(text).not.toContain('<to>')
  })
})
