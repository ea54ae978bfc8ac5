import { expect, it } from 'vitest'
import * as index from './exports/index.ts'

it('exports the factory and the field names', () => {
  expect(Object.keys(index).sort()).toEqual(['REFERRAL_FIELDS', 'createReferral'])
})
