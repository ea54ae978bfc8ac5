import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManualClock } from '@x/kit/testing'
import { createRemoteJWKSet, decodeProtectedHeader, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { createOidcProvider } from '../third-party-login/oidcProvider.ts'
import { createDemoIdentityProvider } from './module.ts'

const NOW = 1_790_000_000
const clock = createManualClock(NOW * 1000)
const options = { clock, random: nodeRandom(), store: createMemoryTtlStore({ clock }) }
const demoProvider = createDemoIdentityProvider(options)
const claims: JWTPayload = {
  iss: 'urn:demo-provider:google',
  aud: 'demo-provider-google-client',
  sub: 's',
  nonce: 'n',
  iat: NOW,
  exp: NOW + 60,
}
const challenge = { provider: 'google', nonce: 'n', wallet: null } as const

const keyServer = createServer((_, response) => {
  const route = demoProvider.routes.find(({ path }) => path.endsWith('/jwks'))
  void route
    ?.handler({} as never)
    .then((keys) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(keys)),
    )
})
beforeAll(() => new Promise<void>((resolve) => void keyServer.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => void keyServer.close(() => resolve())))

describe('the stand-in for third parties', () => {
  it('exists in development only, and says what it is', () => {
    expect(
      demoProvider.routes.every(
        ({ developmentOnly, summary }) =>
          developmentOnly === true && summary?.startsWith('Simulated') === true,
      ),
    ).toBe(true)
  })
  it('signs with RS256 and serves its keys, as the real ones do', async () => {
    const token = await demoProvider.signIdToken(claims)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: 'demo-provider' })
    const keys = createRemoteJWKSet(
      new URL(`http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`),
    )
    const provider = createOidcProvider({
      provider: 'google',
      issuer: 'urn:demo-provider:google',
      clientId: 'demo-provider-google-client',
      authorizeUrl: '',
      keys,
      clock,
    })
    expect(await provider.prove({ token, signature: undefined, challenge })).toEqual({
      provider: 'google',
      subject: 's',
      email: null,
    })
  })
  it('refuses a token that another run signed', async () => {
    const token = await createDemoIdentityProvider(options).signIdToken(claims)
    await expect(
      demoProvider.providers.google?.prove({ token, signature: undefined, challenge }),
    ).rejects.toMatchObject({ code: '40102' })
  })
  it('refuses the token of one provider for the other', async () => {
    const token = await demoProvider.signIdToken(claims)
    await expect(
      demoProvider.providers.apple?.prove({
        token,
        signature: undefined,
        challenge: { ...challenge, provider: 'apple' },
      }),
    ).rejects.toMatchObject({ code: '40102' })
  })
  it('signs for Telegram with a bot of its own', async () => {
    const token = demoProvider.signTelegram({ id: 5, auth_date: NOW })
    expect(
      await demoProvider.providers.tg?.prove({
        token,
        signature: undefined,
        challenge: { ...challenge, provider: 'tg' },
      }),
    ).toEqual({ provider: 'tg', subject: '5', email: null })
  })
})
