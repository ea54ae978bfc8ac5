import { describe, expect, it } from 'vitest'
import { answeredBy, mergedBy } from './useStreamedList.ts'

const item = (id: string, state: string, updatedAt = 1) => ({ id, state, updatedAt })

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

  it('keeps what is shown when an older step comes late', () => {
    const items = [item('a', 'new', 3)]
    expect(mergedBy('id', { items, changed: [item('a', 'old', 2)] })).toEqual(items)
    const same = item('a', 'deeper', 3)
    expect(mergedBy('id', { items, changed: [same] })).toEqual([same])
  })

  it.each([[null], ['text'], [{}], [{ id: 5 }]])('leaves out %j', (changed) => {
    expect(mergedBy('id', { items: [item('a', 'old')], changed: [changed] })).toHaveLength(1)
  })
})

describe('an answer that the topic was faster than', () => {
  const answeredWith = (
    shown: readonly ReturnType<typeof item>[],
    answer: readonly ReturnType<typeof item>[],
  ) => answeredBy('id', { shown, answer })

  it('sets no item back to an earlier step', () => {
    const shown = [item('b', 'completed', 9), item('a', 'pending', 2)]
    expect(answeredWith(shown, [item('b', 'signed', 7), item('a', 'approved', 4)])).toEqual([
      item('b', 'completed', 9),
      item('a', 'approved', 4),
    ])
  })

  it('shows what is new in it of the same moment', () => {
    expect(answeredWith([item('a', 'depth 3')], [item('a', 'depth 4')])).toEqual([
      item('a', 'depth 4'),
    ])
  })

  it('keeps what began after it was made, and nothing older', () => {
    const shown = [item('c', 'seen', 8), item('b', 'old', 5), item('a', 'old', 3)]
    expect(answeredWith(shown, [item('b', 'new', 6)])).toEqual([
      item('c', 'seen', 8),
      item('b', 'new', 6),
    ])
    expect(answeredWith(shown, [])).toEqual(shown)
  })
})
