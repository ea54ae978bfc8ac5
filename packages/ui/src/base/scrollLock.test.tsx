import { expect, it } from 'vitest'
import { lockScroll } from './scrollLock.ts'

const locked = () => document.documentElement.dataset['xScrollLocked']

it('locks the page until the last release and keeps its scrollbar space', () => {
  const first = lockScroll({ scrollbar: 15 })
  // The page has no scrollbar now.
  const second = lockScroll({ scrollbar: 0 })
  expect(locked()).toBe('scrollbar')
  first()
  expect(locked()).toBe('scrollbar')
  second()
  expect(locked()).toBeUndefined()
})

it('reserves no space on a page without a scrollbar', () => {
  const release = lockScroll({ scrollbar: 0 })
  expect(locked()).toBe('')
  release()
})
