import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Day } from '../base/days.ts'
import { clampDay, moveDay, type DayRules } from './calendarDays.ts'
import { useCalendarNames } from './useCalendarNames.ts'

/** Options of `useDayFocus`. */
export interface DayFocusOptions {
  /** Day that has the focus first. */
  readonly start: Day
  readonly rules: DayRules
  /** Called before a day is focused, to scroll it into view. */
  readonly onMove?: (day: Day) => void
}

/**
 * Keeps one day of the calendar in the tab order; arrow keys move the focus within its ends (U14).
 */
export function useDayFocus(
  root: RefObject<HTMLElement | null>,
  { start, rules, onMove }: DayFocusOptions,
) {
  const { firstWeekday } = useCalendarNames()
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
