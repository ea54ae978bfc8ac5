import { describe, expect, it } from 'vitest'
import { movesOf, shouldAnimateRows } from './transitions.ts'

describe('shouldAnimateRows', () => {
  it.each([
    [0, false],
    [1, true],
    [99, true],
    [100, false],
    [5000, false],
  ])('returns for %i rows: %s (U15.26)', (count, moves) => {
    expect(shouldAnimateRows({ count, virtual: false })).toBe(moves)
  })
  it('returns false for a virtualised table (U15.27)', () => {
    expect(shouldAnimateRows({ count: 50, virtual: true })).toBe(false)
  })
  it('returns the distances of moved rows only', () => {
    const before = new Map([
      ['a', 0],
      ['b', 1],
      ['gone', 2],
    ])
    const after = new Map([
      ['b', 0],
      ['a', 1],
      ['new', 2],
    ])
    expect([...movesOf(before, after)]).toEqual([
      ['b', 1],
      ['a', -1],
    ])
    expect(movesOf(after, after).size).toBe(0)
  })
})
