import { describe, expect, it } from 'vitest'
import { createGatewaySign } from './createGatewaySign.ts'
import { createFixture } from './testing/createFixture.ts'
import { testServerIdentity } from './testing.ts'

const error = (code: string) => expect.objectContaining({ code }) as Error

describe('sign config (spec 4.5)', () => {
  it('starts as notStarted without a fetch or any cryptography', async () => {
    const { sign, counts } = createFixture()
    expect(sign.getState()).toBe('notStarted')
    expect(counts).toEqual({ fetches: 0, cryptoLoads: 0, generations: 0 })
  })

  it('is verified against the pinned issuer', async () => {
    const { sign } = createFixture()
    const seen: string[] = []
    sign.subscribe(() => void seen.push(sign.getState()))
    expect(await sign.init()).toBe('verified')
    expect(seen).toEqual(['fetching', 'verified'])
  })

  it('fetches once for two page loads and verifies on each (spec 7.2)', async () => {
    const { sign, openPage, counts } = createFixture()
    await sign.init()
    expect(await openPage().init()).toBe('verified')
    expect(counts).toMatchObject({ fetches: 1, cryptoLoads: 2 })
  })

  it('recovers from tampered session storage', async () => {
    const { sign, openPage, configStorage, events, counts } = createFixture()
    await sign.init()
    const stored = JSON.parse(configStorage.get('gatewaySignConfig') ?? '') as object
    configStorage.set(
      'gatewaySignConfig',
      JSON.stringify({
        ...stored,
        serverPublicKeySign: testServerIdentity.serverPublicKeySign.replace(/^./, 'A'),
      }),
    )
    expect(await openPage().init()).toBe('verified')
    expect(events).toEqual([{ type: 'config-cache-rejected', code: 'CONFIG_UNVERIFIED' }])
    expect(counts.fetches).toBe(2)
  })

  it('fails with an event when the pinned issuer differs', async () => {
    const { sign, events } = createFixture({ options: { issuerCertificates: [] } })
    expect(await sign.init()).toBe('failed')
    expect(events).toEqual([
      expect.objectContaining({ type: 'config-failed', code: 'CERTIFICATE_INVALID' }),
    ])
  })

  it('accepts at most two issuers', () => {
    const pem = testServerIdentity.issuerCertificatePem
    expect(() => createFixture({ options: { issuerCertificates: [pem, pem, pem] } })).toThrow(
      error('CERTIFICATE_INVALID'),
    )
  })
})

describe('clientOpen false (spec 4.5)', () => {
  it('leaves every request unchanged and loads no cryptography', async () => {
    const { sign, counts, stamp } = createFixture({ config: { clientOpen: false } })
    const body = { loginName: 'a', pwd: 'p' }
    expect(await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).toBe(body)
    expect(
      await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
    ).toEqual({})
    expect(await sign.sign({ method: 'POST', path: '//odd', ...stamp(), body: null })).toEqual({})
    await sign.afterLogin({ path: '/v1/user/login', data: { userInfo: { userId: 'u1' } } })
    expect(sign.getState()).toBe('off')
    expect(counts).toEqual({ fetches: 1, cryptoLoads: 0, generations: 0 })
  })

  it('removes the token entry at log-out without cryptography', async () => {
    const { sign, keyStorage, counts } = createFixture({ config: { clientOpen: false } })
    await keyStorage.set('sign_key:token:t0', 'left over')
    await keyStorage.set('sign_key:uid:u1', 'kept')
    await sign.init()
    await sign.forgetSession()
    expect(await keyStorage.keys()).toEqual(['sign_key:uid:u1'])
    expect(counts.cryptoLoads).toBe(0)
  })
})

describe('gateway sign codes (spec 8.11)', () => {
  it.each(['00020', '00021'] as const)(
    'resets on %s and fetches again after two seconds (spec 8.13)',
    async (code) => {
      const { sign, clock, counts, events } = createFixture()
      await sign.init()
      sign.onVerdict(code)
      sign.onVerdict(code)
      expect(sign.getState()).toBe('notStarted')
      expect(counts.fetches).toBe(1)
      await clock.advance(2_000)
      await sign.init()
      expect(counts.fetches).toBe(2)
      expect(events).toEqual(
        [1, 2].map(() => ({
          type: 'verdict',
          code,
          reset: true,
          refetch: true,
          sampleClock: false,
          logOut: false,
          report: false,
        })),
      )
    },
  )

  it('resets on 00022 and requests a clock sample without a fetch (spec 8.14)', async () => {
    const { sign, clock, counts, events } = createFixture()
    await sign.init()
    sign.onVerdict('00022')
    expect(sign.getState()).toBe('notStarted')
    await clock.advance(10_000)
    expect(await sign.init()).toBe('verified')
    expect(counts.fetches).toBe(1)
    expect(events).toEqual([
      expect.objectContaining({ code: '00022', reset: true, refetch: false, sampleClock: true }),
    ])
  })

  it('requests log-out and report on 00023, keeping the configuration (spec 8.12)', async () => {
    const { sign, events } = createFixture()
    await sign.init()
    sign.onVerdict('00023')
    expect(sign.getState()).toBe('verified')
    expect(events).toEqual([
      expect.objectContaining({ code: '00023', reset: false, logOut: true, report: true }),
    ])
  })

  it('reads the key from storage again after 00023', async () => {
    const { sign, logIn, send, keyStorage, events } = createFixture()
    await logIn()
    await send()
    await keyStorage.remove('sign_key:token:t1')
    await keyStorage.remove('sign_key:uid:u1')
    sign.onVerdict('00023')
    await expect(send()).rejects.toThrow(error('NO_BOUND_KEY'))
    expect(events.at(-1)).toMatchObject({ type: 'login-required' })
  })
})

describe('reset and disposal', () => {
  it('reset returns to notStarted and clears the cached configuration', async () => {
    const { sign, configStorage, counts } = createFixture()
    await sign.init()
    sign.reset()
    expect(sign.getState()).toBe('notStarted')
    expect(configStorage.keys()).toEqual([])
    await sign.init()
    expect(counts.fetches).toBe(2)
  })

  it('dispose leaves no timer', async () => {
    const { sign, clock } = createFixture()
    await sign.init()
    sign.onVerdict('00020')
    sign.dispose()
    await clock.advance(0)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('is imported and created without side effects', () => {
    const touch = () => {
      throw new Error('touched')
    }
    const storage = { get: touch, set: touch, remove: touch, keys: touch }
    const options = {
      configStorage: storage,
      keyStorage: storage,
      cookies: storage,
      fetchConfig: touch,
      random: { bytes: touch },
      clock: { now: touch, monotonic: touch, after: touch },
    }
    expect(() =>
      createGatewaySign({ ...options, secureContext: true, issuerCertificates: [] }),
    ).not.toThrow()
  })
})
