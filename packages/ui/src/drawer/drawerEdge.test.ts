import { describe, expect, it } from 'vitest'
import { DRAWER_SIZE, edgeOf } from './drawerEdge.ts'

describe('drawer edge (U6)', () => {
  it('takes 30 % by default (spec 9.7)', () => expect(DRAWER_SIZE).toBe('30%'))
  it('mirrors ltr and rtl in Arabic (U6.1)', () => {
    expect(edgeOf({ direction: 'ltr', physical: false })).toBe('start')
    expect(edgeOf({ direction: 'rtl', physical: false })).toBe('end')
  })
  it('is not mirrored when physical (U6.2)', () => {
    expect(edgeOf({ direction: 'ltr', physical: true })).toBe('left')
    expect(edgeOf({ direction: 'rtl', physical: true })).toBe('right')
  })
  it.each([true, false])('keeps top and bottom (physical %s) (U6.3)', (physical) => {
    expect(edgeOf({ direction: 'ttb', physical })).toBe('top')
    expect(edgeOf({ direction: 'btt', physical })).toBe('bottom')
  })
})
