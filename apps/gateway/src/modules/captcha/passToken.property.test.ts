import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAuthentic, isPass, passTokenOf, type PassFields } from './passToken.ts'

const secret = Buffer.alloc(32, 5)
const NAMES = ['captcha_id', 'lot_number', 'captcha_output', 'gen_time'] as const
const text = fc.string({ unit: 'binary', maxLength: 12 })
const fields = fc.record<PassFields>({
  captcha_id: text,
  lot_number: text,
  captcha_output: text,
  gen_time: text,
})
/** Lone surrogates have no UTF-8: all of them are written as one sign, and are equal for that. */
const bytesOf = (pass: PassFields) =>
  JSON.stringify(NAMES.map((name) => Buffer.from(pass[name]).toString('hex')))

describe('captcha C, reference challenge: properties of the pass token', () => {
  it('gives equal tokens only for equal fields', () => {
    fc.assert(
      fc.property(fields, fields, (left, right) => {
        expect(passTokenOf(left, secret) === passTokenOf(right, secret)).toBe(
          bytesOf(left) === bytesOf(right),
        )
      }),
    )
  })
  it('changes the token when characters move between fields', () => {
    fc.assert(
      fc.property(
        fields,
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 1, max: 5 }),
        (pass, at, count) => {
          const [from, to] = [NAMES[at]!, NAMES[at + 1]!]
          const moved = {
            ...pass,
            [from]: pass[from].slice(0, -count),
            [to]: pass[from].slice(-count) + pass[to],
          }
          if (bytesOf(moved) !== bytesOf(pass))
            expect(passTokenOf(moved, secret)).not.toBe(passTokenOf(pass, secret))
        },
      ),
    )
  })
  it('accepts a token only for its fields and secret', () => {
    fc.assert(
      fc.property(
        fields,
        fields,
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (pass, other, bytes) => {
          const signed = { ...pass, pass_token: passTokenOf(pass, secret) }
          expect(isAuthentic(signed, secret)).toBe(true)
          expect(isAuthentic({ ...other, pass_token: signed.pass_token }, secret)).toBe(
            bytesOf(pass) === bytesOf(other),
          )
          expect(isAuthentic(signed, Buffer.from(bytes))).toBe(Buffer.from(bytes).equals(secret))
        },
      ),
    )
  })
  it('accepts any value as a question', () => {
    fc.assert(fc.property(fc.anything(), (value) => void isPass(value)))
  })
})
