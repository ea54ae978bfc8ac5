import type { Clock } from '@x/kit'
import { describe, expect, it, vi } from 'vitest'
import { createWheel, type Wheel, type WheelOptions } from './createWheel.ts'
import type { WheelRow } from './wheelMachine.ts'

/** A synchronous clock: a thousand gestures must not wait for the event loop. */
function createInstantClock() {
  let time = 0
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  const clock: Clock = {
    now: () => time,
    monotonic: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run }
      timers.add(timer)
      return { cancel: () => void timers.delete(timer) }
    },
  }
  const advance = (ms: number) => {
    const until = time + ms
    for (;;) {
      const next = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      timers.delete(next)
      time = next.at
      next.run()
    }
    time = until
  }
  return { clock, advance, pending: () => timers.size }
}

const rowsOf = (
  count: number,
  isOff: (index: number) => boolean = () => false,
): readonly WheelRow[] =>
  Array.from({ length: count }, (_, index) => ({
    value: String(index),
    label: String(index),
    disabled: isOff(index),
  }))

function setUp({ rows = rowsOf(50), index = 20, ...more }: Partial<WheelOptions> = {}) {
  const onChange = vi.fn<(index: number) => void>()
  const { clock, advance, pending } = createInstantClock()
  const wheel = createWheel({ clock, rows, index, ...more })
  wheel.onChange(onChange)
  return { wheel, onChange, advance, pending, at: () => wheel.getState().index }
}

/** A linear congruential generator of 32 bits, so that its seed repeats a failure. */
function seeded(seed: number) {
  let state = seed
  return (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % max
  }
}

describe('createWheel gestures (U12)', () => {
  it('land by the rule for 1,000 seeded gestures (U12.20)', () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const next = seeded(seed)
      const rows = rowsOf(5 + next(60), (index) => (index * 7 + seed) % 5 === 0)
      const start = rows.findIndex((row) => !row.disabled)
      const { wheel, onChange, advance } = setUp({ rows, index: start })
      // An independent implementation: position of the wheel and its last sample.
      let [offset, time, sampleAt, sampleOffset, y] = [-44 * start, 0, 0, -44 * start, 500]
      let moved = false
      wheel.grab(y)
      for (let step = 1 + next(6); step > 0; step -= 1) {
        const wait = next(180)
        y += next(121) - 70
        advance(wait)
        time += wait
        wheel.drag(y)
        offset = Math.max(-44 * rows.length, Math.min(44, -44 * start + y - 500))
        if (Math.abs(y - 500) > 5) moved = true
        if (time - sampleAt > 300) [sampleAt, sampleOffset] = [time, offset]
      }
      const pause = next(3) === 0 ? 400 : next(40)
      advance(pause)
      time += pause
      wheel.release(y, { top: 390 })
      const [elapsed, distance] = [time - sampleAt, offset - sampleOffset]
      const thrown = elapsed < 300 && Math.abs(distance) > 15
      const aim = Math.round(
        -(thrown ? offset + distance / Math.max(1, elapsed) / 0.003 : offset) / 44,
      )
      const tapped = start + Math.floor((y - 390 - 110) / 44)
      const inside = Math.max(0, Math.min(rows.length - 1, moved ? aim : tapped))
      const order = rows
        .map((_, index) => index)
        .filter((index) => !rows[index]?.disabled)
        .sort((a, b) => Math.abs(a - inside) - Math.abs(b - inside) || b - a)
      advance(1000)
      expect(wheel.getState(), `seed ${seed}`).toEqual({
        phase: 'resting',
        index: order[0],
        offset: -44 * (order[0] ?? 0) + 0,
        duration: 0,
      })
      expect(onChange.mock.calls, `seed ${seed}`).toEqual(order[0] === start ? [] : [[order[0]]])
    }
  })

  it('report a change once, when stopped (U12.21)', () => {
    const { wheel, onChange, advance, at } = setUp()
    wheel.grab(100)
    advance(400)
    wheel.drag(12)
    advance(400)
    wheel.release(12, { top: 0 })
    expect([at(), wheel.getState().phase]).toEqual([22, 'settling'])
    advance(199)
    expect(onChange).not.toHaveBeenCalled()
    advance(1)
    expect(onChange.mock.calls).toEqual([[22]])
    advance(5000)
    expect(onChange).toHaveBeenCalledOnce()
  })

  it('stop a moving wheel where it is seen without a report (U12.22)', () => {
    const { wheel, onChange, advance } = setUp()
    wheel.grab(300)
    advance(50)
    wheel.drag(200)
    wheel.release(200, { top: 0 })
    advance(300)
    wheel.grab(200, { offset: -1010 })
    expect(wheel.getState()).toMatchObject({ phase: 'dragged', offset: -1010, duration: 0 })
    advance(2000)
    expect(onChange).not.toHaveBeenCalled()
    wheel.release(200, { top: 0 })
    advance(200)
    expect(onChange.mock.calls).toEqual([[23]])
  })

  it('choose a tapped row, but not by stopping a moving wheel (U12.23)', () => {
    const { wheel, onChange, advance, at } = setUp()
    wheel.grab(200)
    wheel.drag(203)
    wheel.release(203, { top: 0 })
    expect(at()).toBe(22)
    wheel.grab(250, { offset: -925 })
    wheel.release(250, { top: 0 })
    expect(at()).toBe(21)
    advance(1000)
    expect(onChange.mock.calls).toEqual([[21]])
  })

  it('scroll by pixels within the ends, settle after 200 ms (U12.24)', () => {
    const { wheel, onChange, advance } = setUp({ index: 1 })
    wheel.roll(-500)
    expect(wheel.getState().offset).toBe(0)
    advance(150)
    wheel.roll(100)
    advance(199)
    expect([wheel.getState().phase, onChange.mock.calls.length]).toEqual(['rolled', 0])
    advance(1)
    expect(wheel.getState()).toMatchObject({ phase: 'settling', index: 2, offset: -88 })
    advance(200)
    expect(onChange.mock.calls).toEqual([[2]])
    wheel.roll(99_999)
    expect(wheel.getState().offset).toBe(-49 * 44)
  })

  it('add up keys while moving and report once (U12.25)', () => {
    const { wheel, onChange, advance, at } = setUp()
    for (const move of ['next', 'next', 'nextPage', 'previous'] as const) wheel.move(move)
    expect(at()).toBe(26)
    advance(200)
    expect(onChange.mock.calls).toEqual([[26]])
    wheel.move('last')
    wheel.move('first')
    advance(200)
    expect(onChange.mock.calls).toEqual([[26], [0]])
  })

  it('do not notify after unsubscribing', () => {
    const { wheel, onChange, advance } = setUp()
    const other = vi.fn()
    wheel.onChange(other)()
    wheel.move('next')
    advance(200)
    expect([other.mock.calls.length, onChange.mock.calls.length]).toEqual([0, 1])
  })

  it('report no change when back at the same row (U12.26)', () => {
    const { wheel, onChange, advance } = setUp()
    wheel.move('next')
    wheel.move('previous')
    advance(1000)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('settle at once with reduced motion (U12.27)', () => {
    const { wheel, onChange, pending } = setUp({ isReducedMotion: () => true })
    wheel.move('next')
    expect(wheel.getState()).toEqual({ phase: 'resting', index: 21, offset: -924, duration: 0 })
    expect([onChange.mock.calls.length, pending()]).toEqual([1, 0])
  })

  it('return to the previous row if none can be chosen (U12.28)', () => {
    const { wheel, onChange, advance } = setUp({ rows: rowsOf(9, () => true), index: 4 })
    wheel.grab(0)
    advance(400)
    wheel.drag(-90)
    advance(400)
    wheel.release(-90, { top: 0 })
    advance(200)
    expect([wheel.getState().index, onChange.mock.calls.length]).toEqual([4, 0])
  })

  it('settle at the nearest row when cancelled, without a fling (U12.29)', () => {
    const { wheel, advance, at } = setUp()
    wheel.grab(0)
    advance(20)
    wheel.drag(-90)
    wheel.cancel()
    expect(at()).toBe(22)
    wheel.cancel()
    advance(200)
    expect(wheel.getState().phase).toBe('resting')
  })

  it('show another value without a report or an interrupted drag (U12.30)', () => {
    const { wheel, onChange, advance, at } = setUp()
    wheel.show({ rows: rowsOf(50), index: 3 })
    expect([at(), wheel.getState().offset]).toEqual([3, -132])
    wheel.grab(0)
    wheel.show({ rows: rowsOf(50), index: 40 })
    expect(at()).toBe(3)
    advance(400)
    wheel.drag(-44)
    advance(400)
    wheel.release(-44, { top: 0 })
    advance(200)
    expect(onChange.mock.calls).toEqual([[4]])
  })

  it('stop at the last row when rows are removed (U12.31)', () => {
    const { wheel, onChange, advance } = setUp({ rows: rowsOf(31), index: 28 })
    wheel.move('last')
    wheel.show({ rows: rowsOf(28), index: 27 })
    advance(200)
    expect(wheel.getState()).toMatchObject({ phase: 'resting', index: 27 })
    expect(onChange).not.toHaveBeenCalled()
  })

  it('ignore inputs that do not fit the phase (U12.32)', () => {
    const { wheel } = setUp()
    const before = wheel.getState()
    wheel.drag(90)
    wheel.release(90, { top: 0 })
    expect(wheel.getState()).toEqual(before)
    wheel.grab(0)
    wheel.roll(90)
    wheel.grab(50)
    expect(wheel.getState()).toMatchObject({ phase: 'dragged', offset: -880 })
    wheel.cancel()
  })

  it.each<readonly [string, (wheel: Wheel) => void]>([
    ['dragged', (wheel) => wheel.grab(0)],
    ['rolled', (wheel) => wheel.roll(90)],
    ['settling', (wheel) => wheel.move('last')],
    ['resting', () => {}],
  ])('return to the last stop without timers when disposed while %s (U12.33)', (_, begin) => {
    const { wheel, onChange, pending, advance } = setUp()
    begin(wheel)
    wheel.dispose()
    expect([wheel.getState(), pending()]).toEqual([
      { phase: 'resting', index: 20, offset: -880, duration: 0 },
      0,
    ])
    advance(5000)
    expect(onChange).not.toHaveBeenCalled()
    wheel.move('next')
    advance(200)
    expect(onChange.mock.calls).toEqual([[21]])
  })
})
