import { describe, expect, it } from 'vitest'
import { toNotification } from './toNotification.ts'

describe('a notification (U5)', () => {
  it('informs for 4000 ms where nothing else is said', () => {
    expect(toNotification(7, { title: 'Deposit' })).toEqual({
      id: 7,
      kind: 'info',
      title: 'Deposit',
      text: undefined,
      duration: 4000,
      action: undefined,
    })
  })
  it('keeps what is said, a duration of 0 included', () => {
    const action = { label: 'Add margin', run: () => {} }
    expect(
      toNotification(8, { kind: 'error', title: 'Refused', text: 'Too low', duration: 0, action }),
    ).toEqual({ id: 8, kind: 'error', title: 'Refused', text: 'Too low', duration: 0, action })
  })
})
