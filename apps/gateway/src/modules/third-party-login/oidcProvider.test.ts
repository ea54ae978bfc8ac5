import { randomBytes } from 'node:crypto'
import { createManualClock } from '@x/kit/testing'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createOidcProvider } from './oidcProvider.ts'
import type { ThirdPartyChallenge } from './ports/ThirdPartyProvider.ts'

const NOW = 1_790_000_000
const clock = createManualClock(NOW * 1000)
const ISSUER = 'https://id.example'
const CLIENT = 'client.example'
const challenge: ThirdPartyChallenge = { provider: 'google', nonce: 'n-1', wallet: null }
const CLAIMS = {
  iss: ISSUER,
  aud: CLIENT,
  sub: 'person-1',
  nonce: 'n-1',
  iat: NOW,
  exp: NOW + 300,
  email: 'Ada@Example.com',
  email_verified: true,
}

let keys: CryptoKeyPair
let strange: CryptoKeyPair
beforeAll(async () => {
  keys = (await generateKeyPair('RS256')) as CryptoKeyPair
  strange = (await generateKeyPair('RS256')) as CryptoKeyPair
})

const provider = () =>
  createOidcProvider({
    provider: 'google',
    issuer: ISSUER,
    clientId: CLIENT,
    authorizeUrl: 'https://id.example/auth',
    keys: async () => keys.publicKey,
    clock,
  })
const token = (change: JWTPayload = {}, { key = keys.privateKey }: { key?: CryptoKey } = {}) =>
  new SignJWT({ ...CLAIMS, ...change }).setProtectedHeader({ alg: 'RS256' }).sign(key)
const prove = async (text: unknown, expected = challenge) =>
  provider().prove({ token: text, signature: undefined, challenge: expected })
const REFUSED = { code: '40102' }

describe('third-party sign-in by an ID token (spec 7.10)', () => {
  it('names the person and the address that is vouched for', async () => {
    expect(await prove(await token())).toEqual({
      provider: 'google',
      subject: 'person-1',
      email: 'ada@example.com',
    })
  })
  it.each([
    ['true as text, as Apple writes it', { email_verified: 'true' }, 'ada@example.com'],
    ['not verified', { email_verified: false }, null],
    ['no word about it', { email_verified: undefined }, null],
    ['an address that is none', { email: 'not an address' }, null],
    ['no address', { email: undefined }, null],
  ])('an e-mail address counts only when vouched for: %s', async (_, change, email) => {
    expect(await prove(await token(change))).toMatchObject({ email })
  })

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'other.example' }],
    ['a list of audiences', { aud: [CLIENT, 'other.example'] }],
    ['made for another party', { azp: 'other.example' }],
    ['another nonce', { nonce: 'n-2' }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['an endless subject', { sub: 'x'.repeat(256) }],
    ['expired', { iat: NOW - 400, exp: NOW - 31 }],
    ['no end', { exp: undefined }],
    ['no beginning', { iat: undefined }],
    ['kept for long', { iat: NOW - 700, exp: NOW + 3_600 }],
    ['not yet valid', { nbf: NOW + 60 }],
    ['from the future', { iat: NOW + 60, exp: NOW + 600 }],
  ])('refused: %s', async (_, change) => {
    await expect(prove(await token(change as JWTPayload))).rejects.toMatchObject(REFUSED)
  })

  it('refuses a token signed by another key', async () => {
    await expect(prove(await token({}, { key: strange.privateKey }))).rejects.toMatchObject(REFUSED)
  })
  it('refused: no signature, and a shared secret in its place', async () => {
    await expect(prove(new UnsecuredJWT(CLAIMS).encode())).rejects.toMatchObject(REFUSED)
    const hmac = await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(randomBytes(32))
    await expect(prove(hmac)).rejects.toMatchObject(REFUSED)
  })
  it('refuses an unpinned algorithm', async () => {
    const pair = await generateKeyPair('RS512')
    await expect(
      prove(await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'RS512' }).sign(pair.privateKey)),
    ).rejects.toMatchObject(REFUSED)
  })
  it('refuses a token changed after signing', async () => {
    const [head, , tail] = (await token()).split('.')
    const changed = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'person-2' })).toString(
      'base64url',
    )
    await expect(prove([head, changed, tail].join('.'))).rejects.toMatchObject(REFUSED)
  })
  it.each(['', 'a', 'a.b', 'a.b.c', '....', '{}', `${'x'.repeat(8000)}`, 'undefined'])(
    'refused: %s',
    async (text) => {
      await expect(prove(text)).rejects.toMatchObject(REFUSED)
    },
  )

  it('reports sign-in as unavailable while the provider’s keys are missing', async () => {
    const keysAway = createRemoteJWKSet(new URL('http://127.0.0.1:9/keys'), {
      timeoutDuration: 500,
    })
    const away = createOidcProvider({
      provider: 'google',
      issuer: ISSUER,
      clientId: CLIENT,
      authorizeUrl: '',
      keys: keysAway,
      clock,
    })
    await expect(
      away.prove({ token: await token(), signature: undefined, challenge }),
    ).rejects.toMatchObject({ code: '00006' })
  })
  it('treats an unknown key as a forgery, not a failure', async () => {
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'known', alg: 'RS256' }
    const named = createOidcProvider({
      provider: 'google',
      issuer: ISSUER,
      clientId: CLIENT,
      authorizeUrl: '',
      keys: createLocalJWKSet({ keys: [jwk] }),
      clock,
    })
    const text = await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'RS256', kid: 'unknown' })
      .sign(keys.privateKey)
    await expect(
      named.prove({ token: text, signature: undefined, challenge }),
    ).rejects.toMatchObject(REFUSED)
  })
})
