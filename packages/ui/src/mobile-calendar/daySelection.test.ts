import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTo, daysBetween } from '../base/days.ts'
import { refusalOf } from '../calendar/calendarDays.ts'
import {
  initialCalendar,
  isComplete,
  layoutMonths,
  visibleMonths,
  MONTH_TITLE,
  pressDay,
  WEEK_HEIGHT,
  type CalendarRules,
  type CalendarState,
} from './daySelection.ts'

const isDisabled = (day: string) => day === '2026-03-15'
const rules: CalendarRules = {
  mode: 'single',
  maximum: 0,
  min: '2026-03-01',
  max: '2026-04-30',
  isDisabled,
}
const run = (
  presses: readonly string[],
  given: Partial<CalendarRules> = {},
  days: readonly string[] = [],
): CalendarState =>
  presses.reduce(
    (state, day) => pressDay(state, { day: `2026-${day}`, rules: { ...rules, ...given } }),
    { days } as CalendarState,
  )

describe('single day (U13)', () => {
  it('keeps the last press (U13.2)', () =>
    expect(run(['03-04', '03-05'])).toEqual({ days: ['2026-03-05'] }))
  it('refuses disabled and outside days with a reason (U13.3)', () => {
    expect(run(['03-04', '03-15'])).toEqual({ days: ['2026-03-04'], note: { reason: 'disabled' } })
    expect(run(['02-28']).note).toEqual({ reason: 'early' })
    expect(run(['05-01']).note).toEqual({ reason: 'late' })
    expect(run(['03-15', '03-16'])).toEqual({ days: ['2026-03-16'] })
  })
})

describe('several days (U13)', () => {
  it('toggle by press and stay in time order (U13.4)', () => {
    expect(run(['03-09', '03-04'], { mode: 'multiple' }).days).toEqual(['2026-03-04', '2026-03-09'])
    expect(run(['03-09', '03-04', '03-09'], { mode: 'multiple' }).days).toEqual(['2026-03-04'])
  })
  it('stop at the maximum with a message, and allow removal (U13.5, spec 5.12)', () => {
    const full = run(['03-01', '03-02', '03-03'], { mode: 'multiple', maximum: 2 })
    expect(full).toEqual({ days: ['2026-03-01', '2026-03-02'], note: { reason: 'maximum' } })
    expect(run(['03-01', '03-03'], { mode: 'multiple', maximum: 2 }, full.days)).toEqual({
      days: ['2026-03-02', '2026-03-03'],
    })
  })
})

describe('range (U13)', () => {
  it('is made by two presses in any order, restarted by a third (U13.6)', () => {
    expect(run(['03-04', '03-09'], { mode: 'range' }).days).toEqual(['2026-03-04', '2026-03-09'])
    expect(run(['03-09', '03-04'], { mode: 'range' }).days).toEqual(['2026-03-04', '2026-03-09'])
    expect(run(['03-04', '03-09', '03-20'], { mode: 'range' }).days).toEqual(['2026-03-20'])
    expect(run(['03-04', '03-04'], { mode: 'range' }).days).toEqual(['2026-03-04', '2026-03-04'])
  })
  it('is shortened at its end with a message (U13.7, spec 5.12)', () => {
    expect(run(['03-04', '03-10'], { mode: 'range', maximum: 7 })).toEqual({
      days: ['2026-03-04', '2026-03-10'],
    })
    expect(run(['03-04', '03-11'], { mode: 'range', maximum: 7 })).toEqual({
      days: ['2026-03-04', '2026-03-10'],
      note: { reason: 'maximum' },
    })
    expect(run(['03-20', '03-04'], { mode: 'range', maximum: 7 })).toEqual({
      days: ['2026-03-04', '2026-03-10'],
      note: { reason: 'maximum' },
    })
  })
  it('never ends on a disabled day after shortening (U13.8)', () => {
    expect(run(['03-13', '03-31'], { mode: 'range', maximum: 3 }).days).toEqual([
      '2026-03-13',
      '2026-03-14',
    ])
    expect(run(['03-14', '03-31'], { mode: 'range', maximum: 2 }).days).toEqual([
      '2026-03-14',
      '2026-03-14',
    ])
  })
  it('allows a disabled day inside and counts days across clock changes (U13.9)', () => {
    expect(run(['03-14', '03-16'], { mode: 'range', maximum: 3 }).days).toEqual([
      '2026-03-14',
      '2026-03-16',
    ])
    expect(run(['03-28', '03-30'], { mode: 'range', maximum: 3 }).note).toBeUndefined()
    expect(run(['03-28', '03-31'], { mode: 'range', maximum: 3 }).days).toEqual([
      '2026-03-28',
      '2026-03-30',
    ])
  })
  it('is ordered, valid and within the maximum for any presses (U13.10)', () => {
    const day = fc.integer({ min: -3, max: 70 }).map((days) => addTo('2026-03-01', { days }))
    fc.assert(
      fc.property(
        fc.array(day, { maxLength: 20 }),
        fc.nat(9),
        fc.constantFrom('range' as const, 'multiple' as const),
        (presses, maximum, mode) => {
          const given = { ...rules, mode, maximum }
          let state: CalendarState = { days: [] }
          for (const one of presses) {
            state = pressDay(state, { day: one, rules: given })
            const [start = '', end = ''] = state.days
            expect([...state.days].sort()).toEqual(state.days)
            for (const chosen of state.days) expect(refusalOf(chosen, given)).toBeUndefined()
            if (mode === 'range') expect(state.days.length).toBeLessThanOrEqual(2)
            if (mode === 'range' && end && maximum > 0)
              expect(daysBetween(start, end)).toBeLessThan(maximum)
            if (mode === 'multiple' && maximum > 0)
              expect(state.days.length).toBeLessThanOrEqual(maximum)
          }
        },
      ),
    )
  })
})

describe('confirmation (U13)', () => {
  it('needs one day, or both ends of a range (U13.11)', () => {
    expect([
      isComplete({ days: [] }, 'single'),
      isComplete({ days: ['2026-03-04'] }, 'multiple'),
      isComplete({ days: ['2026-03-04'] }, 'range'),
      isComplete({ days: ['2026-03-04', '2026-03-05'] }, 'range'),
    ]).toEqual([false, true, false, true])
  })
  it('sorts, deduplicates and truncates the value (U13.12)', () => {
    const days = ['2026-03-09', '2026-03-04', '2026-03-09', '2026-03-05']
    expect(initialCalendar(days, { mode: 'single', maximum: 0 }).days).toEqual(['2026-03-04'])
    expect(initialCalendar(days, { mode: 'range', maximum: 0 }).days).toEqual([
      '2026-03-04',
      '2026-03-05',
    ])
    expect(initialCalendar(days, { mode: 'multiple', maximum: 0 }).days).toHaveLength(3)
    expect(initialCalendar(days, { mode: 'multiple', maximum: 2 }).days).toHaveLength(2)
    expect(
      initialCalendar(['soon', '2026-13-45', '2026-03-04'], { mode: 'multiple', maximum: 0 }).days,
      'what is no day',
    ).toEqual(['2026-03-04'])
  })
})

describe('range of one day (U13)', () => {
  const range: CalendarRules = { ...rules, mode: 'range' }
  const day = '2026-03-04'

  it('is made by two presses on a day and can be confirmed', () => {
    const once = pressDay({ days: [] }, { day, rules: range })
    const twice = pressDay(once, { day, rules: range })
    expect(twice.days).toEqual([day, day])
    expect(isComplete(once, 'range')).toBe(false)
    expect(isComplete(twice, 'range')).toBe(true)
  })

  it('is still complete when the calendar opens again', () => {
    const state = initialCalendar([day, day], { mode: 'range', maximum: 0 })
    expect(state.days).toEqual([day, day])
    expect(isComplete(state, 'range')).toBe(true)
    expect(pressDay(state, { day: '2026-03-06', rules: range }).days).toEqual(['2026-03-06'])
  })

  it('is the longest where one day is the maximum', () => {
    const short = { ...range, maximum: 1 }
    const state = pressDay({ days: [day] }, { day: '2026-03-06', rules: short })
    expect(state).toEqual({ days: [day, day], note: { reason: 'maximum' } })
    expect(pressDay({ days: [day] }, { day, rules: short })).toEqual({ days: [day, day] })
  })
})

describe('month list (U13)', () => {
  it('has no gaps and heights by weeks (U13.13)', () => {
    const boxes = layoutMonths({ min: '2016-11-21', max: '2036-11-21' }, 1)
    expect(boxes).toHaveLength(241)
    let bottom = 0
    for (const box of boxes) {
      expect(box.top).toBe(bottom)
      expect([4, 5, 6]).toContain((box.height - MONTH_TITLE) / WEEK_HEIGHT)
      bottom += box.height
    }
    expect(layoutMonths({ min: '9999-11-01', max: '9999-12-31' }, 1)).toHaveLength(2)
  })
  it('finds the visible months and one more at each end (U13.14)', () => {
    const boxes = layoutMonths({ min: '2025-01-01', max: '2027-12-31' }, 1)
    const total = (boxes.at(-1)?.top ?? 0) + (boxes.at(-1)?.height ?? 0)
    fc.assert(
      fc.property(fc.nat(total + 500), fc.integer({ min: 1, max: 900 }), (top, height) => {
        const seen = visibleMonths(boxes, { top, height })
        for (const box of boxes)
          if (box.top < top + height && box.top + box.height > top) expect(seen).toContain(box)
        expect(seen.length).toBeGreaterThan(0)
        expect(seen.length).toBeLessThanOrEqual(height / (MONTH_TITLE + 4 * WEEK_HEIGHT) + 4)
      }),
    )
  })
})
