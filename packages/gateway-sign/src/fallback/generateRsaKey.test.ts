import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { generateRsaKey } from './generateRsaKey.ts'

describe('a key pair generated without Web Crypto', () => {
  it('is accepted by OpenSSL with matching halves', () => {
    const { publicKeyPem, privateKeyPem } = generateRsaKey(512, {
      bytes: (length) => Uint8Array.from(randomBytes(length)),
    })
    const key = createPrivateKey(privateKeyPem)
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 512, publicExponent: 65_537n })
    expect(createPublicKey(privateKeyPem).equals(createPublicKey(publicKeyPem))).toBe(true)
  })

  it('has exactly the requested size', () => {
    const sizes = Array.from(
      { length: 20 },
      (_, seed) =>
        createPrivateKey(generateRsaKey(256, createSeededRandom(seed + 1)).privateKeyPem)
          .asymmetricKeyDetails?.modulusLength,
    )
    expect(new Set(sizes)).toEqual(new Set([256]))
  })

  it('is determined by the random source', () => {
    const [one, same, other] = [3, 3, 4].map(
      (seed) => generateRsaKey(256, createSeededRandom(seed)).privateKeyPem,
    )
    expect(one).toBe(same)
    expect(one).not.toBe(other)
  })

  it('uses Math.random for primality witnesses only, never for primes', () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.25)
    const one = generateRsaKey(256, createSeededRandom(3)).privateKeyPem
    chance.mockReturnValue(0.75)
    const other = generateRsaKey(256, createSeededRandom(3)).privateKeyPem
    chance.mockRestore()
    expect(one).toBe(other)
  })

  it('contains the Chinese remainder theorem parameters', () => {
    const { p, q, d, dp, dq, qi, n } = createPrivateKey(
      generateRsaKey(512, createSeededRandom(8)).privateKeyPem,
    ).export({ format: 'jwk' })
    const [P, Q, D, DP, DQ, QI, N] = [p, q, d, dp, dq, qi, n].map((part) =>
      BigInt(`0x${Buffer.from(part ?? '', 'base64url').toString('hex')}`),
    ) as [bigint, bigint, bigint, bigint, bigint, bigint, bigint]
    expect(P * Q).toBe(N)
    expect(P > Q).toBe(true)
    expect((D * 65_537n) % (P - 1n)).toBe(1n)
    expect((D * 65_537n) % (Q - 1n)).toBe(1n)
    expect([D % (P - 1n), D % (Q - 1n), (QI * Q) % P]).toEqual([DP, DQ, 1n])
  })
})
