import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../http/route.ts'
import {
  assertKeepable,
  codeOf,
  isAudited,
  isBodyKept,
  isCallKept,
  originOf,
  refOf,
  refsOf,
  signatureOf,
  userOf,
} from './requestEntries.ts'

const TRACE = `w1800000000000${'a'.repeat(11)}`
const spec = (changes: Partial<RouteSpec> = {}): RouteSpec => ({
  method: 'POST',
  path: '/v1/spot/order/place',
  access: 'private',
  handler: async () => null,
  ...changes,
})
const request = (changes: Partial<GatewayRequest> = {}): GatewayRequest => ({
  path: '/v1/spot/order/place',
  query: {},
  body: {},
  rawBody: '{}',
  headers: {},
  address: '192.0.2.7',
  isProxied: false,
  session: undefined,
  clientKey: undefined,
  signKeyId: null,
  isSecure: true,
  setCookie() {},
  ...changes,
})
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Code and HTTP status of a refusal. */
function refusalOf(run: () => void): unknown {
  try {
    run()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [error.code, error.status, error.data]
  }
  return 'kept'
}

describe('which requests are audited (SR10)', () => {
  it.each([
    ['POST', '/v1/spot/order/place', true],
    ['POST', '/v1/user/login', true],
    ['GET', '/v1/spot/order/open', false],
    ['GET', '/v1/user/login', false],
    ['POST', '/v1/user/qr/getQrKeyStatus', false],
    ['POST', '/v1/user/qr/create', false],
    ['POST', '/v1/user/qr/verifySystemLogin', true],
    ['POST', '/v1/security/policy/captcha/check', false],
    ['POST', '/v1/captcha/init', false],
    ['POST', '/v1/captchas', true],
    ['POST', '/v1/buried/log/clientError', false],
    ['POST', '/v1/dev/clock', false],
    ['POST', '/v1/device/token', true],
  ] as const)('%s %s: %s', (method, path, isKept) =>
    expect(isAudited({ method, path })).toBe(isKept),
  )
})

describe('which writes without a signature get an entry (SR10)', () => {
  const login = spec({ path: '/v1/user/login', encrypted: true })
  it.each([
    ['a log-in', login, '0', false, true],
    ['a wrong password', login, '20103', false, true],
    ['a log-in that failed in the gateway', login, 'fault', false, true],
    ['too many log-ins', login, '42901', false, false],
    ['a log-in without a captcha', login, '40103', false, false],
    ['a malformed log-in', login, '40010', false, false],
    ['a write of who is logged in', spec(), '0', true, true],
    ['a refused write of who is logged in', spec(), '40201', true, false],
    ['a write of nobody', spec(), '0', false, false],
    ['a code that was sent', spec({ path: '/v1/user/message/sendCode' }), '0', false, true],
    ['a code that was not sent', spec({ path: '/v1/user/message/sendCode' }), '1', false, false],
  ])('%s', (_what, route, code, hasSession, isKept) =>
    expect(isCallKept(route, { code, hasSession })).toBe(isKept),
  )
})

describe('where a call came from', () => {
  const key = { keyId: 'k1', keyHash: 'h1' }
  const session = {
    sessionId: '0123456789abcdef',
    userId: '7',
    realm: 'paper' as const,
    roles: ['trader' as const],
    keyId: 'k1',
  }

  it('names user, realm, session, key, time, trace and network', () => {
    const headers = { 'trace-id': TRACE, tm: '1800000000123', 'user-agent': 'Browser/1' }
    expect(originOf(request({ headers, session }), key)).toEqual({
      call: 'POST /v1/spot/order/place',
      user: '7',
      realm: 'paper',
      session: '01234567',
      keyId: 'k1',
      keyHash: 'h1',
      trace: TRACE,
      tm: '1800000000123',
      address: '192.0.2.7',
      agent: sha256('Browser/1').slice(0, 16),
    })
  })

  it('holds nothing of a session that there is none of', () => {
    expect(originOf(request(), { keyId: undefined, keyHash: undefined })).toEqual({
      call: 'POST /v1/spot/order/place',
      address: '192.0.2.7',
    })
  })

  it('keeps no whole session id, which would open the session', () => {
    const text = JSON.stringify(originOf(request({ session }), key))
    expect(text).not.toContain(session.sessionId)
  })

  it('keeps the network of an IPv6 address, which limits count by', () => {
    const { address } = originOf(request({ address: '2001:db8:1:2:3::4' }), key)
    expect(address).toBe('2001:db8:1:2::/64')
  })

  it.each(['', '180000000012', '18000000001234', '180000000012x', '1800000000123\n'])(
    'leaves out a time of %j',
    (tm) => expect(originOf(request({ headers: { tm } }), key).tm).toBeUndefined(),
  )

  it.each(['', 'x', TRACE.toUpperCase(), `${TRACE}\n`, `${TRACE}0`])(
    'leaves out a trace of %j, which could forge lines',
    (trace) =>
      expect(originOf(request({ headers: { 'trace-id': trace } }), key).trace).toBeUndefined(),
  )
})

describe('what is kept of a signature', () => {
  const headers = {
    'device-sign-mode': '2',
    'device-sign-data-md5': 'md5',
    'device-sign': 'c2ln',
    tm: '1800000012345',
    'trace-id': TRACE,
  }
  const fields = ['path', 'time', 'traceId', 'body']
  const rawBody = '{"symbol": "BTCUSDT"}'
  const kept = { mode: '2', fields, md5: 'md5', sign: 'c2ln' }

  it('is the body word for word', () => {
    expect(signatureOf(spec(), request({ headers, rawBody }), { fields })).toEqual({
      ...kept,
      body: rawBody,
    })
  })

  it.each([
    ['travels encrypted', spec({ encrypted: true })],
    ['is a picture', spec({ maxBodyBytes: 2_800_000 })],
    ['is a file', spec({ consumes: ['multipart/form-data'] })],
  ])('is a digest of the signed text where the body %s', (_why, route) => {
    const text = ['/v1/spot/order/place', '18000000', TRACE, rawBody].join('\n')
    expect(signatureOf(route, request({ headers, rawBody }), { fields })).toEqual({
      ...kept,
      signed: sha256(text),
    })
  })

  it('signs only the fields of its mode', () => {
    const signed = signatureOf(spec({ encrypted: true }), request({ headers, rawBody }), {
      fields: ['path', 'time'],
    })
    expect(signed).toMatchObject({ signed: sha256('/v1/spot/order/place\n18000000') })
  })

  it('is empty text for a header that is missing', () => {
    expect(signatureOf(spec(), request({ rawBody }), { fields: [] })).toEqual({
      mode: '',
      fields: [],
      md5: '',
      sign: '',
      body: rawBody,
    })
  })

  it.each([
    [{}, true],
    [{ encrypted: false }, true],
    [{ consumes: ['application/x-www-form-urlencoded'] }, true],
    [{ encrypted: true }, false],
    [{ maxBodyBytes: 0 }, false],
    [{ consumes: ['text/plain', 'multipart/form-data'] }, false],
  ])('includes the body of a route with %j: %s', (changes, isKept) =>
    expect(isBodyKept(spec(changes))).toBe(isKept),
  )
})

describe('what a signed body may hold (SR10)', () => {
  const judge = (rawBody: string, changes: Partial<RouteSpec> = {}) =>
    refusalOf(() =>
      assertKeepable(
        spec(changes),
        request({ rawBody, body: JSON.parse(rawBody) as Record<string, unknown> }),
      ),
    )

  it.each([
    '{}',
    '{"symbol":"BTCUSDT","size":"1"}',
    '{"tokens":"1","Token":"2","password":"3"}',
    '{"note":"token"}',
    '{"list":["pwd"]}',
    '{"nothing":null}',
  ])('keeps %s', (body) => expect(judge(body)).toBe('kept'))

  it.each([
    ['pwd', '{"pwd":"x"}'],
    ['token', '{"symbol":"BTCUSDT","token":""}'],
    ['email', '{"email":null}'],
    ['verifyToken', '{"a":{"b":{"verifyToken":1}}}'],
    ['googleCode', '{"list":[[],[{"x":1},{"googleCode":"1"}]]}'],
  ])('refuses %s wherever it stands', (field, body) =>
    expect(judge(body)).toEqual(['40010', 400, { field }]),
  )

  it('takes a sensitive field where it travels encrypted', () => {
    expect(judge('{"pwd":"x"}', { encrypted: true })).toBe('kept')
  })

  it('keeps 16,384 characters and refuses one more', () => {
    const bodyOf = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
    expect(bodyOf(16_384)).toHaveLength(16_384)
    expect(judge(bodyOf(16_384))).toBe('kept')
    expect(judge(bodyOf(16_385))).toEqual(['1', 413, null])
    expect(judge(bodyOf(16_385), { maxBodyBytes: 20_000 })).toBe('kept')
  })

  it('finds a field in the deepest body that is kept', () => {
    const depth = 8_180
    const body = (inner: string) => `{"a":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`
    expect(judge(body('1'))).toBe('kept')
    expect(judge(body('{"pwd":1}'))).toEqual(['40010', 400, { field: 'pwd' }])
  })

  it('refuses a body that is far too deep as too long', () => {
    const depth = 500_000
    expect(judge(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toEqual(['1', 413, null])
  })
})

describe('what an answer names', () => {
  it.each([
    [{ orderId: '31' }, '31'],
    [{ transferId: 't1' }, 't1'],
    [{ orderId: '31', transferId: 't1' }, '31'],
    [{ orderId: null, transferId: 't1' }, 't1'],
    [{ orderId: 31 }, undefined],
    [{}, undefined],
    [null, undefined],
    [undefined, undefined],
    ['31', undefined],
    [[{ orderId: '31' }], undefined],
  ])('has for %j the order or transfer %j', (answer, ref) => expect(refOf(answer)).toBe(ref))

  it.each([
    [{ cancelled: ['1', '2'] }, ['1', '2']],
    [{ cancelled: [1] }, ['1']],
    [{ cancelled: [] }, []],
    [{ cancelled: '1' }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('has for %j the orders %j', (answer, refs) => expect(refsOf(answer)).toEqual(refs))

  it.each([
    [{ userInfo: { userId: '7' } }, '7'],
    [{ accessTokenResVO: { userInfo: { userId: '8' } } }, '8'],
    [{ userInfo: { userId: '7' }, accessTokenResVO: { userInfo: { userId: '8' } } }, '7'],
    [{ userInfo: {} }, undefined],
    [{ accessTokenResVO: {} }, undefined],
    [null, undefined],
  ])('%j logs in the user %j', (answer, user) => expect(userOf(answer)).toBe(user))

  it('is the code of a refusal, or a fault of the gateway', () => {
    expect(codeOf(new GatewayError('40201', 'No.'))).toBe('40201')
    expect(codeOf(new Error('disk'))).toBe('fault')
    expect(codeOf(undefined)).toBe('fault')
  })
})
