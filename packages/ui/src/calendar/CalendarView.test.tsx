import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { focusedText, named, pressKey, pressNamed } from '../testing/support/renderWidget.tsx'
import { renderWidget, type RenderWidgetOptions } from '../testing/support/renderWidget.tsx'
import { CalendarView, type CalendarViewProps } from './CalendarView.tsx'
import type { DayState } from './MonthGrid.tsx'

const RULES = { min: '2026-01-10', max: '2026-12-20' }

function show(props: Partial<CalendarViewProps> = {}, options: RenderWidgetOptions = {}) {
  const onPress = vi.fn<(day: string) => void>()
  const onHover = vi.fn<(day: string | undefined) => void>()
  renderWidget(
    <CalendarView
      months={1}
      rules={RULES}
      start="2026-11-18"
      today="2026-11-21"
      multiple={false}
      stateOf={() => ({ disabled: false })}
      onPress={onPress}
      onHover={onHover}
      {...props}
    />,
    options,
  )
  return { onPress, onHover }
}

const titles = () =>
  [...document.querySelectorAll('[data-x-part=month-title]')].map(({ textContent }) => textContent)
const focusedDay = () => (document.activeElement as HTMLElement).dataset['day']
const tabStops = () =>
  [...document.querySelectorAll<HTMLElement>('[data-day][tabindex="0"]')].map(
    (day) => day.dataset['day'],
  )
const dayButton = (day: string) => {
  const found = document.querySelector(`[data-day="${day}"]`)
  if (!(found instanceof HTMLElement)) throw new Error(`No day ${day}`)
  return found
}
const weeks = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent || '.').join(' '),
  )

afterEach(cleanup)

describe('month of a calendar', () => {
  it('starts its weeks by the language, with blanks around its days', () => {
    show({}, { language: 'de' })
    expect(weeks()).toEqual([
      '. . . . . . 1',
      '2 3 4 5 6 7 8',
      '9 10 11 12 13 14 15',
      '16 17 18 19 20 21 22',
      '23 24 25 26 27 28 29',
      '30 . . . . . .',
    ])
    expect(titles()).toEqual(['November 2026'])
  })

  it('starts with Sunday where that is usual', () => {
    show({}, { language: 'en' })
    expect(weeks().at(0)).toBe('1 2 3 4 5 6 7')
    expect(weeks()).toHaveLength(5)
  })

  it('names its days in full, marks today and what is noted', () => {
    const stateOf = (day: string): DayState => ({
      disabled: day === '2026-11-03',
      ...(day === '2026-11-05' ? { place: 'start', note: 'Start date' } : {}),
    })
    show({ stateOf })
    expect(dayButton('2026-11-21').getAttribute('aria-current')).toBe('date')
    expect(dayButton('2026-11-20').hasAttribute('aria-current')).toBe(false)
    expect(dayButton('2026-11-03').getAttribute('aria-disabled')).toBe('true')
    expect(dayButton('2026-11-05').getAttribute('aria-label')).toBe(
      'Thursday, November 5, 2026, Start date',
    )
    const selected = [...document.querySelectorAll('td[aria-selected=true]')]
    expect(selected.map(({ textContent }) => textContent)).toEqual(['5'])
  })

  it('is a grid with the name of its month', () => {
    show({ multiple: true })
    const grid = named('grid', 'November 2026')
    expect(grid.getAttribute('aria-multiselectable')).toBe('true')
    expect(screen.getAllByRole('columnheader')).toHaveLength(7)
  })

  it('passes on presses and hovers, and that the pointer has left', () => {
    const { onPress, onHover } = show()
    fireEvent.click(dayButton('2026-11-25'))
    expect(onPress.mock.calls).toEqual([['2026-11-25']])
    fireEvent.pointerEnter(dayButton('2026-11-26'))
    fireEvent.pointerLeave(screen.getByRole('grid'))
    expect(onHover.mock.calls).toEqual([['2026-11-26'], [undefined]])
  })
})

describe('keys of a calendar', () => {
  it('start at the day of the value, the only tab stop', () => {
    show()
    expect(focusedDay()).toBe('2026-11-18')
    expect(tabStops()).toEqual(['2026-11-18'])
  })

  it.each([
    ['ArrowLeft', {}, '2026-11-17'],
    ['ArrowRight', {}, '2026-11-19'],
    ['ArrowUp', {}, '2026-11-11'],
    ['ArrowDown', {}, '2026-11-25'],
    ['Home', {}, '2026-11-15'],
    ['End', {}, '2026-11-21'],
    ['PageUp', {}, '2026-10-18'],
    ['PageDown', {}, '2026-12-18'],
    ['PageUp', { shiftKey: true }, '2026-01-10'],
    ['PageDown', { shiftKey: true }, '2026-12-20'],
  ])('%s %j moves to %s', (key, modifiers, expected) => {
    show()
    expect(pressKey(key, modifiers)).toBe(false)
    expect(focusedDay()).toBe(expected)
    expect(tabStops()).toEqual([expected])
  })

  it.each([
    ['ArrowLeft', '2026-11-19'],
    ['ArrowRight', '2026-11-17'],
  ])('%s moves right to left to %s', (key, expected) => {
    show({}, { direction: 'rtl' })
    pressKey(key)
    expect(focusedDay()).toBe(expected)
  })

  it.each([
    ['ArrowLeft', { ctrlKey: true }],
    ['ArrowLeft', { altKey: true }],
    ['End', { metaKey: true }],
    ['Enter', {}],
    ['a', {}],
  ])('leave %s %j to the browser', (key, modifiers) => {
    show()
    expect(pressKey(key, modifiers)).toBe(true)
    expect(focusedDay()).toBe('2026-11-18')
  })

  it('turn the page beyond the month, and stop at the ends', () => {
    show({ start: '2026-12-15' })
    pressKey('ArrowDown')
    expect(focusedDay()).toBe('2026-12-20')
    pressKey('ArrowRight')
    expect(focusedDay()).toBe('2026-12-20')
    pressKey('PageUp')
    expect(titles()).toEqual(['November 2026'])
    expect(focusedDay()).toBe('2026-11-20')
  })

  it('clamp a longer month to the days of a shorter one', () => {
    show({ start: '2026-03-31' })
    pressKey('PageUp')
    expect(focusedDay()).toBe('2026-02-28')
  })

  it('stop on disabled days, so that they are announced', () => {
    show({ stateOf: (day) => ({ disabled: day === '2026-11-19' }) })
    pressKey('ArrowRight')
    expect(focusedDay()).toBe('2026-11-19')
  })

  it('start at the nearest day where the value is outside', () => {
    show({ start: '2030-01-01' })
    expect(focusedDay()).toBe('2026-12-20')
    expect(titles()).toEqual(['December 2026'])
  })
})

describe('pages of a calendar', () => {
  it.each([
    ['Previous month', 'October 2026'],
    ['Next month', 'December 2026'],
    ['Previous year', 'January 2026'],
    ['Next year', 'December 2026'],
  ])('turn by %s to %s', (name, expected) => {
    show()
    pressNamed('button', name)
    expect(titles()).toEqual([expected])
  })

  it('give the tab stop to the first day that is allowed', () => {
    show()
    pressNamed('button', 'Previous year')
    expect(tabStops()).toEqual(['2026-01-10'])
    pressNamed('button', 'Next month')
    expect(tabStops()).toEqual(['2026-02-01'])
  })

  it('keep the focus on the button at the end and say why', () => {
    show()
    const button = named('button', 'Next month')
    button.focus()
    fireEvent.click(button)
    fireEvent.click(button)
    expect(titles()).toEqual(['December 2026'])
    expect(document.activeElement).toBe(button)
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Choose 2026-12-20 or earlier')
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('are two months side by side, the second at most the last', () => {
    show({ months: 2, start: '2026-12-05' })
    expect(titles()).toEqual(['November 2026', 'December 2026'])
    expect(named('button', 'Next month').getAttribute('aria-disabled')).toBe('true')
    pressNamed('button', 'Previous month')
    expect(titles()).toEqual(['October 2026', 'November 2026'])
    expect(tabStops()).toEqual(['2026-10-01'])
  })

  it('turn one page when a key leaves the second month', () => {
    show({ months: 2, start: '2026-05-20' })
    expect(titles()).toEqual(['May 2026', 'June 2026'])
    pressKey('PageDown')
    expect(titles()).toEqual(['May 2026', 'June 2026'])
    pressKey('PageDown')
    expect(titles()).toEqual(['June 2026', 'July 2026'])
    expect(focusedText()).toContain('July 20, 2026')
  })

  it('are one page where the calendar has a single month', () => {
    show({ rules: { min: '2026-11-05', max: '2026-11-09' }, months: 2, start: '2026-11-05' })
    expect(titles()).toEqual(['November 2026', 'December 2026'])
    expect(named('button', 'Previous month').getAttribute('aria-disabled')).toBe('true')
    expect(named('button', 'Next month').getAttribute('aria-disabled')).toBe('true')
  })
})
