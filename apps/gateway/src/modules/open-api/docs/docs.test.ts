import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../../testing/createTestGateway.ts'
import { DIALECT_ERRORS } from '../errors.ts'
import { dialectRoutes } from '../module.ts'
import { DEFAULT_ORDER_LIMITS } from '../../trading/orderLimits.ts'
import { PARAMETERS, parametersOf } from './parameters.ts'
import { describeDialect } from './document.ts'

/** Has every property, and each is the same. */
const nothing: object = new Proxy({}, { get: () => nothing })
// Only what describes a route is read: no handler runs.
const routes = dialectRoutes(nothing as Parameters<typeof dialectRoutes>[0])
const document = describeDialect(routes, { orderLimits: DEFAULT_ORDER_LIMITS })

describe('the document of the dialect (open-api.md)', () => {
  it('describes the parameters of every call, and of no other', () => {
    const calls = routes.map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(PARAMETERS).toSorted()).toEqual([...new Set(calls)].toSorted())
  })

  it('names each call once', () => {
    const calls = routes.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(calls).size).toBe(calls.length)
    const operations = Object.values(document.paths).flatMap((verbs) => Object.values(verbs))
    const ids = operations.map((each) => (each as { operationId: string }).operationId)
    expect(new Set(ids).size).toBe(calls.length)
  })

  it('says what a signed call needs', () => {
    expect(document.paths['/api/v3/order']?.['post']).toMatchObject({
      tags: ['Spot'],
      security: [{ key: [] }],
      description: expect.stringContaining('`spot`'),
      parameters: expect.arrayContaining([
        { name: 'symbol', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'price', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'signature', in: 'query', required: true, schema: { type: 'string' } },
      ]),
    })
  })

  it('leaves public calls without key and signature', () => {
    const depth = document.paths['/fapi/v1/depth']?.['get']
    expect(depth).toMatchObject({
      security: [],
      parameters: [{ name: 'symbol' }, { name: 'limit' }],
    })
  })

  it('has every error, every limit and runnable examples', () => {
    const { description } = document.info
    for (const { code, msg } of Object.values(DIALECT_ERRORS)) {
      expect(description).toContain(`| ${code} |`)
      expect(description).toContain(msg)
    }
    for (const text of [
      '6000',
      '2400',
      '12000',
      '200 in 10 s',
      '200000 a day',
      'openssl dgst',
      'ccxt.binance',
      'hmac.new',
    ])
      expect(description).toContain(text)
  })

  it('refuses to describe a call without a row', () => {
    expect(() => parametersOf('GET /api/v3/nothing', false)).toThrow(RangeError)
  })
})

describe('the page of the document (open-api.md)', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await createTestGateway()
  }, 600_000)
  afterAll(() => gateway.stop())
  const get = (url: string) => gateway.app.inject({ url, headers: { host: 'localhost' } })

  it.each([
    ['/api-docs', 'text/html'],
    ['/api-docs/', 'text/html'],
    ['/api-docs/openapi.json', 'application/json'],
    ['/api-docs/start.js', 'text/javascript'],
    ['/api-docs/swagger-ui.css', 'text/css'],
    ['/api-docs/swagger-ui-bundle.js', 'text/javascript'],
  ])('serves %s', async (url, type) => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining(type)])
  })

  it('lets the page load and send nothing elsewhere', async () => {
    const policy = String((await get('/api-docs')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('http')
  })

  it('answers the document that the routes make', async () => {
    const { paths } = (await get('/api-docs/openapi.json')).json<{ paths: object }>()
    expect(Object.keys(paths).toSorted()).toEqual(Object.keys(document.paths).toSorted())
  })
})
