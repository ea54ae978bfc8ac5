import { expect, it, vi } from 'vitest'
import { cached } from './intlCache.ts'

it('a formatter is made once for a key (locale Numbers)', () => {
  const make = vi.fn(() => new Intl.NumberFormat('en'))
  const first = cached('test en', make)
  expect(cached('test en', make)).toBe(first)
  expect(cached('test other', make)).not.toBe(first)
  expect(make).toHaveBeenCalledTimes(2)
})
