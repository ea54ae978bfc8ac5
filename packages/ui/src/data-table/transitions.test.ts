import { describe, expect, it } from 'vitest'
import { movesOf, shouldAnimateRows } from './transitions.ts'

describe('row transitions', () => {
  it.each([
    [0, false],
    [1, true],
    [99, true],
    [100, false],
    [5000, false],
  ])('with %i rows: %s (U15.26)', (count, moves) => {
    expect(shouldAnimateRows({ count, virtual: false })).toBe(moves)
  })
  it('never where only the rows in sight are built (U15.27)', () => {
    expect(shouldAnimateRows({ count: 50, virtual: true })).toBe(false)
  })
  it('are the places passed by rows that were there before and stand elsewhere', () => {
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
