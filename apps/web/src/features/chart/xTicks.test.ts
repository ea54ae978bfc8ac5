import { describe, expect, it } from 'vitest'
import { wholeTicks } from './xTicks.ts'

const tick = (coord: number, text = '12:00') => ({ coord, text, value: 0 })

describe('the times below the chart', () => {
  it('are left out where an end of the axis would cut them', () => {
    expect(
      wholeTicks([tick(5), tick(100), tick(495)], { width: 500 }).map(({ coord }) => coord),
    ).toEqual([100])
  })
  it('stay close to the end when they are short', () => {
    expect(
      wholeTicks([tick(480), tick(480, '2026-11-21')], { width: 500 }).map(({ text }) => text),
    ).toEqual(['12:00'])
  })
})
