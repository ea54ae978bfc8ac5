import { expect, it } from 'vitest'
import { missingProtections, PROTECTIONS } from './protections.ts'

it('lists missing protections, most urgent first (visual Compositions)', () => {
  expect(missingProtections({ secondFactors: [], passkeys: 0 })).toEqual(PROTECTIONS)
})

it('counts a sent code as second step, not as authenticator', () => {
  expect(missingProtections({ secondFactors: ['email'], passkeys: 1 })).toEqual(['authenticator'])
  expect(missingProtections({ secondFactors: ['mobile', 'google'], passkeys: 0 })).toEqual([
    'passkey',
  ])
})

it('misses nothing where an authenticator and a passkey are set', () => {
  expect(missingProtections({ secondFactors: ['google'], passkeys: 2 })).toEqual([])
})
