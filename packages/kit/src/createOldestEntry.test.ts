import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createOldestEntry } from './createOldestEntry.ts'

type Step = readonly [kind: 'add' | 'renew' | 'delete' | 'drop' | 'clear', key: number]

const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>('add', 'add', 'renew', 'delete', 'drop', 'drop', 'clear'),
    fc.integer({ min: 0, max: 30 }),
  ),
  { maxLength: 300 },
)

it('answers the entry that a loop from the front finds', () => {
  fc.assert(
    fc.property(steps, (history) => {
      const map = new Map<number, object>()
      const oldest = createOldestEntry(map)
      for (const [kind, key] of history) {
        if (kind === 'add' && !map.has(key)) map.set(key, {})
        if (kind === 'renew' && map.delete(key)) map.set(key, {})
        if (kind === 'delete') map.delete(key)
        if (kind === 'clear' && key === 0) map.clear()
        const found = oldest()
        expect(found).toEqual(map.entries().next().value)
        if (kind === 'drop' && found) map.delete(found[0])
      }
    }),
  )
})

it('answers nothing of an empty map, and what comes afterwards', () => {
  const map = new Map<string, undefined>()
  const oldest = createOldestEntry(map)
  expect(oldest()).toBeUndefined()
  map.set('a', undefined)
  expect(oldest()).toEqual(['a', undefined])
  map.delete('a')
  expect(oldest()).toBeUndefined()
  map.set('b', undefined)
  expect(oldest()).toEqual(['b', undefined])
})
