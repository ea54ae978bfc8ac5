import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import {
  createTooltip,
  LONG_PRESS,
  TOOLTIP_CLOSE_DELAY,
  TOOLTIP_HIDE_AFTER,
  TOOLTIP_MAX_WIDTH,
  TOOLTIP_OPEN_DELAY,
  type TooltipOptions,
} from './createTooltip.ts'

function setUp(options: Partial<TooltipOptions> = {}) {
  const clock = createManualClock()
  return { clock, tooltip: createTooltip({ clock, ...options }) }
}

describe('createTooltip (U7)', () => {
  it('has 300 px, opens at once, closes after 200 ms (spec 9.6)', () => {
    expect([
      TOOLTIP_MAX_WIDTH,
      TOOLTIP_OPEN_DELAY,
      TOOLTIP_CLOSE_DELAY,
      TOOLTIP_HIDE_AFTER,
    ]).toEqual([300, 0, 200, 0])
  })

  it('opens at once on hover and closes 200 ms after leaving (U7.1)', async () => {
    const { clock, tooltip } = setUp()
    tooltip.enter()
    expect(tooltip.getState()).toBe(true)
    tooltip.leave()
    await clock.advance(199)
    expect(tooltip.getState()).toBe(true)
    await clock.advance(1)
    expect(tooltip.getState()).toBe(false)
  })

  it('stays open while the pointer crosses the gap (U7.2)', async () => {
    const { clock, tooltip } = setUp()
    tooltip.enter()
    tooltip.leave()
    await clock.advance(150)
    tooltip.enter()
    await clock.advance(1000)
    expect(tooltip.getState()).toBe(true)
  })

  it('stays open while hovered or focused', async () => {
    const { clock, tooltip } = setUp()
    tooltip.focus()
    tooltip.enter()
    tooltip.leave()
    await clock.advance(1000)
    expect(tooltip.getState()).toBe(true)
    tooltip.blur()
    await clock.advance(200)
    expect(tooltip.getState()).toBe(false)
  })

  it('opens on focus and stays open under the mouse', async () => {
    const { clock, tooltip } = setUp({ openDelay: 300 })
    tooltip.focus()
    expect(tooltip.getState()).toBe(true)
    tooltip.enter()
    tooltip.blur()
    await clock.advance(1000)
    expect(tooltip.getState()).toBe(true)
    const other = setUp()
    other.tooltip.focus()
    other.tooltip.blur()
    await other.clock.advance(200)
    expect(other.tooltip.getState()).toBe(false)
  })

  it('ignores a touch that started elsewhere', () => {
    const { clock, tooltip } = setUp()
    tooltip.touchMove({ x: 500, y: 500 })
    expect([tooltip.touchEnd(), tooltip.getState(), clock.pendingTimers()]).toEqual([
      false,
      false,
      0,
    ])
  })

  it('waits for the open delay unless the pointer left', async () => {
    const { clock, tooltip } = setUp({ openDelay: 300 })
    tooltip.enter()
    await clock.advance(299)
    expect(tooltip.getState()).toBe(false)
    await clock.advance(1)
    expect(tooltip.getState()).toBe(true)
    const other = setUp({ openDelay: 300 })
    other.tooltip.enter()
    await other.clock.advance(100)
    other.tooltip.leave()
    await other.clock.advance(1000)
    expect(other.tooltip.getState()).toBe(false)
  })

  it('hides after hideAfter', async () => {
    const { clock, tooltip } = setUp({ hideAfter: 1500 })
    tooltip.enter()
    await clock.advance(1500)
    expect(tooltip.getState()).toBe(false)
  })

  it('closes on Escape under the pointer (U7.3)', () => {
    const { clock, tooltip } = setUp()
    tooltip.enter()
    tooltip.dismiss()
    expect(tooltip.getState()).toBe(false)
    expect(clock.pendingTimers()).toBe(0)
  })

  const at = { x: 50, y: 50 }
  it('opens on a long press, not on a tap (U7.4)', async () => {
    const { clock, tooltip } = setUp()
    tooltip.touchStart(at)
    await clock.advance(LONG_PRESS - 1)
    expect(tooltip.touchEnd()).toBe(false)
    await clock.advance(1000)
    expect(tooltip.getState()).toBe(false)
    tooltip.touchStart(at)
    await clock.advance(LONG_PRESS)
    expect(tooltip.getState()).toBe(true)
  })

  it('stays open after the finger is lifted (U7.5)', async () => {
    const { clock, tooltip } = setUp()
    tooltip.touchStart(at)
    await clock.advance(LONG_PRESS)
    expect(tooltip.touchEnd()).toBe(true)
    tooltip.blur()
    tooltip.leave()
    await clock.advance(60_000)
    expect(tooltip.getState()).toBe(true)
    tooltip.dismiss()
    expect([tooltip.getState(), tooltip.touchEnd(), clock.pendingTimers()]).toEqual([
      false,
      false,
      0,
    ])
  })

  it('ignores a touch that moves more than 10 px (U7.6)', async () => {
    const { clock, tooltip } = setUp()
    tooltip.touchStart(at)
    tooltip.touchMove({ x: 56, y: 58 })
    expect(clock.pendingTimers()).toBe(1)
    tooltip.touchMove({ x: 57, y: 58 })
    await clock.advance(LONG_PRESS)
    expect(tooltip.getState()).toBe(false)
  })

  it('ignores movement when open, and restarts on another press (U7.7)', async () => {
    const { clock, tooltip } = setUp()
    tooltip.touchStart(at)
    await clock.advance(LONG_PRESS)
    tooltip.touchMove({ x: 200, y: 200 })
    expect(tooltip.getState()).toBe(true)
    tooltip.touchStart(at)
    expect([tooltip.getState(), tooltip.touchEnd()]).toEqual([false, false])
  })

  it('hides after hideAfter on touch too (U7.8)', async () => {
    const { clock, tooltip } = setUp({ hideAfter: 1500 })
    tooltip.touchStart(at)
    await clock.advance(LONG_PRESS + 1500)
    expect(tooltip.getState()).toBe(false)
  })

  it('leaves no timer after dispose', () => {
    const { clock, tooltip } = setUp({ openDelay: 100, hideAfter: 100 })
    tooltip.enter()
    tooltip.dispose()
    expect(clock.pendingTimers()).toBe(0)
  })
})
