import { expect, it } from 'vitest'
import { isBlocked } from './Button.tsx'

it('blocks a disabled or loading button', () => {
  expect(isBlocked({ disabled: false, loading: false })).toBe(false)
  expect(isBlocked({ disabled: true, loading: false })).toBe(true)
  expect(isBlocked({ disabled: false, loading: true })).toBe(true)
})
