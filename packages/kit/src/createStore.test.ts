import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStore } from './createStore.ts'

describe('createStore', () => {
  it('starts with the state it was given', () => {
    const initial = { count: 1 }
    expect(createStore(initial).getState()).toBe(initial)
  })

  it('replaces the state and notifies every listener', () => {
    const store = createStore(0)
    const seen: number[] = []
    store.subscribe(() => seen.push(store.getState()))
    store.subscribe(() => seen.push(store.getState() * 10))
    store.setState(7)
    expect(store.getState()).toBe(7)
    expect(seen).toEqual([7, 70])
  })

  it.each([
    ['the same number', 1, 1, 0],
    ['NaN after NaN', Number.NaN, Number.NaN, 0],
    ['minus zero after zero', 0, -0, 1],
    ['another number', 1, 2, 1],
  ])('compares by Object.is: %s', (_name, before, after, calls) => {
    const store = createStore(before)
    let notified = 0
    store.subscribe(() => void notified++)
    store.setState(after)
    expect(notified).toBe(calls)
  })

  it('does not notify after unsubscription, which may be repeated', () => {
    const store = createStore(0)
    let notified = 0
    const listener = () => void notified++
    const stop = store.subscribe(listener)
    store.subscribe(listener)
    stop()
    stop()
    store.setState(1)
    expect(notified).toBe(1)
  })

  it('lets a listener set the state; all listeners see the last one', () => {
    const store = createStore(0)
    let last = -1
    store.subscribe(() => void (store.getState() < 3 && store.setState(store.getState() + 1)))
    store.subscribe(() => void (last = store.getState()))
    store.setState(1)
    expect(store.getState()).toBe(3)
    expect(last).toBe(3)
  })

  it('notifies the other listeners when one throws', () => {
    const store = createStore('old')
    let reached = false
    store.subscribe(() => {
      throw new Error('listener')
    })
    store.subscribe(() => void (reached = true))
    expect(() => store.setState('new')).toThrow('listener')
    expect(store.getState()).toBe('new')
    expect(reached).toBe(true)
  })

  it('notifies once per change, for any sequence of states', () => {
    fc.assert(
      fc.property(
        fc.integer({ max: 3, min: 0 }),
        fc.array(fc.integer({ max: 3, min: 0 })),
        (initial, states) => {
          const store = createStore(initial)
          let notified = 0
          store.subscribe(() => void notified++)
          for (const state of states) store.setState(state)
          const changes = states.filter(
            (state, index) => state !== (index === 0 ? initial : states[index - 1]),
          ).length
          expect(notified).toBe(changes)
          expect(store.getState()).toBe(states.at(-1) ?? initial)
        },
      ),
    )
  })
})
