import { describe, expect, it } from 'vitest'
import { parseUserInfo } from './userInfo.ts'

const ANSWER = {
  userId: '1000000001',
  realm: 'live',
  roles: ['trader', 'agency'],
  vipLevel: 3,
  email: 'a***@example.com',
  mobile: '86 138****0000',
  enteredFrom: '1000000000',
  secondFactors: ['google'],
}

describe('parseUserInfo', () => {
  it('reads every field of the answer', () => {
    expect(parseUserInfo(ANSWER)).toEqual(ANSWER)
  })

  it('reads an answer with the required fields only', () => {
    expect(parseUserInfo({ userId: '7', realm: 'paper' })).toEqual({
      userId: '7',
      realm: 'paper',
      roles: [],
      vipLevel: 0,
      email: undefined,
      mobile: undefined,
      enteredFrom: undefined,
      secondFactors: [],
    })
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'user'],
    ['no user', { ...ANSWER, userId: undefined }],
    ['a user that is a number', { ...ANSWER, userId: 1_000_000_001 }],
    ['no realm', { ...ANSWER, realm: undefined }],
    ['a realm nobody knows', { ...ANSWER, realm: 'demo' }],
    ['a realm in other letters', { ...ANSWER, realm: 'Live' }],
  ])('rejects an answer with %s', (_what, answer) => {
    expect(() => parseUserInfo(answer)).toThrow(TypeError)
  })

  it('drops entries of lists that are no text', () => {
    expect(
      parseUserInfo({ ...ANSWER, roles: ['trader', 7, null, {}], secondFactors: 'google' }),
    ).toMatchObject({ roles: ['trader'], secondFactors: [] })
  })

  it.each(['', null, 7, {}])('has no address where the answer has %j', (address) => {
    expect(parseUserInfo({ ...ANSWER, email: address, mobile: address })).toMatchObject({
      email: undefined,
      mobile: undefined,
    })
  })

  it('has no address that is a script (S5)', () => {
    for (const address of ['javascript:alert(1)', ' JavaScript&colon;alert(1)'])
      expect(parseUserInfo({ ...ANSWER, email: address }).email).toBeUndefined()
  })
})
