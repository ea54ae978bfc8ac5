import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostBeside, type Reach, sizeAfterKey, sizeAt } from './divider.ts'

/** The book with the chart at its left, as in a left-to-right page. */
const BOOK: Reach = { axis: 'x', beyond: 1, size: 280, least: 264, most: 480 }
/** The same with book and form on the other side, or mirrored in Arabic. */
const MIRRORED: Reach = { ...BOOK, beyond: -1 }
const ORDERS: Reach = { axis: 'y', beyond: 1, size: 260, least: 140, most: 480 }

describe('a divider under a pointer', () => {
  it.each([
    ['a panel right of it grows as it goes left', BOOK, -30, 310],
    ['and shrinks as it goes right', BOOK, 10, 270],
    ['a panel left of it grows as it goes right', MIRRORED, 30, 310],
    ['a panel below it grows as it goes up', ORDERS, -30, 290],
    ['it stands on whole pixels', BOOK, -10.4, 290],
  ])('%s', (_, reach, moved, size) => expect(sizeAt(reach, moved)).toBe(size))

  it('keeps each panel within its bounds (visual Compositions)', () => {
    const reaches = fc.record({
      axis: fc.constantFrom('x' as const, 'y' as const),
      beyond: fc.constantFrom(1 as const, -1 as const),
      least: fc.integer({ min: 0, max: 300 }),
      most: fc.integer({ min: 300, max: 900 }),
      size: fc.integer({ min: 0, max: 1000 }),
    })
    fc.assert(
      fc.property(reaches, fc.integer({ min: -3000, max: 3000 }), (reach, moved) => {
        const size = sizeAt(reach, moved)
        expect(size >= reach.least && size <= reach.most).toBe(true)
      }),
    )
  })
})

describe('a divider under keys', () => {
  it('moves in the direction of the arrow key on either side', () => {
    expect([sizeAfterKey(BOOK, 'ArrowLeft'), sizeAfterKey(BOOK, 'ArrowRight')]).toEqual([296, 264])
    expect([sizeAfterKey(MIRRORED, 'ArrowLeft'), sizeAfterKey(MIRRORED, 'ArrowRight')]).toEqual([
      264, 296,
    ])
    expect([sizeAfterKey(ORDERS, 'ArrowUp'), sizeAfterKey(ORDERS, 'ArrowDown')]).toEqual([276, 244])
  })
  it('moves further with Shift', () =>
    expect(sizeAfterKey(BOOK, 'ArrowLeft', { shift: true })).toBe(344))
  it('moves to its limits by Home and End, never by arrows', () => {
    expect([sizeAfterKey(BOOK, 'Home'), sizeAfterKey(BOOK, 'End')]).toEqual([264, 480])
    expect([
      sizeAfterKey({ ...BOOK, size: 480 }, 'ArrowLeft'),
      sizeAfterKey({ ...BOOK, size: 264 }, 'ArrowRight'),
    ]).toEqual([480, 264])
  })
  it('gives the panel its own size back with Enter', () =>
    expect(sizeAfterKey(BOOK, 'Enter')).toBe('own'))
  it('leaves other keys, and the arrows across it, to the page', () => {
    expect(['ArrowUp', 'ArrowDown', ' ', 'Tab', 'b'].map((key) => sizeAfterKey(BOOK, key))).toEqual(
      Array.from({ length: 5 }),
    )
    expect([sizeAfterKey(ORDERS, 'ArrowLeft'), sizeAfterKey(ORDERS, 'ArrowRight')]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('visual Compositions: how far a column may grow', () => {
  it.each([
    ['to its most where the chart leaves space', 900, 480],
    ['to where the chart is 480 wide', 550, 350],
    ['not at all beside a chart that is 480 wide', 480, 280],
    ['and is not shrunk by a chart that is narrower for a moment', 400, 280],
  ])('%s', (_, chart, most) => expect(mostBeside(chart, { size: 280, most: 480 })).toBe(most))
})
