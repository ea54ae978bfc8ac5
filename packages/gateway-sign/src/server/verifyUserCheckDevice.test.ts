import { describe, expect, it } from 'vitest'
import deviceChecks from '../../vectors/device-check.json' with { type: 'json' }
import keys from '../../vectors/keys.json' with { type: 'json' }
import type { KeyAlgorithm } from '../wire.ts'
import { verifyUserCheckDevice } from './verifyUserCheckDevice.ts'

const checkOf = ({
  path,
  tm,
  traceId,
  newKeyId,
  signature,
  publicKey,
  lastAlgorithm,
}: (typeof deviceChecks)[number]) => ({
  path,
  tm,
  traceId,
  newKeyId,
  sign: signature,
  lastKey: { publicKey, algorithm: lastAlgorithm as KeyAlgorithm },
})
const [unchanged, , changed] = deviceChecks.map(checkOf)

describe('device check (wire 5)', () => {
  it.each(deviceChecks)('accepts the vector: $name', (vector) => {
    expect(verifyUserCheckDevice(checkOf(vector))).toBe(true)
  })

  it.each([
    ['another path', { path: '/v1/user/device' }],
    ['another bucket of time', { tm: '1732238612345', traceId: 'w17322386123450a1b2c3d4e5' }],
    ['another trace id', { traceId: 'w17322385123450a1b2c3d4e6' }],
    ['a trace id of another time', { tm: '1732238512346' }],
    ['no trace id', { traceId: '' }],
    ['another new key', { newKeyId: '0'.repeat(32) }],
    ['no new key', { newKeyId: '' }],
    [
      'another last key',
      { lastKey: { publicKey: keys.other1024.publicKey, algorithm: 'rsa1024' as const } },
    ],
    [
      'another algorithm',
      { lastKey: { publicKey: keys.client1024.publicKey, algorithm: 'rsa2048' as const } },
    ],
    [
      'a last key that is no key',
      { lastKey: { publicKey: 'MIGf', algorithm: 'rsa1024' as const } },
    ],
    ['an empty signature', { sign: '' }],
    ['a signature that is no base64', { sign: 'signature' }],
    ["another check's signature", { sign: unchanged!.sign }],
  ])('refuses %s', (_, change) => {
    expect(verifyUserCheckDevice({ ...changed!, ...change })).toBe(false)
  })
})
