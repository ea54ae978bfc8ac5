import { describe, expect, it } from 'vitest'
import { stopDirection, type StopDirectionInput } from './stopDirection.ts'

const check = (kind: StopDirectionInput['kind'], side: StopDirectionInput['side']) =>
  ['59999', '60000', '60001'].map((price) =>
    stopDirection({ kind, side, price, reference: '60000' }),
  )
const right = { status: 'right' }
const above = { status: 'wrong', expected: 'above' }
const below = { status: 'wrong', expected: 'below' }

describe('stopDirection', () => {
  it('take profit lies beyond the reference (trading 2)', () => {
    expect(check('take-profit', 'long')).toEqual([above, above, right])
    expect(check('take-profit', 'short')).toEqual([right, below, below])
  })

  it('stop loss lies before it (trading 2)', () => {
    expect(check('stop-loss', 'long')).toEqual([right, below, below])
    expect(check('stop-loss', 'short')).toEqual([above, above, right])
  })

  it('refuses a reference that is no price', () => {
    expect(() =>
      stopDirection({ kind: 'stop-loss', side: 'long', price: '1', reference: '' }),
    ).toThrow(expect.objectContaining({ code: 'not-a-decimal', detail: 'reference' }))
  })
})
