import { expect, it } from 'vitest'
import { lockScroll } from './scrollLock.ts'

const held = () => document.documentElement.dataset['xScrollLocked']

it('the page is held until the last holder lets go, with the room of the scrollbar that it had', () => {
  const first = lockScroll({ scrollbar: 15 })
  // By now it has none.
  const second = lockScroll({ scrollbar: 0 })
  expect(held()).toBe('scrollbar')
  first()
  expect(held()).toBe('scrollbar')
  second()
  expect(held()).toBeUndefined()
})

it('a page without a scrollbar gets no room for one', () => {
  const letGo = lockScroll({ scrollbar: 0 })
  expect(held()).toBe('')
  letGo()
})
