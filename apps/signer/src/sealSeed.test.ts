import { describe, expect, it } from 'vitest'
import { openSeed, sealSeed, type SealedSeed } from './sealSeed.ts'

const kdf = { name: 'scrypt', N: 2 ** 4, r: 8, p: 1 } as const
const SEED = Buffer.alloc(32, 7)
const seal = (passphrase = 'correct horse') => sealSeed(SEED, { passphrase, kdf })
const sealed = seal()

/** The text with one bit of its byte `at` turned, base64. */
const turned = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64')
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes.toString('base64')
}

describe('a sealed seed (wallet 4)', () => {
  it('opens with its passphrase', () => {
    expect(openSeed(sealed, 'correct horse')).toEqual(SEED)
  })

  it('opens from the text of its file', () => {
    expect(openSeed(JSON.parse(JSON.stringify(sealed)) as SealedSeed, 'correct horse')).toEqual(
      SEED,
    )
  })

  it.each(['correct hors', 'correct horse ', 'Correct horse', ''])(
    'does not open with "%s"',
    (text) => {
      expect(() => openSeed(sealed, text)).toThrow()
    },
  )

  it('opens with the same letters of another keyboard', () => {
    // One letter, or a letter and its accent: Unicode has both, and they look the same.
    const composed = seal('caf\u00e9')
    expect(openSeed(composed, 'cafe\u0301')).toEqual(SEED)
  })

  it.each<[string, Partial<SealedSeed>]>([
    ['its first byte', { sealed: turned(sealed.sealed, 0) }],
    ['the last byte of the seed', { sealed: turned(sealed.sealed, 31) }],
    ['the first byte of its tag', { sealed: turned(sealed.sealed, 32) }],
    ['the last byte of its tag', { sealed: turned(sealed.sealed, 47) }],
    ['its salt', { salt: turned(sealed.salt, 0) }],
    ['its starting value', { iv: turned(sealed.iv, 11) }],
    ['its work', { kdf: { ...kdf, N: 2 ** 5 } }],
    ['its blocks', { kdf: { ...kdf, r: 4 } }],
    ['its lanes', { kdf: { ...kdf, p: 2 } }],
    ['nothing left of it', { sealed: '' }],
  ])('does not open after a change of %s', (_, changes) => {
    expect(() => openSeed({ ...sealed, ...changes }, 'correct horse')).toThrow()
  })

  it('is another text each time', () => {
    const other = seal()
    expect(other.salt).not.toBe(sealed.salt)
    expect(other.iv).not.toBe(sealed.iv)
    expect(other.sealed).not.toBe(sealed.sealed)
  })

  it('has the seed, a tag of 16 bytes and nothing else', () => {
    expect(Buffer.from(sealed.sealed, 'base64')).toHaveLength(32 + 16)
    expect(Buffer.from(sealed.salt, 'base64')).toHaveLength(16)
    expect(Buffer.from(sealed.iv, 'base64')).toHaveLength(12)
    expect(JSON.stringify(sealed)).not.toContain('horse')
  })
})
