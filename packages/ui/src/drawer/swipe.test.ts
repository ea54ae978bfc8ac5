import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DrawerEdge } from './drawerEdge.ts'
import {
  SWIPE_SHARE,
  SWIPE_SLACK,
  SWIPE_SPEED,
  isClosingSwipe,
  isExpandingSwipe,
  swipePhase,
  swipeDistance,
} from './swipe.ts'

const from = { x: 100, y: 100, at: 0 }
const way = (edge: DrawerEdge, x: number, y: number, rtl = false) =>
  swipeDistance(edge, { from, to: { x: 100 + x, y: 100 + y, at: 50 }, rtl })

describe('swipe direction (U6)', () => {
  it.each<readonly [DrawerEdge, boolean, number, number]>([
    ['top', false, 3, -40],
    ['bottom', false, 3, 40],
    ['left', false, -40, 3],
    ['right', false, 40, 3],
    ['start', false, -40, 3],
    ['end', false, 40, 3],
    ['start', true, 40, 3],
    ['end', true, -40, 3],
    ['left', true, -40, 3],
    ['right', true, 40, 3],
  ])('measures towards the edge %s, right to left %s (U6.10)', (edge, rtl, x, y) => {
    expect(way(edge, x, y, rtl)).toEqual({ towards: 40, across: 3 })
    expect(way(edge, 0 - x, 0 - y, rtl)).toEqual({ towards: -40, across: 3 })
  })
  it('is undecided within 10 px (U6.11)', () => {
    expect(SWIPE_SLACK).toBe(10)
    expect(swipePhase('undecided', { towards: 9, across: 9 })).toBe('undecided')
    expect(swipePhase('undecided', { towards: -9, across: 0 })).toBe('undecided')
    expect(swipePhase('undecided', { towards: 10, across: 9 })).toBe('swiping')
  })
  it('is not a swipe across or away from the edge (U6.12)', () => {
    for (const one of [
      { towards: 9, across: 10 },
      { towards: -30, across: 2 },
      { towards: 12, across: 12 },
    ])
      expect(swipePhase('undecided', one)).toBe('other')
  })
  it('is a swipe away from the edge where a sheet can grow', () => {
    expect(swipePhase('undecided', { towards: -30, across: 2, isBothWays: true })).toBe('swiping')
    expect(swipePhase('undecided', { towards: -9, across: 30, isBothWays: true })).toBe('other')
  })
  it('does not change once decided (U6.13)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('swiping', 'other'),
        fc.integer(),
        fc.nat(),
        (phase, towards, across) => {
          expect(swipePhase(phase, { towards, across })).toBe(phase)
        },
      ),
    )
  })
})

describe('swipe end (U6)', () => {
  it('closes beyond a third of the drawer (U6.14)', () => {
    expect(SWIPE_SHARE).toBeCloseTo(1 / 3)
    expect(isClosingSwipe({ towards: 100, size: 300, speed: 0 })).toBe(true)
    expect(isClosingSwipe({ towards: 99, size: 300, speed: 0 })).toBe(false)
  })
  it('closes at half a pixel per millisecond (U6.15)', () => {
    expect(SWIPE_SPEED).toBe(0.5)
    expect(isClosingSwipe({ towards: 20, size: 300, speed: 0.5 })).toBe(true)
    expect(isClosingSwipe({ towards: 20, size: 300, speed: 0.49 })).toBe(false)
    expect(isClosingSwipe({ towards: 20, size: 300, speed: -3 })).toBe(false)
  })
  it('does not close when the finger came back (U6.16)', () => {
    expect(isClosingSwipe({ towards: 0, size: 300, speed: 9 })).toBe(false)
    expect(isClosingSwipe({ towards: -50, size: 0, speed: 9 })).toBe(false)
  })
})

describe('swipe that draws a sheet up (U6)', () => {
  it.each([
    [-100, 0, true],
    [-99, 0, false],
    [-20, -0.5, true],
    [-20, -0.4, false],
    [100, 0, false],
    [0, -0.9, false],
  ])('draws up by %d px at %d px/ms: %s', (towards, speed, isExpanding) => {
    expect(isExpandingSwipe({ towards, speed, free: 300 })).toBe(isExpanding)
  })
})
