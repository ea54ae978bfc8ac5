import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { createBodyParser } from './parseBody.ts'
import type { RouteSpec } from '../http/route.ts'

const app = Fastify()
afterAll(() => app.close())
const parse = createBodyParser(app.getDefaultJsonParser('error', 'error'))
const route = (change: Partial<RouteSpec> = {}): RouteSpec => ({
  method: 'POST',
  path: '/v1/test',
  access: 'public',
  handler: async () => null,
  ...change,
})
const read = (rawBody: string, type: string | undefined = 'application/json', spec = route()) =>
  parse(spec, { path: spec.path, headers: { 'content-type': type }, rawBody, address: '' })

describe('the body of a request', () => {
  it.each([
    ['{}', {}],
    [' \n{"a":{"b":[1,null,"é"]}}\t', { a: { b: [1, null, 'é'] } }],
    ['{"size":1e400}', { size: Infinity }],
  ])('%j reads as %o', async (text, value) => expect(await read(text)).toEqual(value))

  it('is refused with a repeated name, which readers could take differently', async () => {
    await expect(read('{"a":1,"a":2}')).rejects.toMatchObject({
      code: '40010',
      data: { field: 'a' },
    })
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    ' application/json ;x=y',
  ])('is JSON under %j', async (type) => expect(await read('{"a":1}', type)).toEqual({ a: 1 }))

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json+x',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/csp-report',
  ])('is not read under %j, whatever it contains', async (type) => {
    await expect(
      parse(route(), {
        path: '',
        headers: { 'content-type': type },
        rawBody: '{"a":1}',
        address: '',
      }),
    ).rejects.toMatchObject({ code: '1', status: 415 })
  })

  it.each(['', undefined])(
    'reads as an empty object where absent, under any media type',
    async () => {
      expect(await read('', 'text/plain')).toEqual({})
    },
  )
  it('reads as an empty object for a GET', async () =>
    expect(await read('{"a":1}', 'application/json', route({ method: 'GET' }))).toEqual({}))
  it('is left unread for a route that consumes it', async () =>
    expect(await read('{', 'TEXT/CSV; header=present', route({ consumes: ['text/csv'] }))).toEqual(
      {},
    ))

  it.each([
    '{',
    '{"a":}',
    '{"a":1}x',
    "{'a':1}",
    '{"a":01}',
    'undefined',
    'NaN',
    '\u0000',
    '\uFEFF{',
    '[]',
    '[{"a":1}]',
    '1',
    '"text"',
    'true',
    'null',
  ])('is refused as malformed with 400 and the field body: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: '40010',
      status: 400,
      data: { field: 'body' },
    })
  })

  it.each([
    '{"__proto__":{"role":"x"}}',
    '{"a":{"__proto__":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u005f_proto__":1}',
  ])('cannot change a prototype: %s', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: '40010', status: 400 })
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
  })

  it('a refusal repeats nothing of the body', async () => {
    const failure = (await read('{"pwd":"hunter2"').catch((error: unknown) => error)) as Error
    expect(failure.message).not.toContain('hunter2')
  })
})
