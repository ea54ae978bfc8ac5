import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  createDebounce,
  MIN_THUMB,
  offsetAt,
  offsetOfPress,
  platformOffset,
  readingOffset,
  RESIZE_WAIT,
  thumbOf,
  type Axis,
} from './scrollbarGeometry.ts'

const axis: Axis = { view: 200, content: 1000, offset: 0, track: 200 }
const anyAxis = fc
  .record({
    view: fc.integer({ min: 1, max: 2000 }),
    hidden: fc.integer({ min: 1, max: 1_000_000 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    track: fc.integer({ min: 21, max: 2000 }),
  })
  .map(({ view, hidden, at, track }): Axis => ({
    view,
    content: view + hidden,
    offset: at * hidden,
    track,
  }))

describe('thumbOf (U19)', () => {
  it('has the size and position of the visible part (U19.1)', () => {
    expect(thumbOf(axis)).toEqual({ size: 40, position: 0 })
    expect(thumbOf({ ...axis, offset: 400 })).toEqual({ size: 40, position: 80 })
    expect(thumbOf({ ...axis, offset: 800 })).toEqual({ size: 40, position: 160 })
  })
  it('is at least 20 px (U19.2, spec 9.6)', () => {
    expect(MIN_THUMB).toBe(20)
    expect(thumbOf({ ...axis, content: 1_000_000 })?.size).toBe(20)
    expect(thumbOf({ ...axis, content: 1_000_000, offset: 999_800 })).toEqual({
      size: 20,
      position: 180,
    })
  })
  it('is absent if everything is visible (U19.3)', () => {
    expect(thumbOf({ ...axis, content: 200 })).toBeUndefined()
    expect(thumbOf({ ...axis, content: 200.6 })).toBeUndefined()
    expect(thumbOf({ ...axis, content: 100 })).toBeUndefined()
    expect(thumbOf({ ...axis, track: 0 })).toBeUndefined()
  })
  it('stays on the bar beyond the ends (U19.4)', () => {
    expect(thumbOf({ ...axis, offset: -60 })?.position).toBe(0)
    expect(thumbOf({ ...axis, offset: 5000 })?.position).toBe(160)
  })
  it('maps offset to position and back (U19.5)', () => {
    fc.assert(
      fc.property(anyAxis, (given) => {
        const thumb = thumbOf(given)
        expect(thumb).toBeDefined()
        if (!thumb) return
        expect(thumb.position).toBeGreaterThanOrEqual(0)
        expect(thumb.position + thumb.size).toBeLessThanOrEqual(given.track + 1e-6)
        if (thumb.size < given.track - 1)
          expect(offsetAt(thumb.position, given)).toBeCloseTo(given.offset, 3)
      }),
    )
  })
})

describe('scroll offsets (U19)', () => {
  it('stop at the ends when dragging (U19.6)', () => {
    expect([offsetAt(-50, axis), offsetAt(80, axis), offsetAt(999, axis)]).toEqual([0, 400, 800])
    expect(offsetAt(50, { ...axis, content: 100 })).toBe(0)
    expect(offsetAt(5, { ...axis, track: 20 })).toBe(0)
  })
  it('centre the thumb on a press (U19.7)', () => {
    expect([offsetOfPress(0, axis), offsetOfPress(100, axis), offsetOfPress(200, axis)]).toEqual([
      0, 400, 800,
    ])
    expect(offsetOfPress(100, { ...axis, content: 100 })).toBe(0)
  })
  it('count down from zero in Arabic (U19.8)', () => {
    expect([readingOffset(-120), readingOffset(120), readingOffset(0)]).toEqual([120, 120, 0])
    expect([
      platformOffset(120, true),
      platformOffset(120, false),
      Object.is(platformOffset(0, true), 0),
    ]).toEqual([-120, 120, true])
  })
})

describe('createDebounce (U19)', () => {
  it('runs once, 16 ms after the last change (U19.9, spec 9.6)', async () => {
    const clock = createManualClock()
    const run = vi.fn()
    const debounce = createDebounce({ clock, run })
    debounce.schedule()
    await clock.advance(RESIZE_WAIT - 1)
    debounce.schedule()
    await clock.advance(15)
    expect([RESIZE_WAIT, run.mock.calls.length]).toEqual([16, 0])
    await clock.advance(1)
    expect(run).toHaveBeenCalledOnce()
    await clock.advance(100)
    expect(run).toHaveBeenCalledOnce()
  })
  it('does not run after cancel (U19.10)', async () => {
    const clock = createManualClock()
    const run = vi.fn()
    const debounce = createDebounce({ clock, run })
    debounce.cancel()
    debounce.schedule()
    debounce.cancel()
    await clock.advance(100)
    expect(run).not.toHaveBeenCalled()
  })
})
