import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGatewaySignError } from '../GatewaySignError.ts'
import { createTestConfig } from '../testing.ts'
import { GS1 } from '../wire.ts'
import { parseConfig } from './parseConfig.ts'

const without = (field: string) =>
  Object.fromEntries(Object.entries(createTestConfig()).filter(([name]) => name !== field))
const invalid = (field: string) =>
  expect.objectContaining({ code: 'CONFIG_INVALID', detail: { field } }) as Error

describe('gateway sign config (spec 3.15)', () => {
  it('is parsed with its rules', () => {
    const config = parseConfig(createTestConfig(), GS1)
    expect(config).toMatchObject({
      defaultAlgorithm: 'rsa1024',
      userCheckDeviceUrl: '/v1/user/device/check',
    })
    expect(config.rules.ruleFor('/v1/spot/order/place')?.mode).toBe('2')
    expect(config.rules.ruleFor('/v1/spot/public/symbols')?.mode).toBe('0')
  })

  it('defaults to rsa1024 (spec 9.3)', () => {
    expect(parseConfig(without('defaultAlgorithm'), GS1).defaultAlgorithm).toBe('rsa1024')
    expect(
      parseConfig(createTestConfig({ defaultAlgorithm: 'rsa2048' }), GS1).defaultAlgorithm,
    ).toBe('rsa2048')
  })

  it.each(['exactUrls', 'prefixUrls', 'signModes', 'userCheckDeviceUrl'])(
    'may omit %s',
    (field) => {
      expect(() => parseConfig(without(field), GS1)).not.toThrow()
    },
  )

  it.each(['serverPublicKey', 'serverPublicKeySign'])('must contain %s', (field) => {
    expect(() => parseConfig(without(field), GS1)).toThrow(invalid(field))
  })

  it('ignores unknown fields (spec 3.15)', () => {
    expect(() =>
      parseConfig({ ...createTestConfig(), configSign: 'x', extra: 1 }, GS1),
    ).not.toThrow()
  })

  it.each([
    ['serverPublicKey', 7],
    ['serverPublicKeySign', null],
    ['defaultAlgorithm', 'rsa4096'],
    ['defaultAlgorithm', null],
    ['userCheckDeviceUrl', 1],
    ['exactUrls', []],
    ['exactUrls', 'x'],
    ['prefixUrls', 7],
    ['signModes', [['path']]],
  ])('is rejected with %s = %j', (field, value) => {
    expect(() => parseConfig({ ...createTestConfig(), [field]: value }, GS1)).toThrow(
      invalid(field),
    )
  })

  it.each([null, undefined, 'x', 7, [], true])('is rejected when it is %j', (value) => {
    expect(() => parseConfig(value, GS1)).toThrow(invalid('gatewaySignConfig'))
  })

  it('is parsed or rejected as CONFIG_INVALID for any input (PROTOCOL T19)', () => {
    const field = fc.constantFrom(...Object.keys(createTestConfig()))
    fc.assert(
      fc.property(fc.dictionary(field, fc.anything()), (changes) => {
        try {
          parseConfig({ ...createTestConfig(), ...changes }, GS1)
        } catch (error) {
          expect(isGatewaySignError(error, 'CONFIG_INVALID')).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
