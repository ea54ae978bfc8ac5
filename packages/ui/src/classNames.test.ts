import { expect, it } from 'vitest'
import { classNames } from './classNames.ts'

it('joins class names and skips absent ones', () => {
  expect(classNames('a', undefined, false, null, '', 'b')).toBe('a b')
  expect(classNames()).toBe('')
})
