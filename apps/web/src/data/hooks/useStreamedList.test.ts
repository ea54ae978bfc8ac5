import { describe, expect, it } from 'vitest'
import { mergedBy } from './useStreamedList.ts'

const item = (id: string, state: string) => ({ id, state })

describe('a list that a topic keeps right', () => {
  it('replaces what changed in its place', () => {
    const items = [item('b', 'old'), item('a', 'old')]
    expect(mergedBy('id', { items, changed: [item('a', 'new')] })).toEqual([
      item('b', 'old'),
      item('a', 'new'),
    ])
  })

  it('puts what is new first', () => {
    const items = [item('a', 'old')]
    expect(mergedBy('id', { items, changed: [item('b', 'new')] })).toEqual([
      item('b', 'new'),
      item('a', 'old'),
    ])
  })

  it.each([[null], ['text'], [{}], [{ id: 5 }]])('leaves out %j', (changed) => {
    expect(mergedBy('id', { items: [item('a', 'old')], changed: [changed] })).toHaveLength(1)
  })
})
