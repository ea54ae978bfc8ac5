import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { cookieUser, referenceOf } from './sessionReference.ts'

describe('whose session the cookies name (wire 1b)', () => {
  it.each([
    ['no cookies', {}, '', undefined],
    ['both', { x_token: 't1', x_uid: '7' }, '7 t1', '7'],
    ['a user without a session', { x_uid: '7' }, '', undefined],
    ['a session without a user', { x_token: 't1' }, ' t1', undefined],
    ['cookies that were emptied', { x_token: '', x_uid: '' }, '', undefined],
  ])('%s', (_, values, reference, user) => {
    const cookies = createMemoryStorage(values)
    expect([referenceOf(cookies), cookieUser(cookies)]).toEqual([reference, user])
  })
  it('differs for two sessions of one user', () => {
    expect(referenceOf(createMemoryStorage({ x_token: 'a', x_uid: '7' }))).not.toBe(
      referenceOf(createMemoryStorage({ x_token: 'b', x_uid: '7' })),
    )
  })
})
