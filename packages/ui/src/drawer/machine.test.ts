import { describe, expect, it } from 'vitest'
import { DRAWER_SIZE, edgeOf } from './machine.ts'

describe('U6 drawer', () => {
  it('spec 9.7 takes 30 % by default', () => expect(DRAWER_SIZE).toBe('30%'))
  it('U6.1 mirrors ltr and rtl in Arabic: they are fixed to an edge of the line', () => {
    expect(edgeOf({ direction: 'ltr', physical: false })).toBe('start')
    expect(edgeOf({ direction: 'rtl', physical: false })).toBe('end')
  })
  it('U6.2 opts out of mirroring with physical', () => {
    expect(edgeOf({ direction: 'ltr', physical: true })).toBe('left')
    expect(edgeOf({ direction: 'rtl', physical: true })).toBe('right')
  })
  it.each([true, false])('U6.3 knows top and bottom the same way (physical %s)', (physical) => {
    expect(edgeOf({ direction: 'ttb', physical })).toBe('top')
    expect(edgeOf({ direction: 'btt', physical })).toBe('bottom')
  })
})
