import { createStore } from '@x/kit'
import { expect, it, vi } from 'vitest'
import { combinedStore } from './combinedStore.ts'

it('is another value only where a part is another, as React asks of a store', () => {
  const [a, b] = [createStore(1), createStore('x')]
  const both = combinedStore({ a, b })
  const first = both.getState()
  expect(first).toEqual({ a: 1, b: 'x' })
  expect(both.getState()).toBe(first)
  b.setState('y')
  expect(both.getState()).toEqual({ a: 1, b: 'y' })
  expect(first).toEqual({ a: 1, b: 'x' })
})

it('tells of each part, and of none once it is left', () => {
  const [a, b] = [createStore(1), createStore(1)]
  const heard = vi.fn<() => void>()
  const stop = combinedStore({ a, b }).subscribe(heard)
  a.setState(2)
  b.setState(2)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  a.setState(3)
  b.setState(3)
  expect(heard).toHaveBeenCalledTimes(2)
})
