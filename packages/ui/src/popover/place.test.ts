import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOX_GAP, BOX_MARGIN, placeBox } from './place.ts'

const view = { width: 1000, height: 800 }
const at = (top: number, left = 100) => ({ left, right: left + 200, top, bottom: top + 32 })
const box = { width: 200, height: 300 }

describe('placeBox', () => {
  it('places below at the start edge of either direction', () => {
    expect(placeBox({ anchor: at(100), box, view, rtl: false })).toEqual({
      side: 'below',
      left: 100,
      edge: 136,
      maxHeight: 652,
    })
    expect(
      placeBox({ anchor: at(100), box: { ...box, width: 150 }, view, rtl: true }),
    ).toMatchObject({ left: 150 })
  })

  it('flips with too little space below and more above', () => {
    expect(placeBox({ anchor: at(700), box, view, rtl: false })).toEqual({
      side: 'above',
      left: 100,
      edge: 104,
      maxHeight: 684,
    })
    expect(
      placeBox({ anchor: at(300), box: { ...box, height: 600 }, view, rtl: false }),
    ).toMatchObject({ side: 'below', maxHeight: 452 })
  })

  it('stays above while it fits', () => {
    expect(
      placeBox({ anchor: at(400), box: { ...box, height: 60 }, view, rtl: false, side: 'above' }),
    ).toMatchObject({ side: 'above' })
    expect(placeBox({ anchor: at(100), box, view, rtl: false, side: 'above' })).toMatchObject({
      side: 'below',
    })
  })

  it('keeps its distance from viewport and anchor', () => {
    fc.assert(
      fc.property(
        fc.record({
          width: fc.integer({ min: 320, max: 2000 }),
          height: fc.integer({ min: 300, max: 2000 }),
        }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.record({
          width: fc.integer({ min: 10, max: 290 }),
          height: fc.integer({ min: 1, max: 900 }),
        }),
        fc.boolean(),
        (screen, x, y, wanted, rtl) => {
          const anchor = at(
            Math.round(y * (screen.height - 32)),
            Math.round(x * (screen.width - 200)),
          )
          const { side, left, edge, maxHeight } = placeBox({
            anchor,
            box: wanted,
            view: screen,
            rtl,
          })
          const height = Math.min(wanted.height, maxHeight)
          const top = side === 'below' ? edge : screen.height - edge - height
          expect(left).toBeGreaterThanOrEqual(BOX_MARGIN)
          expect(left + wanted.width).toBeLessThanOrEqual(screen.width - BOX_MARGIN)
          if (maxHeight === 0) return
          expect(top).toBeGreaterThanOrEqual(BOX_MARGIN)
          expect(top + height).toBeLessThanOrEqual(screen.height - BOX_MARGIN)
          expect(side === 'below' ? top - anchor.bottom : anchor.top - top - height).toBe(BOX_GAP)
        },
      ),
    )
  })
})
