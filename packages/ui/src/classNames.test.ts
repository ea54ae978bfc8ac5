import { expect, it } from 'vitest'
import { classNames } from './classNames.ts'

it('joins names and skips what is absent', () => {
  expect(classNames('a', undefined, false, null, '', 'b')).toBe('a b')
  expect(classNames()).toBe('')
})
