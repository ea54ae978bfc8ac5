import { expect, it } from 'vitest'
import { missingProtections, PROTECTIONS } from './protections.ts'

it('visual Compositions says what is missing, the first to turn on first', () => {
  expect(missingProtections({ secondFactors: [], passkeys: 0 })).toEqual(PROTECTIONS)
})

it('counts a code that is sent as a second step, but not as an authenticator', () => {
  expect(missingProtections({ secondFactors: ['email'], passkeys: 1 })).toEqual(['authenticator'])
  expect(missingProtections({ secondFactors: ['mobile', 'google'], passkeys: 0 })).toEqual([
    'passkey',
  ])
})

it('misses nothing where an authenticator and a passkey are set', () => {
  expect(missingProtections({ secondFactors: ['google'], passkeys: 2 })).toEqual([])
})
