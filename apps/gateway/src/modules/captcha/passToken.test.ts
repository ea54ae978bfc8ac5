import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isAuthentic, isPass, passTokenOf } from './passToken.ts'

const secret = Buffer.alloc(32, 1)
const fields = {
  captcha_id: 'id',
  lot_number: 'lot',
  captcha_output: 'out',
  gen_time: '1732238512',
}

describe('captcha pass tokens', () => {
  it('are HMAC-SHA256 over the fields, each behind its length', () => {
    const text = '\0\0\0\x02id\0\0\0\x03lot\0\0\0\x03out\0\0\0\x0a1732238512'
    expect(passTokenOf(fields, secret)).toBe(
      createHmac('sha256', secret).update(text, 'latin1').digest('hex'),
    )
  })
  it('differ where only the border between two fields moved', () => {
    expect(passTokenOf({ ...fields, captcha_id: 'idl', lot_number: 'ot' }, secret)).not.toBe(
      passTokenOf(fields, secret),
    )
  })
  it('are authentic under their secret only', () => {
    const pass = { ...fields, pass_token: passTokenOf(fields, secret) }
    expect(isAuthentic(pass, secret)).toBe(true)
    expect(isAuthentic(pass, Buffer.alloc(32, 2))).toBe(false)
    expect(isAuthentic({ ...pass, pass_token: 'short' }, secret)).toBe(false)
  })
  it.each([
    null,
    'x',
    7,
    [],
    {},
    { ...fields },
    { ...fields, pass_token: 7 },
    { ...fields, pass_token: 'x'.repeat(257) },
  ])('%j is no pass', (value) => {
    expect(isPass(value)).toBe(false)
  })
})
