import { describe, expect, it } from 'vitest'
import { linkOf, serialFrom } from './serialFrom.ts'

const SERIAL = 'AbC_-123456789012345678901234567'

describe('what a camera reads', () => {
  it('is an allowed link that contains the serial number', () => {
    const link = linkOf(SERIAL, { origin: 'https://trade.example' })
    expect(link).toBe(`https://trade.example/account/setting/qr?serialNO=${SERIAL}`)
    expect(serialFrom(` ${link} `)).toBe(SERIAL)
  })
  it.each([SERIAL, `http://elsewhere.example/?serialNO=${SERIAL}`])('may be pasted as %s', (text) =>
    expect(serialFrom(text)).toBe(SERIAL),
  )
  it.each([
    '',
    'short',
    'with space in it',
    'https://trade.example/',
    `https://trade.example/?serialNO=${'x'.repeat(65)}`,
    'javascript:alert(1)',
  ])('is nothing in %o', (text) => expect(serialFrom(text)).toBeUndefined())
})
