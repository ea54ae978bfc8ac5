import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'
import { signInWith, ticketOf } from '../../testing/signInWith.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const { anonymousClient } = createTestUsers(() => gateway, { name: 'third' })
const UNPROVED = {
  http: 200,
  code: '40102',
  msg: 'This sign-in could not be verified or has expired, please start again',
}
const third = (path: string) => `/v1/user/third/${path}`
let persons = 0
const person = () => `person-${persons++}`

interface Begun {
  readonly serialNO: string
  readonly nonce: string
  readonly message?: string
}
const begin = async (client: TestClient, provider: string, fields: object = {}) =>
  (await client.post(third(`${provider}/check`), { ...fields })).data as Begun
const dev = async (client: TestClient, path: string, body: object) =>
  (await client.post(`/v1/dev/oauth/${path}`, { ...body })).data as {
    token: string
    address: string
    signature: string
  }

async function ownAddress(client: TestClient, email: string) {
  const bizId = await client.solveCaptcha('register')
  await client.post('/v1/user/message/sendCode', { scene: 'register', email, bizId })
  return { email, emailCode: await client.code(email, 'register'), bizId }
}

describe('third-party log-in: a person nobody knows (spec 7.10, wire 10)', () => {
  it.each(['google', 'apple'] as const)(
    '%s: registers with the provider’s verified address and logs in next time',
    async (provider) => {
      const client = anonymousClient()
      const subject = person()
      const email = `${subject}@mail.example`
      const unbound = await signInWith(client, { provider, subject, email })
      expect(unbound).toMatchObject({
        code: '0',
        data: {
          next: 'register',
          provider,
          email: 'pe***@mail.example',
          token: expect.any(String),
        },
      })
      expect(client.cookies.size).toBe(0)
      const registered = await client.post(third(`${provider}/register`), {
        token: ticketOf(unbound),
      })
      expect(registered).toMatchObject({
        code: '0',
        data: { userInfo: { userId: expect.any(String) }, realm: 'live' },
      })
      expect(await client.get('/v1/user/overview/userinfo')).toMatchObject({
        code: '0',
        data: { email: 'pe***@mail.example' },
      })
      const again = anonymousClient()
      expect(
        await signInWith(again, { provider, subject, email: 'other@mail.example' }),
      ).toMatchObject({
        code: '0',
        data: { userInfo: (registered.data as { userInfo: object }).userInfo },
      })
      expect(await again.get('/v1/user/overview/userinfo')).toMatchObject({ code: '0' })
    },
  )

  it('registers a wallet by a signed message and accepts it again', async () => {
    const client = anonymousClient()
    const account = person()
    const { address } = await dev(client, 'wallet', { account })
    const login = async (from: TestClient) => {
      const { serialNO, message = '' } = await begin(from, 'wallet', { loginName: address })
      expect(message).toMatch(/^localhost wants you to sign in with your Ethereum account:\n0x/)
      const { signature } = await dev(from, 'wallet', { account, message })
      return from.post(third('wallet/sign'), { serialNO, signature })
    }
    const unbound = await login(client)
    expect(unbound).toMatchObject({ code: '0', data: { next: 'register', email: null } })
    const token = ticketOf(unbound)
    expect(
      await client.post(third('wallet/register'), { token, email: 'wallet@mail.example' }),
    ).toMatchObject({ code: '40010', data: { field: 'emailCode' } })
    const registered = await client.post(third('wallet/register'), {
      token,
      ...(await ownAddress(client, 'wallet@mail.example')),
      pwd: PASSWORD,
    })
    expect(registered).toMatchObject({ code: '0', data: { userInfo: expect.anything() } })
    expect(await login(anonymousClient())).toMatchObject({
      code: '0',
      data: registered.data as object,
    })
    expect(
      await anonymousClient().login({ loginName: 'wallet@mail.example', password: PASSWORD }),
    ).toMatchObject({ code: '0', data: registered.data as object })
  })

  it('telegram: the widget’s answer serves once', async () => {
    const client = anonymousClient()
    const { token } = await dev(client, 'telegram', { id: 424_242, firstName: 'Ada' })
    const sign = async (from: TestClient) =>
      from.post(third('tg/sign'), { token, serialNO: (await begin(from, 'tg')).serialNO })
    const unbound = await sign(client)
    expect(unbound).toMatchObject({ code: '0', data: { next: 'register', provider: 'tg' } })
    expect(await sign(anonymousClient())).toMatchObject(UNPROVED)
    const registered = await client.post(third('tg/register'), {
      token: ticketOf(unbound),
      ...(await ownAddress(client, 'tg@mail.example')),
    })
    expect(registered).toMatchObject({ code: '0' })
    gateway.clock.jump(1_000)
    const later = anonymousClient()
    const fresh = await dev(later, 'telegram', { id: 424_242, firstName: 'Ada' })
    expect(
      await later.post(third('tg/sign'), {
        token: fresh.token,
        serialNO: (await begin(later, 'tg')).serialNO,
      }),
    ).toMatchObject({ code: '0', data: registered.data as object })
  })
})

describe('third/oauth: Apple and Google with the provider in the body (spec 7.9)', () => {
  it.each(['google', 'apple'] as const)(
    '%s: registers a user who can then log in by either path',
    async (provider) => {
      const client = anonymousClient()
      const subject = person()
      const unbound = await signInWith(client, {
        provider,
        under: 'oauth',
        subject,
        email: `${subject}@mail.example`,
      })
      expect(unbound).toMatchObject({ code: '0', data: { next: 'register', provider } })
      const registered = await client.post(third('oauth/register'), { token: ticketOf(unbound) })
      expect(registered).toMatchObject({
        code: '0',
        data: { userInfo: { userId: expect.any(String) } },
      })
      expect(await client.get('/v1/user/overview/userinfo')).toMatchObject({ code: '0' })
      for (const under of ['oauth', undefined] as const)
        expect(
          await signInWith(anonymousClient(), { provider, ...(under ? { under } : {}), subject }),
        ).toMatchObject({ code: '0', data: registered.data as object })
    },
  )

  it('refuses to end with another provider than it began', async () => {
    const client = anonymousClient()
    const { serialNO, nonce } = await begin(client, 'oauth', { provider: 'google' })
    const { token } = await dev(client, 'idToken', { provider: 'apple', nonce, subject: person() })
    expect(
      await client.post(third('oauth/sign'), { provider: 'apple', token, serialNO }),
    ).toMatchObject(UNPROVED)
  })

  it('accepts only the two providers, and registers no others', async () => {
    const client = anonymousClient()
    for (const provider of ['tg', 'wallet', 'bind', '__proto__', 1, undefined])
      expect(await client.post(third('oauth/check'), { provider })).toMatchObject({
        http: 400,
        code: '40010',
        data: { field: 'provider' },
      })
    const { token } = await dev(client, 'telegram', { id: 515_151 })
    const unbound = await client.post(third('tg/sign'), {
      token,
      serialNO: (await begin(client, 'tg')).serialNO,
    })
    expect(await client.post(third('oauth/register'), { token: ticketOf(unbound) })).toMatchObject(
      UNPROVED,
    )
  })

  it('encrypts its proofs in transit', async () => {
    const client = anonymousClient()
    const { serialNO } = await begin(client, 'oauth', { provider: 'google' })
    let sent = ''
    await client.post(
      third('oauth/sign'),
      { provider: 'google', token: 'a.b.c', serialNO },
      { tamper: (wire) => ((sent = wire.body ?? ''), wire) },
    )
    expect(Object.keys(JSON.parse(sent) as object)).toEqual(['provider', 'bodyCiphertext'])
  })
})

describe('third-party log-in: no proof serves twice, late or elsewhere (wire 10)', () => {
  it('a captured sign-in, sent again by who has it, opens nothing', async () => {
    const client = anonymousClient()
    const { serialNO, nonce } = await begin(client, 'google')
    const { token } = await dev(client, 'idToken', { provider: 'google', nonce, subject: person() })
    expect(await client.post(third('google/sign'), { token, serialNO })).toMatchObject({
      code: '0',
    })
    expect(await anonymousClient().post(third('google/sign'), { token, serialNO })).toMatchObject(
      UNPROVED,
    )
  })
  it("rejects a token without the browser's serial number", async () => {
    const client = anonymousClient()
    const { nonce } = await begin(client, 'google')
    const { token } = await dev(client, 'idToken', { provider: 'google', nonce, subject: person() })
    const thief = anonymousClient()
    expect(
      await thief.post(third('google/sign'), {
        token,
        serialNO: (await begin(thief, 'google')).serialNO,
      }),
    ).toMatchObject(UNPROVED)
    expect(await thief.post(third('google/sign'), { token, serialNO: nonce })).toMatchObject(
      UNPROVED,
    )
  })
  it('rejects a sign-in begun with another provider', async () => {
    const client = anonymousClient()
    const { serialNO, nonce } = await begin(client, 'google')
    const { token } = await dev(client, 'idToken', { provider: 'apple', nonce, subject: person() })
    expect(await client.post(third('apple/sign'), { token, serialNO })).toMatchObject(UNPROVED)
  })
  it('expires after five minutes', async () => {
    const client = anonymousClient()
    const { serialNO, nonce } = await begin(client, 'google')
    gateway.leap(300_000)
    const { token } = await dev(client, 'idToken', { provider: 'google', nonce, subject: person() })
    expect(await client.post(third('google/sign'), { token, serialNO })).toMatchObject(UNPROVED)
  })
  it('a failed proof uses its serial number up', async () => {
    const client = anonymousClient()
    const { serialNO, nonce } = await begin(client, 'google')
    expect(await client.post(third('google/sign'), { token: 'a.b.c', serialNO })).toMatchObject(
      UNPROVED,
    )
    const { token } = await dev(client, 'idToken', { provider: 'google', nonce, subject: person() })
    expect(await client.post(third('google/sign'), { token, serialNO })).toMatchObject(UNPROVED)
  })
  it('a wallet that signed another message, or another wallet, is refused', async () => {
    const client = anonymousClient()
    const { address } = await dev(client, 'wallet', { account: 'a' })
    const wrong = async (account: string, change: (message: string) => string) => {
      const { serialNO, message = '' } = await begin(client, 'wallet', { loginName: address })
      return client.post(third('wallet/sign'), {
        serialNO,
        signature: (await dev(client, 'wallet', { account, message: change(message) })).signature,
      })
    }
    expect(await wrong('b', (message) => message)).toMatchObject(UNPROVED)
    expect(
      await wrong('a', (message) => message.replace('localhost', 'evil.example')),
    ).toMatchObject(UNPROVED)
  })
  it('a ticket registers once, and for its own provider', async () => {
    const client = anonymousClient()
    const subject = person()
    const token = ticketOf(
      await signInWith(client, { provider: 'google', subject, email: `${subject}@mail.example` }),
    )
    expect(await client.post(third('apple/register'), { token })).toMatchObject(UNPROVED)
    expect(await client.post(third('google/register'), { token })).toMatchObject({ code: '0' })
    expect(await anonymousClient().post(third('google/register'), { token })).toMatchObject(
      UNPROVED,
    )
  })
})

describe('limits and faults', () => {
  it.each([
    ['wallet/check', {}, 'loginName'],
    ['wallet/check', { loginName: '0x1234' }, 'loginName'],
    ['google/sign', { token: 'x' }, 'serialNO'],
    ['google/sign', { serialNO: 'x' }, 'token'],
    ['wallet/sign', { serialNO: 'x' }, 'signature'],
    ['tg/register', {}, 'token'],
    ['bind/check', {}, 'token'],
    ['bind/choose', { token: 'x', loginName: 'a@example.com' }, 'pwd'],
    ['bind/choose', { token: 7, loginName: 'a@example.com', pwd: 'x' }, 'token'],
  ])('%s with %o names the field', async (path, body, field) => {
    expect(await anonymousClient().post(third(path), body)).toMatchObject({
      code: '40010',
      data: { field },
    })
  })
  it('an address gets sixty tries in a quarter of an hour', async () => {
    const client = gateway.client({ address: '203.0.113.77' })
    const codes: string[] = []
    for (let attempt = 0; attempt < 61; attempt++)
      codes.push((await client.post(third('bind/check'), { token: 'made-up' })).code)
    expect(codes.slice(0, 60).every((code) => code === '40102')).toBe(true)
    expect(codes[60]).toBe('42901')
  })
  it('offers only registered providers in production', async () => {
    const production = await createTestGateway({
      isDevelopment: false,
      third: { googleClientId: 'client.example' },
    })
    const client = production.client()
    expect(await client.post(third('google/check'))).toMatchObject({
      code: '0',
      data: { clientId: 'client.example', issuer: 'https://accounts.google.com' },
    })
    expect(await client.post(third('apple/check'))).toMatchObject({ code: '00006' })
    expect(
      await client.post(third('wallet/check'), { loginName: `0x${'1'.repeat(40)}` }),
    ).toMatchObject({ code: '00006' })
    expect(await client.post('/v1/dev/oauth/idToken', {})).toMatchObject({ http: 404 })
    await production.stop()
  })
})
