import { expect, it } from 'vitest'
import { isReservesError, ReservesError } from './ReservesError.ts'

it('carries a code and its message, and is recognised by them', () => {
  const error = new ReservesError('too-large')
  expect(error).toMatchObject({ name: 'ReservesError', message: 'A sum is 2^120 or more' })
  const foreign = Object.assign(new Error('x'), { name: 'ReservesError', code: 'duplicate' })
  expect([isReservesError(error), isReservesError(foreign, 'duplicate')]).toEqual([true, true])
  expect([isReservesError(error, 'duplicate'), isReservesError(new Error('x'))]).toEqual([
    false,
    false,
  ])
})
