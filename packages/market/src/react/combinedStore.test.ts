import { createStore } from '@x/kit'
import { expect, it, vi } from 'vitest'
import { combinedStore } from './combinedStore.ts'

it('returns a new object only when a part has changed', () => {
  const [a, b] = [createStore(1), createStore('x')]
  const both = combinedStore({ a, b })
  const first = both.getState()
  expect(first).toEqual({ a: 1, b: 'x' })
  expect(both.getState()).toBe(first)
  b.setState('y')
  expect(both.getState()).toEqual({ a: 1, b: 'y' })
  expect(first).toEqual({ a: 1, b: 'x' })
})

it('notifies of each part until unsubscribed', () => {
  const [a, b] = [createStore(1), createStore(1)]
  const listener = vi.fn<() => void>()
  const stop = combinedStore({ a, b }).subscribe(listener)
  a.setState(2)
  b.setState(2)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  a.setState(3)
  b.setState(3)
  expect(listener).toHaveBeenCalledTimes(2)
})
