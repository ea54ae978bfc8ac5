import { expect, it } from 'vitest'
import { isBlocked } from './Button.tsx'

it('a button is blocked while it is disabled or busy', () => {
  expect(isBlocked({ disabled: false, loading: false })).toBe(false)
  expect(isBlocked({ disabled: true, loading: false })).toBe(true)
  expect(isBlocked({ disabled: false, loading: true })).toBe(true)
})
