import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../config/parseConfig.ts'
import { testServerIdentity } from '../testing.ts'
import { createSignRuleMatcher } from '../sign/signRules.ts'
import { GS1 } from '../wire.ts'
import { buildSignConfig, type SignRules } from './buildSignConfig.ts'

const rules: SignRules = {
  exactUrls: { '/v1/spot/order/place': '2' },
  prefixUrls: { '/v1/spot/': '1' },
  signModes: {
    '0': ['path', 'time'],
    '1': ['path', 'time', 'traceId'],
    '2': ['path', 'time', 'traceId', 'body'],
  },
  defaultAlgorithm: 'rsa1024',
}
const build = (changes: Partial<SignRules> = {}) =>
  buildSignConfig({
    identity: testServerIdentity,
    rules: { ...rules, ...changes },
    clientOpen: true,
    userCheckDeviceUrl: '/v1/user/device/check',
  })

describe('gateway sign config (spec 3.15)', () => {
  it('has exactly eight fields', () => {
    expect(build()).toEqual({
      clientOpen: true,
      serverPublicKey: testServerIdentity.serverPublicKey,
      serverPublicKeySign: testServerIdentity.serverPublicKeySign,
      defaultAlgorithm: 'rsa1024',
      exactUrls: rules.exactUrls,
      prefixUrls: rules.prefixUrls,
      signModes: rules.signModes,
      userCheckDeviceUrl: '/v1/user/device/check',
    })
  })

  it('contains no private key', () => {
    expect(JSON.stringify(build())).not.toContain('PRIVATE')
  })

  it('is parsed by the client to the same rules', () => {
    const config = parseConfig(JSON.parse(JSON.stringify(build())), GS1)
    expect(config.rules.ruleFor('/v1/spot/order/place')?.mode).toBe('2')
    expect(config.rules.ruleFor('/v1/spot/order/open')?.mode).toBe('1')
  })

  it.each([
    { exactUrls: { '/v1/a': '7' } },
    { prefixUrls: { 'v1/': '1' } },
    { signModes: { '2': ['path'] } },
  ])('rejects rules that clients reject: %j', (changes) => {
    expect(() => build(changes)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error,
    )
  })
})

describe('client and server with the same random rules (wire 2)', () => {
  const segment = fc.constantFrom('v1', 'spot', 'order', 'place', 'a', '__proto__', 'constructor')
  const path = fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map((parts) => `/${parts.join('/')}`)
  const mode = fc.constantFrom('0', '1', '2')
  const tables = fc.record({
    exactUrls: fc.dictionary(path, mode, { maxKeys: 6 }),
    prefixUrls: fc.dictionary(path, mode, { maxKeys: 6 }),
  })
  /** The specification's rule as a linear search. */
  const slowly = (
    { exactUrls, prefixUrls }: Pick<SignRules, 'exactUrls' | 'prefixUrls'>,
    asked: string,
  ) => {
    if (Object.hasOwn(exactUrls, asked)) return exactUrls[asked]
    const [longest] = Object.keys(prefixUrls)
      .filter((prefix) => asked.startsWith(prefix))
      .sort((one, other) => other.length - one.length)
    return longest === undefined ? undefined : prefixUrls[longest]
  }

  it('agree on the sign mode of any path', () => {
    fc.assert(
      fc.property(tables, fc.array(path, { minLength: 1, maxLength: 8 }), (changes, paths) => {
        const sent = JSON.parse(JSON.stringify(build(changes))) as unknown
        const client = parseConfig(sent, GS1).rules
        const server = createSignRuleMatcher({ ...rules, ...changes }, GS1)
        for (const asked of paths) {
          const [onClient, onServer] = [client.ruleFor(asked), server.ruleFor(asked)]
          expect(onClient).toEqual(onServer)
          expect(onClient?.mode).toBe(slowly(changes, asked))
        }
      }),
      { numRuns: 150 },
    )
  })
})
