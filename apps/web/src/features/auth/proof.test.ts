import { describe, expect, it } from 'vitest'
import { readChallenge } from './proof.ts'

describe('what a server asks for', () => {
  it('is taken in its order, each method once', () => {
    expect(readChallenge({ methods: ['mobile', 'email', 'mobile'] }).methods).toEqual([
      'mobile',
      'email',
    ])
  })
  it('ignores unknown proofs and values that are no list', () => {
    expect([
      readChallenge({ methods: ['retina', 7, 'google'] }).methods,
      readChallenge({ methods: 'google' }).methods,
      readChallenge({}).methods,
    ]).toEqual([['google'], [], []])
  })
  it('names a passkey only with the options to ask for it', () => {
    expect(readChallenge({ methods: ['passkey', 'google'] }).methods).toEqual(['google'])
    expect(readChallenge({ methods: ['passkey'], passkey: { challenge: 'c' } })).toEqual({
      methods: ['passkey'],
      passkey: { challenge: 'c' },
    })
  })

  it.each([null, undefined, 7, 'challenge', true])(
    'takes %o for no options of a passkey',
    (passkey) => {
      expect(readChallenge({ methods: ['passkey', 'email'], passkey })).toEqual({
        methods: ['email'],
        passkey: undefined,
      })
    },
  )
  it.each(['constructor', '__proto__', 'Google', ' google', ''])(
    'knows no method that is called %o',
    (method) => expect(readChallenge({ methods: [method] }).methods).toEqual([]),
  )
  it('offers nothing where a list holds other lists', () => {
    expect(readChallenge({ methods: [['google'], { 0: 'email' }, null] }).methods).toEqual([])
  })
})
