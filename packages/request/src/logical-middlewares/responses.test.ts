import { describe, expect, it, vi } from 'vitest'
import { createFixture, ok, refused, rejectionOf, type Settings } from '../testing/createFixture.ts'
import type { HandlerResponse } from '../testing.ts'
import { englishTexts } from '../texts/en.ts'

async function outcome(
  answer: HandlerResponse,
  { path = '/x', ...settings }: Settings & { path?: string } = {},
) {
  const fixture = createFixture(() => answer, { onSessionExpired: 'reject-silent', ...settings })
  const error = await rejectionOf(fixture.client.get(path))
  return {
    ...fixture,
    error,
    toasts: fixture.presented.flatMap((item) => (item.kind === 'toast' ? [item.text] : [])),
  }
}

describe('envelope', () => {
  it.each([[0], ['0'], ['200'], ['00000']])(
    'treats code %o as success (spec 8.1, wire 10)',
    async (code) => {
      const { client } = createFixture(() => ({ body: { code, data: 'yes' } }))
      await expect(client.get('/x')).resolves.toBe('yes')
    },
  )

  it.each([[200], ['1'], [1], [''], ['000'], ['00001'], [true]])(
    'treats code %o as failure (spec 8.1, wire 10)',
    async (code) => {
      await expect(
        createFixture(() => ({ body: { code, msg: 'no', data: 'yes' } })).client.get('/x'),
      ).rejects.toThrow()
    },
  )

  it.each([
    ['HEAD', 200],
    ['DELETE', 204],
  ] as const)(
    'is not required for %s with status %i without a body (Q6)',
    async (method, status) => {
      const { client } = createFixture(() => ({ status, body: '' }))
      await expect(client.request({ method, path: '/x' })).resolves.toBeNull()
    },
  )

  it('returns null when the envelope has no data (spec 3.17)', async () => {
    await expect(
      createFixture(() => ({ body: { code: '0' } })).client.get('/x'),
    ).resolves.toBeNull()
  })

  it("shows the msg and rejects with code and data on status 'error' (spec 8.8)", async () => {
    const { error, toasts } = await outcome(
      refused('40202', { msg: 'Price is off tick', data: { field: 'price' } }),
    )
    expect(error).toMatchObject({
      kind: 'business',
      code: '40202',
      message: 'Price is off tick',
      status: 200,
      toasted: true,
      detail: { data: { field: 'price' } },
    })
    expect(toasts).toEqual(['Price is off tick'])
  })

  it("treats status 'error' as failure even with a success code (spec 8.8)", async () => {
    const { error } = await outcome({ body: { code: '0', status: 'error', msg: 'half broken' } })
    expect(error).toMatchObject({ kind: 'business', message: 'half broken' })
  })

  it("shows 'unknown error' when msg is empty (spec 8.15)", async () => {
    const { toasts } = await outcome({ body: { code: '1' } })
    expect(toasts).toEqual(['unknown error'])
  })

  it("shows 'Please login to visit' on code 401 (spec 8.1, spec 6.2)", async () => {
    const { error, toasts } = await outcome(refused('401', { msg: 'unauthenticated' }))
    expect(error).toMatchObject({ kind: 'business', code: '401' })
    expect(toasts).toEqual(['Please login to visit'])
  })

  it.each([['<html>portal</html>'], [''], ['[1]'], ['"text"'], ['null'], ['{"data":1}']])(
    'rejects %o as a serialisation error (Q6)',
    async (body) => {
      const { error, toasts } = await outcome({ body })
      expect(error).toMatchObject({ kind: 'serialisation', status: 200 })
      expect(toasts).toEqual(['The system is busy'])
    },
  )

  it('ignores inherited properties', async () => {
    const { error } = await outcome({ body: '{"__proto__":{"code":"0","data":"evil"}}' })
    expect(error).toMatchObject({ kind: 'serialisation' })
  })

  it('is returned whole with responseType json', async () => {
    const { client } = createFixture(() => refused('40103', { msg: 'captcha' }))
    await expect(client.get('/x', { responseType: 'json' })).resolves.toEqual({
      code: '40103',
      status: 'error',
      msg: 'captcha',
      data: null,
    })
  })

  it('is not expected with responseType text', async () => {
    const { client } = createFixture(() => ({
      body: 'a'.repeat(40),
      headers: { 'content-type': 'text/plain' },
    }))
    await expect(client.get('/constantid/udid/c1', { responseType: 'text' })).resolves.toBe(
      'a'.repeat(40),
    )
  })
})

describe('HTTP statuses', () => {
  it.each([
    ['spec 8.3', 403, 'Request is forbidden'],
    ['spec 8.4', 404, 'Request error'],
    ['spec 8.4', 504, 'Request error'],
    ['spec 8.5', 500, 'The system is busy'],
    ['spec 6.2', 401, 'Please login to visit'],
    ['spec 8.6', 502, '502 The system is busy'],
    ['spec 8.6', 418, '418 The system is busy'],
    ['spec 8.6', 302, '302 The system is busy'],
  ])('shows the %s text for %i: %s', async (_, status, text) => {
    const { error, toasts } = await outcome({ status, body: '<html>' })
    expect(error).toMatchObject({ kind: 'http', status, message: text, toasted: true })
    expect(toasts).toEqual([text])
  })

  it.each([400, 413])('shows the msg that comes with %i (wire 10)', async (status) => {
    const { error, toasts } = await outcome({
      status,
      body: {
        code: '40010',
        status: 'error',
        msg: 'size must be a decimal',
        data: { field: 'size' },
      },
    })
    expect(error).toMatchObject({
      kind: 'http',
      status,
      code: '40010',
      detail: { data: { field: 'size' } },
    })
    expect(toasts).toEqual(['size must be a decimal'])
  })

  it('shows the status where 400 comes without an envelope (spec 8.6)', async () => {
    expect((await outcome({ status: 400, body: 'Bad Request' })).toasts).toEqual([
      '400 The system is busy',
    ])
  })

  it('shows the text in the current language (spec 8.2)', async () => {
    const texts = () => ({ ...englishTexts, forbidden: '请求被禁止' })
    expect((await outcome({ status: 403 }, { texts })).toasts).toEqual(['请求被禁止'])
  })
})

describe('soft codes', () => {
  it.each(['00004', '00005', '00006'])(
    'shows the msg of %s and rejects (spec 8.10)',
    async (code) => {
      const { error, toasts } = await outcome(refused(code, { msg: 'Account frozen' }))
      expect(error).toMatchObject({ kind: 'business', code })
      expect(toasts).toEqual(['Account frozen'])
    },
  )

  it.each(['00004', '00005', '00006'])(
    'resolves the user-info request with %s without a toast (spec 8.10)',
    async (code) => {
      const { client, presented } = createFixture(() =>
        refused(code, { msg: 'Account frozen', data: { userId: 'u1' } }),
      )
      await expect(client.get('/user/overview/userinfo')).resolves.toEqual({ userId: 'u1' })
      expect(presented).toEqual([])
    },
  )

  it('rejects the user-info request on any other code (spec 8.10)', async () => {
    const { error } = await outcome(refused('00007'), { path: '/user/overview/userinfo' })
    expect(error).toMatchObject({ kind: 'business', code: '00007' })
  })
})

describe('an expired session', () => {
  it.each(['20906', '20205'])(
    "shows 'Login expired, please log in again' on %s and logs out (spec 8.9)",
    async (code) => {
      const { presented } = await outcome(refused(code, { msg: 'token invalid' }))
      expect(presented).toMatchObject([
        { kind: 'toast', text: 'Login expired, please log in again', code },
        { kind: 'logout', reason: 'session-expired', code },
      ])
    },
  )
})

describe('gateway sign codes', () => {
  const signing = () => ({
    prepareBody: vi.fn(async ({ body }: { body: unknown }) => body),
    sign: async () => ({}),
    onVerdict: vi.fn(),
  })

  it.each([
    ['spec 8.11 spec 8.13', '00020'],
    ['spec 8.11 spec 8.13', '00021'],
    ['spec 8.11 spec 8.14', '00022'],
  ] as const)('shows %s as %s and notifies the signer', async (_, code) => {
    const gatewaySign = signing()
    const { error, presented } = await outcome(refused(code, { msg: 'sign refused' }), {
      gatewaySign,
    })
    expect(error).toMatchObject({ kind: 'gateway-sign', code, message: 'sign refused' })
    expect(gatewaySign.onVerdict).toHaveBeenCalledExactlyOnceWith(code)
    expect(presented).toMatchObject([{ kind: 'toast', text: 'sign refused', code }])
  })

  it('shows the msg of 00023, logs out and reports (spec 8.11, spec 8.12)', async () => {
    const gatewaySign = signing()
    const { presented } = await outcome(
      { ...refused('00023', { msg: 'sign invalid' }), headers: { 'gw-sign-error': '00023' } },
      { gatewaySign },
    )
    expect(gatewaySign.onVerdict).toHaveBeenCalledExactlyOnceWith('00023')
    expect(presented).toMatchObject([
      {
        kind: 'report',
        report: 'gw-sign-error',
        code: '00023',
        message: 'sign invalid',
        path: '/v1/x',
      },
      { kind: 'toast', text: 'sign invalid' },
      { kind: 'logout', reason: 'signature-invalid', code: '00023' },
    ])
  })

  it('reports 00023 even without the header (spec 8.12)', async () => {
    const { presented } = await outcome(refused('00023'))
    expect(presented.filter(({ kind }) => kind === 'report')).toHaveLength(1)
  })

  it('reports the gw-sign-error header with the trace id, on success too (spec 8.15)', async () => {
    const { client, presented, received } = createFixture(() => ({
      ...ok(),
      headers: { 'GW-Sign-Error': '00021' },
    }))
    await client.get('/x')
    expect(presented).toEqual([
      {
        kind: 'report',
        report: 'gw-sign-error',
        code: '00021',
        message: 'success',
        method: 'GET',
        path: '/v1/x',
        traceId: received[0]?.headers['trace-id'],
      },
    ])
  })

  it("shows 'unknown error' when the refusal has no message (spec 8.15)", async () => {
    const { toasts } = await outcome(refused('00022', { msg: '' }))
    expect(toasts).toEqual(['unknown error'])
  })

  it('handles them for every responseType (wire 7)', async () => {
    const { client } = createFixture(() => refused('00021'))
    await expect(client.get('/x', { responseType: 'json' })).rejects.toMatchObject({
      kind: 'gateway-sign',
    })
  })
})
