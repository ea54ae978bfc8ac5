import { describe, expect, it } from 'vitest'
import { parseConfig } from '../config/parseConfig.ts'
import { testServerIdentity } from '../testing.ts'
import { GS1 } from '../wire.ts'
import { buildSignConfig, type SignRules } from './buildSignConfig.ts'

const rules: SignRules = {
  exactUrls: { '/v1/spot/order/place': '2' },
  prefixUrls: { '/v1/spot/': '1' },
  signModes: { '0': ['path', 'time'], '1': ['path', 'time', 'traceId'], '2': ['path', 'time', 'traceId', 'body'] },
  defaultAlgorithm: 'rsa1024',
}
const build = (changes: Partial<SignRules> = {}) =>
  buildSignConfig({ identity: testServerIdentity, rules: { ...rules, ...changes }, clientOpen: true, userCheckDeviceUrl: '/v1/user/device/check' })

describe('spec 3.15 gateway sign config', () => {
  it('has exactly the eight fields of the entity', () => {
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

  it('never shows a private key', () => {
    expect(JSON.stringify(build())).not.toContain('PRIVATE')
  })

  it('is read by the client as it was meant', () => {
    const config = parseConfig(JSON.parse(JSON.stringify(build())), GS1)
    expect(config.rules.ruleFor('/v1/spot/order/place')?.mode).toBe('2')
    expect(config.rules.ruleFor('/v1/spot/order/open')?.mode).toBe('1')
  })

  it.each([{ exactUrls: { '/v1/a': '7' } }, { prefixUrls: { 'v1/': '1' } }, { signModes: { '2': ['path'] } }])('refuses rules that every client would refuse: %j', (changes) => {
    expect(() => build(changes)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error)
  })
})
