import { describe, expect, it } from 'vitest'
import { toNotification } from './toNotification.ts'

describe('toNotification (U5)', () => {
  it('defaults to info and 4000 ms', () => {
    expect(toNotification(7, { title: 'Deposit' })).toEqual({
      id: 7,
      kind: 'info',
      title: 'Deposit',
      text: undefined,
      duration: 4000,
      action: undefined,
    })
  })
  it('keeps given options, also duration 0', () => {
    const action = { label: 'Add margin', run: () => {} }
    expect(
      toNotification(8, { kind: 'error', title: 'Refused', text: 'Too low', duration: 0, action }),
    ).toEqual({ id: 8, kind: 'error', title: 'Refused', text: 'Too low', duration: 0, action })
  })
})
