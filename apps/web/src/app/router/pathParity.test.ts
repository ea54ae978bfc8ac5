import { canonicalPath, isRequestError } from '@x/request'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isCanonicalPath } from '../../../../gateway/src/platform/http/canonicalPath.ts'

/**
 * Everything that a path may be made of: raw characters, codes that are needed, codes that are not,
 * codes of nothing.
 */
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3 }),
  fc.nat(255).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
  fc.nat(255).map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 3 })
    .map((text) => encodeURIComponent(text)),
  fc.constantFrom(..."/.%~!$&'()*+,;:=@-_", '..', '%2e', '%25', '%2541'),
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => `/v1/${pieces.join('')}`)

it("sends paths in the gateway's one spelling only (Q2, wire 7)", () => {
  let sent = 0
  fc.assert(
    fc.property(text, (path) => {
      try {
        const spelling = canonicalPath(path)
        sent++
        expect([spelling, isCanonicalPath(spelling)]).toEqual([spelling, true])
      } catch (error) {
        if (!isRequestError(error, 'config')) throw error
      }
    }),
    { numRuns: 5_000 },
  )
  expect(sent).toBeGreaterThan(500)
})

it('encodes each byte as the gateway requires or refuses it (wire 7)', () => {
  const refused = Array.from(
    { length: 256 },
    (_, byte) => `/v1/a%${byte.toString(16).padStart(2, '0')}`,
  ).filter((path) => {
    try {
      return !isCanonicalPath(canonicalPath(path))
    } catch {
      return false
    }
  })
  expect(refused).toEqual([])
})
