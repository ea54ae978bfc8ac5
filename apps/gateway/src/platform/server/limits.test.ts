import { randomBytes } from 'node:crypto'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../ttl-store/createMemoryTtlStore.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createDecryptLimit } from '../security/createDecryptLimit.ts'
import { tooManyAttempts } from '../http/envelope.ts'

describe('42901 says when to come back (wire 10)', () => {
  it.each([
    [1, 1],
    [999, 1],
    [1_000, 1],
    [1_001, 2],
    [899_999.5, 900],
    [0, 1],
    [-5, 1],
  ])('%d ms are %d whole seconds, never none', (ms, seconds) => {
    expect(tooManyAttempts(ms)).toMatchObject({
      code: '42901',
      status: 200,
      data: { retryAfter: seconds },
    })
  })
})

describe('the limit of what anonymous callers may have opened', () => {
  const clock = createManualClock()
  const open = () => createDecryptLimit({ store: createMemoryTtlStore({ clock }) })
  const times = async (
    limit: (address: string) => Promise<void>,
    address: string,
    count: number,
  ) => {
    for (let time = 0; time < count; time++) await limit(address)
  }

  it('is 600 a minute for an address', async () => {
    const limit = open()
    await times(limit, '192.0.2.1', 600)
    await expect(limit('192.0.2.1')).rejects.toMatchObject({
      code: '42901',
      data: { retryAfter: 60 },
    })
    await clock.advance(59_999)
    await expect(limit('192.0.2.1')).rejects.toMatchObject({ data: { retryAfter: 1 } })
    await clock.advance(1)
    await limit('192.0.2.1')
  })
  it('leaves other addresses alone, and counts an IPv6 network as one', async () => {
    const limit = open()
    await times(limit, '2001:db8::1', 600)
    await expect(limit('2001:db8::2')).rejects.toMatchObject({ code: '42901' })
    await limit('2001:db8:0:1::1')
    await limit('192.0.2.1')
  })
})

describe('limits over the wire (wire 10)', () => {
  let gateway: TestGateway
  beforeAll(async () => void (gateway = await createTestGateway()), 60_000)
  afterAll(() => gateway.stop())

  const stamp = () => {
    const tm = String(gateway.clock.now())
    return { tm, 'trace-id': `w${tm}${randomBytes(6).toString('hex').slice(1)}` }
  }
  const post = async (
    url: string,
    {
      address,
      body = {},
      headers = stamp(),
    }: { address: string; body?: object; headers?: Record<string, string> },
  ) =>
    (
      await gateway.app.inject({
        method: 'POST',
        url,
        remoteAddress: address,
        headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      })
    ).json<{ code: string; data: { retryAfter?: number } | null }>()

  it('decrypts no log-in beyond the limit; stale requests cost nothing', async () => {
    const address = '198.51.100.1'
    const sealed = { bodyCiphertext: 'AAAA.AAAA.AAAA' }
    for (let time = 0; time < 700; time++)
      expect((await post('/v1/user/login', { address, body: sealed, headers: {} })).code).toBe(
        '00020',
      )
    for (let time = 0; time < 600; time++)
      expect((await post('/v1/user/login', { address, body: sealed })).code).toBe('40010')
    const { code, data } = await post('/v1/user/login', { address, body: sealed })
    // On a server the time of the requests above counts: the window is the server's.
    expect([code, (data?.retryAfter ?? 0) > 30 && (data?.retryAfter ?? 0) <= 60]).toEqual([
      '42901',
      true,
    ])
    // Every encrypted endpoint shares it, plain ones do not.
    expect((await post('/v1/user/register/email', { address, body: sealed })).code).toBe('42901')
    expect(
      (
        await post('/v1/security/policy/captcha/get-captcha-id', {
          address,
          body: { scene: 'register' },
        })
      ).code,
    ).toBe('0')
    expect((await post('/v1/user/login', { address: '198.51.100.2', body: sealed })).code).toBe(
      '40010',
    )
  })

  it('allows an address 600 captcha ids in ten minutes', async () => {
    const ask = () =>
      post('/v1/security/policy/captcha/get-captcha-id', {
        address: '198.51.100.3',
        body: { scene: 'register' },
      })
    for (let time = 0; time < 600; time++) expect((await ask()).code).toBe('0')
    const refused = await ask()
    expect(refused.code).toBe('42901')
    expect(refused.data?.retryAfter).toBeGreaterThan(590)
  })

  it('refuses an account to an address after ten wrong passwords (42901)', async () => {
    const owner = gateway.client({ address: '198.51.100.10' })
    await owner.register('limits@example.com')
    const anonymousClient = gateway.client({ address: '198.51.100.11' })
    const guess = async (password: string) => {
      const bizId = await anonymousClient
        .solveCaptcha('login', { bizParam: 'limits@example.com' })
        .catch(() => undefined)
      return anonymousClient.login({
        loginName: 'limits@example.com',
        password,
        ...(bizId ? { fields: { bizId } } : {}),
      })
    }
    for (let time = 0; time < 10; time++)
      expect(await guess(`wrong horse ${time}`)).toMatchObject({ code: '40101' })
    expect(await guess('correct horse 7')).toMatchObject({
      http: 200,
      code: '42901',
      data: { retryAfter: expect.any(Number) },
    })
    // The owner, elsewhere, is asked for a captcha and let in.
    const bizId = await owner.solveCaptcha('login', { bizParam: 'limits@example.com' })
    expect(
      await owner.login({
        loginName: 'limits@example.com',
        password: 'correct horse 7',
        fields: { bizId },
      }),
    ).toMatchObject({ code: '0' })
  })

  it('limits codes to one a minute per caller and address', async () => {
    const ask = async (address: string) => {
      const client = gateway.client({ address })
      const bizId = await client.solveCaptcha('register')
      return client.post('/v1/user/message/sendCode', {
        scene: 'register',
        email: 'codes@example.com',
        bizId,
      })
    }
    expect(await ask('198.51.100.20')).toMatchObject({ code: '0' })
    expect(await ask('198.51.100.20')).toMatchObject({ code: '42901', data: { retryAfter: 60 } })
    expect(await ask('198.51.100.21')).toMatchObject({ code: '0' })
  })
})
