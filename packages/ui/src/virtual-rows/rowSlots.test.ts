import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowSlots } from './rowSlots.ts'

const keys = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `r${from + index}`)
/** Elements in both lists keep their order, so none moves. */
const inOrder = (before: readonly string[], after: readonly string[]) => {
  const kept = after.filter((slot) => before.includes(slot))
  return kept.join() === before.filter((slot) => after.includes(slot)).join()
}

describe('createRowSlots', () => {
  it('keeps elements of rows that stay, creates new ones (U15)', () => {
    const slots = createRowSlots()
    const first = slots(keys(0, 10))
    const second = slots(keys(4, 10))
    expect(second.slice(0, 6)).toEqual(first.slice(4))
    expect(second.slice(6).some((slot) => first.includes(slot))).toBe(false)
    expect(new Set(second).size).toBe(10)
  })

  it('reuses elements at the same positions after a jump (U15)', () => {
    const slots = createRowSlots()
    const first = slots(keys(0, 10))
    expect(slots(keys(7, 10))).toEqual(first)
    expect(slots(keys(500, 12)).slice(0, 10)).toEqual(first)
    expect(slots(keys(9000, 4))).toEqual(first.slice(0, 4))
  })

  it('treats half of the rows staying as no jump (U15)', () => {
    const slots = createRowSlots()
    const first = slots(keys(0, 10))
    expect(slots(keys(5, 10)).slice(0, 5)).toEqual(first.slice(5))
  })

  it('jumps around a focused row only if its position stays (U15)', () => {
    const slots = createRowSlots()
    const first = slots(['h', 'a', 'b', 'c', 'd'], 'h')
    expect(slots(['h', 'w', 'x', 'y', 'z'], 'h')).toEqual(first)
    const moved = slots(['1', '2', '3', '4', 'h'], 'h')
    expect(moved[4]).toBe(first[0])
    expect(moved.slice(0, 4).filter((slot) => first.includes(slot))).toEqual([])
  })

  it('jumps if the focus is elsewhere (U15)', () => {
    const slots = createRowSlots()
    const first = slots(['a', 'b', 'c'])
    expect(slots(['x', 'y', 'z'], 'outside')).toEqual(first)
  })

  it('keeps elements of reordered rows (U15)', () => {
    const slots = createRowSlots()
    const first = slots(['a', 'b', 'c'])
    expect(slots(['c', 'a', 'b'])).toEqual([first[2], first[0], first[1]])
  })

  it('keeps element and position of the focused row for any jump (U15)', () => {
    const places = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 2000 }), (tops, focus) => {
        const slots = createRowSlots()
        const focused = `r${focus}`
        let before: readonly string[] | undefined
        let own: string | undefined
        for (const top of tops) {
          const range = keys(top, 10)
          const list = range.includes(focused)
            ? range
            : focus < top
              ? [focused, ...range]
              : [...range, focused]
          const after = slots(list, focused)
          expect(new Set(after).size).toBe(after.length)
          expect(own ?? after[list.indexOf(focused)]).toBe(after[list.indexOf(focused)])
          if (before) expect(inOrder(before, after)).toBe(true)
          own = after[list.indexOf(focused)]
          before = after
        }
      }),
    )
  })

  it('handles an option with an empty key (U8)', () => {
    const slots = createRowSlots()
    const first = slots(['', 'a', 'b'])
    expect(slots(['', 'c', 'd', 'e']).slice(0, 3)).toEqual(first)
  })

  it('is deterministic for the same rows (U15)', () => {
    const slots = createRowSlots()
    const first = slots(keys(0, 5))
    expect(slots(keys(0, 5))).toEqual(first)
    expect(slots([])).toEqual([])
  })
})
