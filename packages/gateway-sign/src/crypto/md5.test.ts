import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { md5Hex } from './md5.ts'

it.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['MIGf', '99ef6ce396728add2552a017211ce9bd'],
])('returns the known MD5 of %j (wire 1)', (text, expected) => {
  expect(md5Hex(text)).toBe(expected)
})

it('matches OpenSSL for any text, lone surrogates included', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(
      text,
      (value) => md5Hex(value) === createHash('md5').update(value, 'utf8').digest('hex'),
    ),
    { numRuns: 200 },
  )
  expect(md5Hex('a\ud800b')).toBe(createHash('md5').update('a\ufffdb').digest('hex'))
})

it.each([55, 56, 57, 63, 64, 65, 119, 120, 128])(
  'matches OpenSSL at %i bytes, around the block boundary',
  (length) => {
    expect(md5Hex('x'.repeat(length))).toBe(
      createHash('md5').update('x'.repeat(length)).digest('hex'),
    )
  },
)
