import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Day } from '../base/days.ts'
import { clampDay, moveDay, type DayRules } from './calendarDays.ts'
import { useCalendarWords } from './useCalendarWords.ts'

export interface DayFocusOptions {
  /** Has the focus when the calendar opens. */
  readonly start: Day
  readonly rules: DayRules
  /** Brings a day in sight before it is focused. */
  readonly onMove?: (day: Day) => void
}

/** One day of the calendar is in the tab order; keys move it, within the ends of the calendar. */
export function useDayFocus(
  root: RefObject<HTMLElement | null>,
  { start, rules, onMove }: DayFocusOptions,
) {
  const { firstWeekday } = useCalendarWords()
  const [active, setActive] = useState(() => clampDay(start, rules))
  const wanted = useRef<Day>(active)
  useEffect(() => {
    if (wanted.current === '') return
    const button = root.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)
    if (!button) return
    wanted.current = ''
    button.focus({ preventScroll: onMove !== undefined })
  })
  const onKeyDown = (event: KeyboardEvent, day: Day) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const moved = moveDay(day, {
      key: event.key,
      shift: event.shiftKey,
      rtl: getComputedStyle(event.currentTarget).direction === 'rtl',
      firstWeekday,
    })
    if (moved === undefined) return
    event.preventDefault()
    const next = clampDay(moved, rules)
    wanted.current = next
    onMove?.(next)
    setActive(next)
  }
  return { active, setActive, onKeyDown }
}
