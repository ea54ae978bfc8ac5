import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'
import { readThirdPartySettings } from './thirdPartySettings.ts'

const third = (path: string) => `/v1/user/third/${path}`
const OWN = { provider: 'oidc' }

/** An OpenID Connect provider of its own: keys over HTTP, ID tokens signed with them. */
let keys: CryptoKeyPair
let server: Server
let gateway: TestGateway
let issuer: string
beforeAll(async () => {
  keys = (await generateKeyPair('RS256', { extractable: true })) as CryptoKeyPair
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment: Readonly<Record<string, string>> = {
    OIDC_NAME: 'Example ID',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'client',
    OIDC_AUTHORIZE_URL: `${issuer}/auth`,
    OIDC_KEYS_URL: `${issuer}/keys`,
  }
  gateway = await createTestGateway({
    third: readThirdPartySettings((name) => environment[name]),
  })
})
afterAll(async () => {
  await gateway.stop()
  server.close()
})
const users = createTestUsers(() => gateway, { name: 'own-provider' })

async function idToken(
  subject: string,
  { nonce, aud = 'client' }: { nonce: string; aud?: string },
) {
  const now = Math.floor(gateway.clock.now() / 1000)
  return new SignJWT({ nonce, email: `${subject}@mail.example`, email_verified: true })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setSubject(subject)
    .setIssuer(issuer)
    .setAudience(aud)
    .setIssuedAt(now)
    .setExpirationTime(now + 300)
    .sign(keys.privateKey)
}

async function sign(subject: string, { client = users.anonymousClient(), fields = {} } = {}) {
  const { data } = await client.post(third('oauth/check'), { ...OWN })
  const { serialNO, nonce } = data as { readonly serialNO: string; readonly nonce: string }
  const token = await idToken(subject, { nonce })
  const answer = await client.post(third('oauth/sign'), { ...OWN, serialNO, token, ...fields })
  return { client, answer, proof: { serialNO, token } }
}
const ticketIn = (data: unknown) => (data as { readonly token: string }).token

describe("a sign-in with the operator's own provider (wire 10 Users)", () => {
  it('begins with what the page needs to ask it', async () => {
    const { data } = await users.anonymousClient().post(third('oauth/check'), { ...OWN })
    expect(data).toMatchObject({ issuer, clientId: 'client', authorizeUrl: `${issuer}/auth` })
  })

  it('opens an account once and lets it in from then on', async () => {
    const { client, answer } = await sign('ada')
    expect(answer).toMatchObject({ code: '0', data: { provider: 'oidc', next: 'register' } })
    const token = ticketIn(answer.data)
    expect(await client.post(third('google/register'), { token })).toMatchObject({ code: '40102' })
    const opened = await client.post(third('oauth/register'), { token })
    expect(opened).toMatchObject({ code: '0', data: { realm: 'live' } })
    expect((await sign('ada')).answer).toMatchObject({ code: '0', data: opened.data as object })
  })

  it('takes a proof once, and none of another client or challenge', async () => {
    const { client, proof } = await sign('bea')
    expect(await client.post(third('oauth/sign'), { ...OWN, ...proof })).toMatchObject({
      code: '40102',
    })
    const { data } = await client.post(third('oauth/check'), { ...OWN })
    const { serialNO, nonce } = data as { readonly serialNO: string; readonly nonce: string }
    const foreign = await idToken('bea', { nonce, aud: 'another' })
    expect(
      await client.post(third('oauth/sign'), { ...OWN, serialNO, token: foreign }),
    ).toMatchObject({ code: '40102' })
  })

  it('is described to who binds it, bound after a step-up, and removed', async () => {
    const user = await users.newUser()
    const { answer } = await sign('cleo', { client: user.client, fields: { isBinding: true } })
    const token = ticketIn(answer.data)
    expect(await user.client.post(third('bind/check'), { token })).toMatchObject({
      code: '0',
      data: { provider: 'oidc', email: 'cl***@mail.example' },
    })
    const bind = (verifyToken: string) =>
      user.client.post('/v1/user/security/third/bind', { token, verifyToken })
    expect(await bind('made-up')).toMatchObject({ code: '00005' })
    expect(await bind(await users.stepUp(user, 'thirdParty'))).toMatchObject({ code: '0' })
    expect((await sign('cleo')).answer).toMatchObject({
      code: '0',
      data: { userInfo: { userId: user.userId } },
    })
    expect(
      await user.client.post('/v1/user/security/third/unbind', {
        ...OWN,
        verifyToken: await users.stepUp(user, 'thirdParty'),
      }),
    ).toMatchObject({ code: '0' })
  })
})

describe("the settings of the operator's own provider", () => {
  const ALL = {
    OIDC_NAME: 'Example ID',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'client',
    OIDC_AUTHORIZE_URL: 'https://id.example/auth',
    OIDC_KEYS_URL: 'https://id.example/keys',
  }
  const read = (environment: Readonly<Record<string, string>>) =>
    readThirdPartySettings((name) => environment[name])
  it('are all there or none', () => {
    expect(read(ALL).oidc).toMatchObject({ name: 'Example ID', issuer: 'https://id.example' })
    expect(read({})).toEqual({})
    for (const name of Object.keys(ALL)) {
      const { [name as keyof typeof ALL]: _left, ...others } = ALL
      expect(() => read(others)).toThrow(`${name} must be set`)
    }
  })
  it.each([
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_AUTHORIZE_URL', 'javascript:alert(1)'],
    ['OIDC_KEYS_URL', 'file:///etc/passwd'],
    ['OIDC_NAME', 'x'.repeat(41)],
  ])('refuse %s as %s', (name, value) => {
    expect(() => read({ ...ALL, [name]: value })).toThrow(name)
  })
})
