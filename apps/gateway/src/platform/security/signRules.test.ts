import { describe, expect, it } from 'vitest'
import type { RouteSpec } from '../http/route.ts'
import { deriveSignRules } from './signRules.ts'

const route = (method: 'GET' | 'POST', path: string, rest: Partial<RouteSpec> = {}): RouteSpec => ({
  method,
  path,
  access: 'private',
  handler: async () => null,
  ...rest,
})
const read = (path: string) => route('GET', path)
const write = (path: string) => route('POST', path, { signMode: '2' })
const open = (path: string, method: 'GET' | 'POST' = 'GET') =>
  route(method, path, { access: 'public' })

describe('sign rules from routes (wire 3)', () => {
  it('a named mode becomes an exact rule', () => {
    expect(
      deriveSignRules([
        write('/v1/spot/order/place'),
        route('GET', '/v1/user/overview/userinfo', { signMode: '1' }),
      ]).exactUrls,
    ).toEqual({ '/v1/spot/order/place': '2', '/v1/user/overview/userinfo': '1' })
  })
  it('share a prefix rule for private reads of a folder, not writes', () => {
    const rules = deriveSignRules([
      read('/v1/spot/order/open'),
      read('/v1/spot/order/history'),
      write('/v1/spot/order/place'),
    ])
    expect(rules).toMatchObject({
      exactUrls: { '/v1/spot/order/place': '2' },
      prefixUrls: { '/v1/spot/order/': '1' },
    })
  })
  it('give a folder with a public route no prefix rule', () => {
    const rules = deriveSignRules([read('/v1/user/mixed/own'), open('/v1/user/mixed/all')])
    expect(rules).toMatchObject({ exactUrls: { '/v1/user/mixed/own': '1' }, prefixUrls: {} })
  })
  it('a read directly below its family gets an exact rule', () => {
    expect(deriveSignRules([read('/v1/asset/overview'), open('/v1/asset/list')])).toMatchObject({
      exactUrls: { '/v1/asset/overview': '1' },
      prefixUrls: {},
    })
  })
  it('give no rule to public routes and to private reads elsewhere', () => {
    expect(
      deriveSignRules([
        read('/v1/buried/mine'),
        open('/v1/spot/public/symbols'),
        open('/v1/user/login', 'POST'),
      ]),
    ).toMatchObject({ exactUrls: {}, prefixUrls: {} })
  })
  it('names the fields of every mode and the default algorithm', () => {
    expect(deriveSignRules([])).toEqual({
      exactUrls: {},
      prefixUrls: {},
      signModes: {
        '0': ['path', 'time'],
        '1': ['path', 'time', 'traceId'],
        '2': ['path', 'time', 'traceId', 'body'],
      },
      defaultAlgorithm: 'rsa1024',
    })
  })
})

describe('what is refused at start (wire 2)', () => {
  const cases: readonly [what: string, routes: RouteSpec[], fault: string][] = [
    ['a route twice', [open('/v1/a'), open('/v1/a')], 'GET /v1/a is there twice'],
    ['two routes that differ by case', [open('/v1/a'), open('/v1/A')], 'is there twice'],
    [
      'a signed path with two methods',
      [write('/v1/spot/x'), open('/v1/spot/x')],
      'POST /v1/spot/x is signed and has another method too',
    ],
    [
      'a signed read with two methods',
      [read('/v1/spot/order/x'), open('/v1/spot/order/x', 'POST')],
      'GET /v1/spot/order/x is signed and has another method too',
    ],
    [
      'mode 0 on a write',
      [route('POST', '/v1/x', { signMode: '0' })],
      'is signed in mode 0 and is no idempotent GET',
    ],
    [
      'a signed public route',
      [route('GET', '/v1/x', { signMode: '1', access: 'public' })],
      'is signed and public',
    ],
    [
      'a private write without mode 2',
      [route('POST', '/v1/x')],
      'is a private write without mode 2',
    ],
    [
      'an encrypted read',
      [route('GET', '/v1/x', { encrypted: true, access: 'public' })],
      'is encrypted and has no body',
    ],
  ]
  it.each(cases)('%s', (_, routes, fault) => {
    expect(() => deriveSignRules(routes)).toThrow(fault)
  })
  it('every fault is named at once', () => {
    expect(() => deriveSignRules([route('POST', '/v1/x'), route('POST', '/v1/y')])).toThrow(
      /\/v1\/x[\s\S]*\/v1\/y/,
    )
  })
  it('allows one path with two unsigned methods', () => {
    expect(() => deriveSignRules([open('/v1/a'), open('/v1/a', 'POST')])).not.toThrow()
  })
})
