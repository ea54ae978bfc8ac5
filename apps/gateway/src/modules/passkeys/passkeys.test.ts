import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type Answer, type TestClient } from '../../testing/createTestClient.ts'
import {
  createTestAuthenticator,
  type Departure,
  type TestAuthenticator,
} from '../../testing/createTestAuthenticator.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const { newUser, anonymousClient, stepUp } = createTestUsers(() => gateway, { name: 'passkey' })
const FIDO = '/v1/user/security/fido2'
const VERIFY = '/v1/user/login/verify'

interface Due {
  readonly verifyToken: string
  readonly methods: readonly string[]
  readonly passkey: PublicKeyCredentialRequestOptionsJSON
}

async function enrol(
  user: TestUser,
  {
    authenticator = createTestAuthenticator(),
    departure = {},
  }: { authenticator?: TestAuthenticator; departure?: Departure } = {},
): Promise<Answer & { authenticator: TestAuthenticator }> {
  const options = (
    await user.client.post(`${FIDO}/create`, { verifyToken: await stepUp(user, 'passkey') })
  ).data as PublicKeyCredentialCreationOptionsJSON
  return {
    ...(await user.client.post(`${FIDO}/register`, {
      credential: authenticator.create(options, departure),
      label: ' My key ',
    })),
    authenticator,
  }
}
async function withPasskey(options: { counts?: boolean } = {}) {
  const user = await newUser()
  const { authenticator } = await enrol(user, { authenticator: createTestAuthenticator(options) })
  return { ...user, authenticator }
}
async function password(
  { email }: { email: string },
  client: TestClient = anonymousClient(),
): Promise<{ client: TestClient; due: Due }> {
  return { client, due: (await client.login({ loginName: email, password: PASSWORD })).data as Due }
}

describe('fido2 registration (spec 7.9)', () => {
  it('a passkey is made for this site and this user, and listed', async () => {
    const user = await newUser()
    const options = (
      await user.client.post(`${FIDO}/create`, { verifyToken: await stepUp(user, 'passkey') })
    ).data as PublicKeyCredentialCreationOptionsJSON
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.email },
      attestation: 'none',
      excludeCredentials: [],
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const authenticator = createTestAuthenticator()
    expect(
      await user.client.post(`${FIDO}/register`, {
        credential: authenticator.create(options),
        label: ' My key ',
      }),
    ).toMatchObject({
      code: '0',
      data: {
        userInfo: { userId: user.userId },
        passkeys: [{ label: 'My key', credentialId: authenticator.credentialId, usedAt: null }],
      },
    })
    expect(await user.client.get(`${FIDO}/list`)).toMatchObject({
      code: '0',
      data: [{ credentialId: authenticator.credentialId }],
    })
    expect(await user.client.get('/v1/user/overview/userinfo')).toMatchObject({
      code: '0',
      data: { secondFactors: ['passkey'] },
    })
  })

  it.each<[string, Departure]>([
    ['another page', { origin: 'https://evil.example' }],
    ['another site’s credential', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['an assertion', { type: 'webauthn.get' }],
    ['nobody there', { isPresent: false }],
  ])('refused: %s', async (_, departure) => {
    expect(await enrol(await newUser(), { departure })).toMatchObject({
      code: '40010',
      msg: 'The passkey could not be verified',
      data: { field: 'credential' },
    })
  })

  it('a challenge serves one try, for five minutes', async () => {
    const user = await newUser()
    const authenticator = createTestAuthenticator()
    const ask = async () =>
      (await user.client.post(`${FIDO}/create`, { verifyToken: await stepUp(user, 'passkey') }))
        .data as PublicKeyCredentialCreationOptionsJSON
    const options = await ask()
    expect(
      await user.client.post(`${FIDO}/register`, {
        credential: authenticator.create(options, { origin: 'https://evil.example' }),
      }),
    ).toMatchObject({ code: '40010' })
    expect(
      await user.client.post(`${FIDO}/register`, { credential: authenticator.create(options) }),
    ).toMatchObject({ code: '40102' })
    const late = await ask()
    gateway.leap(300_000)
    expect(
      await user.client.post(`${FIDO}/register`, { credential: authenticator.create(late) }),
    ).toMatchObject({ code: '40102' })
  })

  it('a credential is one user’s', async () => {
    const { authenticator } = await withPasskey()
    expect(await enrol(await newUser(), { authenticator })).toMatchObject({
      code: '40010',
      msg: 'This passkey is registered already',
    })
  })

  it('needs a step-up for this action', async () => {
    const user = await newUser()
    expect(
      await user.client.post(`${FIDO}/create`, { verifyToken: await stepUp(user, 'secondFactor') }),
    ).toMatchObject({ code: '00005' })
    expect(await user.client.post(`${FIDO}/create`, {})).toMatchObject({
      code: '40010',
      data: { field: 'verifyToken' },
    })
    expect(await user.client.post(`${FIDO}/register`, { credential: { id: 'x' } })).toMatchObject({
      code: '40010',
      data: { field: 'credential' },
    })
  })
})

describe('/login/verify with a passkey (wire 10)', () => {
  it('completes the log-in, and the assertion serves once', async () => {
    const user = await withPasskey()
    const { client, due } = await password(user)
    expect(due).toMatchObject({
      methods: ['passkey'],
      passkey: {
        rpId: 'localhost',
        allowCredentials: [{ id: user.authenticator.credentialId, transports: ['internal'] }],
      },
    })
    expect(client.cookies.size).toBe(0)
    const passkey = user.authenticator.get(due.passkey)
    expect(await client.post(VERIFY, { verifyToken: due.verifyToken, passkey })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: user.userId } },
    })
    expect(await client.post(VERIFY, { verifyToken: due.verifyToken, passkey })).toMatchObject({
      code: '40102',
    })
    const second = await password(user)
    expect(
      await second.client.post(VERIFY, { verifyToken: second.due.verifyToken, passkey }),
    ).toMatchObject({ code: '40102' })
  })

  it.each<[string, Departure]>([
    ['another page', { origin: 'https://evil.example' }],
    ['another site’s credential', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a registration', { type: 'webauthn.create' }],
    ['nobody there', { isPresent: false }],
    ['a forged signature', { isForged: true }],
    ['a counter that did not grow, as of a copy', { counter: 1 }],
  ])('refused: %s', async (_, departure) => {
    const user = await withPasskey()
    const { client, due } = await password(user)
    const answer = await client.post(VERIFY, {
      verifyToken: due.verifyToken,
      passkey: user.authenticator.get(due.passkey, departure),
    })
    expect(answer).toMatchObject({ code: '40102', msg: 'The passkey could not be verified' })
    expect(client.cookies.size).toBe(0)
  })

  it("refuses another user's passkey", async () => {
    const [one, two] = [await withPasskey(), await withPasskey()]
    const { client, due } = await password(one)
    expect(
      await client.post(VERIFY, {
        verifyToken: due.verifyToken,
        passkey: two.authenticator.get(due.passkey),
      }),
    ).toMatchObject({ code: '40102' })
  })

  it('an authenticator that counts nothing works again and again', async () => {
    const user = await withPasskey({ counts: false })
    for (let round = 0; round < 2; round++) {
      const { client, due } = await password(user)
      expect(
        await client.post(VERIFY, {
          verifyToken: due.verifyToken,
          passkey: user.authenticator.get(due.passkey),
        }),
      ).toMatchObject({ code: '0' })
    }
  })

  it('counts one of two equal simultaneous assertions', async () => {
    const user = await withPasskey()
    const { client, due } = await password(user)
    const passkey = user.authenticator.get(due.passkey)
    const answers = await Promise.all(
      [client, anonymousClient()].map((from) =>
        from.post(VERIFY, { verifyToken: due.verifyToken, passkey }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40102'])
  })

  it.each([
    { passkey: 'text' },
    { passkey: {} },
    { passkey: { id: 'a', rawId: 'a', type: 'password', response: {} } },
  ])('%o is malformed', async (body) => {
    expect(await anonymousClient().post(VERIFY, { verifyToken: 'x', ...body })).toMatchObject({
      http: 400,
      code: '40010',
      data: { field: 'passkey' },
    })
  })
})

describe('a user with a passkey', () => {
  it('steps up with it, and only so', async () => {
    const { client, authenticator } = await withPasskey()
    const { serialNO, methods, passkey } = (
      await client.post('/v1/user/security/stepUp', { action: 'passkey' })
    ).data as {
      serialNO: string
      methods: string[]
      passkey: PublicKeyCredentialRequestOptionsJSON
    }
    expect(methods).toEqual(['passkey'])
    expect(
      await client.post('/v1/user/securityVerify', { serialNO, emailCode: '123456' }),
    ).toMatchObject({ code: '40010', data: { field: 'passkey' } })
    const proved = await client.post('/v1/user/securityVerify', {
      serialNO,
      passkey: authenticator.get(passkey),
    })
    expect(proved).toMatchObject({ code: '0', data: { action: 'passkey' } })
    expect(
      await client.post('/v1/user/securityVerify', {
        serialNO,
        passkey: authenticator.get(passkey),
      }),
    ).toMatchObject({ code: '40102' })
    const { verifyToken } = proved.data as { verifyToken: string }
    expect(
      await client.post(`${FIDO}/remove`, { credentialId: 'another', verifyToken }),
    ).toMatchObject({ code: '40401' })
  })

  it('removes it, and the next log-in asks for nothing', async () => {
    const user = await withPasskey()
    const { serialNO, passkey } = (
      await user.client.post('/v1/user/security/stepUp', { action: 'passkey' })
    ).data as { serialNO: string; passkey: PublicKeyCredentialRequestOptionsJSON }
    const { verifyToken } = (
      await user.client.post('/v1/user/securityVerify', {
        serialNO,
        passkey: user.authenticator.get(passkey),
      })
    ).data as { verifyToken: string }
    expect(
      await user.client.post(`${FIDO}/remove`, {
        credentialId: user.authenticator.credentialId,
        verifyToken,
      }),
    ).toMatchObject({ code: '0', data: { passkeys: [] } })
    expect(
      await anonymousClient().login({ loginName: user.email, password: PASSWORD }),
    ).toMatchObject({
      data: { userInfo: { userId: user.userId } },
    })
  })

  it('refuses log-in without it where the site has no passkey name', async () => {
    const user = await withPasskey()
    const { client, due } = await password(
      user,
      gateway.client({ address: '203.0.113.200', host: '%.localhost' }),
    )
    expect(due).toMatchObject({ methods: ['passkey'] })
    expect(due.passkey).toBeUndefined()
    expect(client.cookies.size).toBe(0)
  })
})
