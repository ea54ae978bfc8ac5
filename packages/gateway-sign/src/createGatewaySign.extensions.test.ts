import { describe, expect, it } from 'vitest'
import { createFixture } from './testing/createFixture.ts'
import { createDecryptor } from './server/createDecryptor.ts'
import { signConfig } from './server/signConfig.ts'
import { createTestConfig, testServerIdentity } from './testing.ts'
import type { GatewaySignConfig } from './wire.ts'

const NOW = 1_732_238_512_345
const DAY_MS = 86_400_000
const signed = (changes: Partial<GatewaySignConfig> = {}, expiresAt = NOW + DAY_MS) =>
  signConfig({ config: createTestConfig(changes), identity: testServerIdentity, expiresAt })

function setUp(answer: unknown = signed()) {
  const gateway = { answer, fetches: 0 }
  const fixture = createFixture({
    options: {
      requireConfigSign: true,
      fetchConfig: async () => (gateway.fetches++, gateway.answer),
    },
  })
  return { ...fixture, gateway }
}

describe('signed configuration (wire 3)', () => {
  it('is not required by default', async () => {
    const { sign } = createFixture()
    expect(await sign.init()).toBe('verified')
  })

  it('is verified and its rules sign requests', async () => {
    const { sign, logIn, send } = setUp()
    expect(await sign.init()).toBe('verified')
    await logIn()
    expect((await send()).verdict).toMatchObject({ ok: true, mode: '2' })
  })

  it('is accepted by a client that does not require it', async () => {
    const { sign } = createFixture({ options: { fetchConfig: async () => signed() } })
    expect(await sign.init()).toBe('verified')
  })

  it("switches signing off only with the issuer's signature (PROTOCOL T4)", async () => {
    expect(await setUp(signed({ clientOpen: false })).sign.init()).toBe('off')
    expect(
      await setUp({ gatewaySignConfig: createTestConfig({ clientOpen: false }) }).sign.init(),
    ).toBe('failed')
    expect(await setUp({ gatewaySignConfig: { clientOpen: false } }).sign.init()).toBe('failed')
  })

  it('fails when its signature, a rule or its open state is removed (PROTOCOL T4)', async () => {
    const genuine = signed()
    const text = String(genuine['configText'])
    const forged = [
      createTestConfig(),
      { gatewaySignConfig: createTestConfig() },
      { ...genuine, configSign: undefined },
      { ...genuine, configText: text.replace('"clientOpen":true', '"clientOpen":false') },
      { ...genuine, configText: text.replace('"/v1/spot/order/place":"2",', '') },
      { ...genuine, configText: `${text} ` },
      { ...genuine, configExpiresAt: NOW + 2 * DAY_MS },
      { ...genuine, configSign: testServerIdentity.serverPublicKeySign },
      null,
    ]
    for (const answer of forged) {
      const { sign, events, stamp } = setUp(answer)
      expect(await sign.init()).toBe('failed')
      expect(events).toEqual([
        expect.objectContaining({ type: 'config-failed', code: 'CONFIG_UNVERIFIED' }),
      ])
      await expect(
        sign.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'p' } }),
      ).rejects.toThrow(expect.objectContaining({ code: 'ENCRYPTION_UNAVAILABLE' }) as Error)
    }
  })

  it('ignores the unsigned configuration in the same response', async () => {
    const { sign, stamp, logIn } = setUp({
      ...signed(),
      gatewaySignConfig: createTestConfig({ exactUrls: {}, prefixUrls: {} }),
    })
    await logIn()
    expect(
      await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
    ).toHaveProperty('device-sign')
  })

  it('expires one millisecond after its end', async () => {
    expect(await setUp(signed({}, NOW)).sign.init()).toBe('verified')
    expect(await setUp(signed({}, NOW - 1)).sign.init()).toBe('failed')
  })

  it('is verified on each load and removed once expired', async () => {
    const { sign, openPage, clock, gateway, events, configStorage } = setUp()
    await sign.init()
    expect(await openPage().init()).toBe('verified')
    expect(gateway.fetches).toBe(1)
    await clock.advance(DAY_MS + 1)
    gateway.answer = signed({}, NOW + 3 * DAY_MS)
    expect(await openPage().init()).toBe('verified')
    expect(gateway.fetches).toBe(2)
    expect(events).toEqual([{ type: 'config-cache-rejected', code: 'CONFIG_UNVERIFIED' }])
    configStorage.set('gatewaySignConfig', JSON.stringify(createTestConfig()))
    expect(await openPage().init()).toBe('verified')
    expect(gateway.fetches).toBe(3)
  })
})

describe('login body in JWE format (wire 4)', () => {
  const fixture = () => createFixture({ options: { bodyFormat: 'JWE' } })
  const opens = createDecryptor({
    privateKeyPem: testServerIdentity.serverPrivateKeyPem,
    formats: ['GS1', 'JWE'],
  })

  it('is decrypted with its proof by a gateway that allows it', async () => {
    const { sign, stamp } = fixture()
    const request = { path: '/v1/user/login', ...stamp() }
    const body = await sign.prepareBody({
      ...request,
      body: { loginName: 'a@b.c', pwd: 'p', t: 1 },
    })
    expect(String(body['bodyCiphertext']).split('.')).toHaveLength(5)
    expect(opens.decrypt({ ...request, body })).toMatchObject({
      ok: true,
      encrypted: true,
      fields: { loginName: 'a@b.c', pwd: 'p', t: 1 },
      clientKey: { algorithm: 'rsa1024' },
    })
  })

  it('is off by default on both sides', async () => {
    const { sign, stamp, decryptor } = fixture()
    const request = { path: '/v1/user/login', ...stamp() }
    const body = await sign.prepareBody({ ...request, body: { pwd: 'p' } })
    expect(decryptor.decrypt({ ...request, body })).toEqual({ ok: false })
    const plain = createFixture()
    const three = await plain.sign.prepareBody({ ...request, ...plain.stamp(), body: { pwd: 'p' } })
    expect(String(three['bodyCiphertext']).split('.')).toHaveLength(3)
  })

  it('is rejected where only the other format is allowed', async () => {
    const { sign, stamp } = createFixture()
    const request = { path: '/v1/user/login', ...stamp() }
    const body = await sign.prepareBody({ ...request, body: { pwd: 'p' } })
    const strict = createDecryptor({
      privateKeyPem: testServerIdentity.serverPrivateKeyPem,
      formats: ['JWE'],
    })
    expect(strict.decrypt({ ...request, body })).toEqual({ ok: false })
    expect(opens.decrypt({ ...request, body })).toMatchObject({ ok: true })
  })

  it('is never replaced by plain text when the engine lacks JWE', async () => {
    const { sign, stamp, events } = createFixture({
      options: { bodyFormat: 'JWE' },
      withoutJwe: true,
    })
    await expect(
      sign.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'p' } }),
    ).rejects.toThrow(expect.objectContaining({ code: 'ENCRYPTION_UNAVAILABLE' }) as Error)
    expect(events.at(-1)).toMatchObject({
      type: 'encryption-failed',
      outcome: 'blocked',
      code: 'CRYPTO_UNAVAILABLE',
    })
  })
})
