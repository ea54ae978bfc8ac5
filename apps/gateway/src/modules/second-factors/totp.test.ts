import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase32, matchTotp, toBase32, totpAt, totpStep } from './ports/totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('RFC 6238', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('matches appendix B at %d s: %s', (seconds, code) =>
    expect(totpAt(secret, totpStep(seconds * 1000))).toBe(code),
  )

  const nowMs = 1_111_111_109_000
  const now = totpStep(nowMs)
  it.each([-1, 0, 1])('takes the code of the step %d away', (shift) => {
    expect(matchTotp(totpAt(secret, now + shift), { secret, nowMs, lastStep: 0 })).toBe(now + shift)
  })
  it.each([-2, 2])('refuses the code of the step %d away', (shift) => {
    expect(matchTotp(totpAt(secret, now + shift), { secret, nowMs, lastStep: 0 })).toBeUndefined()
  })
  it('refuses a step that served already, and those before', () => {
    expect(matchTotp(totpAt(secret, now), { secret, nowMs, lastStep: now })).toBeUndefined()
    expect(matchTotp(totpAt(secret, now - 1), { secret, nowMs, lastStep: now })).toBeUndefined()
  })
  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('refuses %j', (code) => {
    expect(matchTotp(code, { secret, nowMs, lastStep: 0 })).toBeUndefined()
  })
})

describe('RFC 4648 base 32', () => {
  it('writes what authenticator apps read', () => {
    expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  })
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(fromBase32(toBase32(bytes))).toEqual(Uint8Array.from(bytes))
      }),
    )
  })
})
