import { expect, it } from 'vitest'
import { lockScroll } from './scrollLock.ts'

const held = () => document.documentElement.dataset['xScrollLocked']

it('locks the page until the last release and keeps its scrollbar space', () => {
  const first = lockScroll({ scrollbar: 15 })
  // By now it has none.
  const second = lockScroll({ scrollbar: 0 })
  expect(held()).toBe('scrollbar')
  first()
  expect(held()).toBe('scrollbar')
  second()
  expect(held()).toBeUndefined()
})

it('reserves no space on a page without a scrollbar', () => {
  const letGo = lockScroll({ scrollbar: 0 })
  expect(held()).toBe('')
  letGo()
})
