import { createRef } from 'react'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  formEntries,
  named,
  pressKey,
  pressNamed,
  renderWidget,
} from '../testing/support/renderWidget.tsx'
import { DateRangePicker, type DateRangePickerProps } from './DateRangePicker.tsx'
import type { DateRange } from './rangeReducer.ts'

const RANGE: DateRange = { start: '2026-11-03', end: '2026-11-08' }

function show(props: Partial<DateRangePickerProps> = {}) {
  const onChange = vi.fn<(value: DateRange | null) => void>()
  const field = (next: Partial<DateRangePickerProps>) => (
    <form>
      <DateRangePicker
        label="Period"
        name="period"
        today="2026-11-21"
        onChange={onChange}
        {...props}
        {...next}
      />
      <button type="button">Elsewhere</button>
    </form>
  )
  const render = renderWidget(field({}))
  return { onChange, render: (next: Partial<DateRangePickerProps>) => render(field(next)) }
}

type End = 'Start date' | 'End date'
const input = (end: End) => named('textbox', end) as HTMLInputElement
const texts = () => [input('Start date').value, input('End date').value]
function type(end: End, text: string) {
  act(() => input(end).focus())
  fireEvent.change(input(end), { target: { value: text } })
}
const leave = () => act(() => named('button', 'Elsewhere').focus())
/** Types both ends and leaves the field. */
function enter(start: string, end: string) {
  type('Start date', start)
  type('End date', end)
  leave()
}
const message = () => screen.queryByRole('alert')?.textContent
const invalid = () =>
  (['Start date', 'End date'] as const).filter(
    (end) => input(end).getAttribute('aria-invalid') === 'true',
  )

afterEach(cleanup)

describe('typed range', () => {
  it('is applied once both ends are left', () => {
    const { onChange } = show()
    type('Start date', '2026/11/3')
    type('End date', '2026.11.8')
    expect(onChange).not.toHaveBeenCalled()
    leave()
    expect(onChange.mock.calls).toEqual([[RANGE]])
    expect(texts()).toEqual(['2026-11-03', '2026-11-08'])
    expect(formEntries()).toEqual(['period=2026-11-03', 'period=2026-11-08'])
    expect(message()).toBeUndefined()
  })

  it('may be one day', () => {
    const { onChange } = show()
    enter('2026-11-03', '2026-11-03')
    expect(onChange.mock.calls).toEqual([[{ start: '2026-11-03', end: '2026-11-03' }]])
  })

  it.each<readonly [string, string, string, readonly End[]]>([
    [
      '2026-11-08',
      '2026-11-03',
      'The start must not be later than the end',
      ['Start date', 'End date'],
    ],
    ['2026-11-08', '', 'Choose a start and an end', ['Start date', 'End date']],
    ['', '2026-11-08', 'Choose a start and an end', ['Start date', 'End date']],
    ['soon', '2026-11-08', 'Use the format YYYY-MM-DD', ['Start date']],
    ['2026-11-03', 'later', 'Use the format YYYY-MM-DD', ['End date']],
    ['2016-11-20', '2026-11-03', 'Choose 2016-11-21 or later', ['Start date']],
    ['2026-11-03', '2036-11-22', 'Choose 2036-11-21 or earlier', ['End date']],
  ])('is refused from %j to %j: %s', (start, end, expected, faulty) => {
    const { onChange } = show({ defaultValue: RANGE })
    enter(start, end)
    expect(onChange).not.toHaveBeenCalled()
    expect(message()).toBe(expected)
    expect(invalid()).toEqual(faulty)
    expect(texts()).toEqual([start, end])
    expect(formEntries()).toEqual([])
  })

  it.each([
    ['2026-11-05', '2026-11-08', 'This date is not available'],
    ['2026-11-03', '2026-11-05', 'This date is not available'],
    ['2026-11-03', '2026-11-08', undefined],
  ])('may have a disabled day inside, %s to %s: %s', (start, end, expected) => {
    show({ isDisabled: (day) => day === '2026-11-05' })
    enter(start, end)
    expect(message()).toBe(expected)
  })

  it('is cleared when both ends are emptied', () => {
    const { onChange } = show({ defaultValue: RANGE })
    enter('', '')
    expect(onChange.mock.calls).toEqual([[null]])
    expect(formEntries()).toEqual([])
  })

  it('shows no message between its ends', () => {
    show()
    type('Start date', '2026-11-03')
    act(() => input('End date').focus())
    expect(message()).toBeUndefined()
    leave()
    expect(message()).toBe('Choose a start and an end')
  })

  it('blocks the form while it is refused', () => {
    show({ defaultValue: RANGE })
    type('End date', '2026-11-01')
    expect(input('Start date').validationMessage).toBe('The start must not be later than the end')
    type('End date', '2026-11-09')
    expect(input('Start date').validationMessage).toBe('')
  })

  it('keeps the value of its owner, and the text until it changes', () => {
    const { onChange, render } = show({ value: RANGE })
    enter('2026-11-01', '2026-11-08')
    expect(onChange.mock.calls).toEqual([[{ start: '2026-11-01', end: '2026-11-08' }]])
    render({ value: { start: '2026-10-01', end: '2026-10-02' } })
    expect(texts()).toEqual(['2026-10-01', '2026-10-02'])
    render({ value: null })
    expect(texts()).toEqual(['', ''])
  })

  it('covers whole days where it has times', () => {
    const { onChange } = show({ withTime: true })
    enter('2026-11-03', '2026-11-08')
    expect(onChange.mock.calls).toEqual([
      [{ start: '2026-11-03 00:00:00', end: '2026-11-08 23:59:59' }],
    ])
    enter('2026-11-03 9:30', '2026-11-03 09:29:59')
    expect(message()).toBe('The start must not be later than the end')
  })
})

describe('Enter in a range', () => {
  it('submits an accepted range only', () => {
    const { onChange } = show()
    type('Start date', '2026-11-03')
    expect(pressKey('Enter')).toBe(false)
    expect(message()).toBe('Choose a start and an end')
    type('End date', '2026-11-08')
    expect(pressKey('Enter')).toBe(true)
    expect(onChange.mock.calls).toEqual([[RANGE]])
  })

  it('belongs to the input method during a composition', () => {
    show()
    type('Start date', 'x')
    expect(pressKey('Enter', { isComposing: true })).toBe(true)
    expect(message()).toBeUndefined()
  })
})

describe('pasted range', () => {
  /** Pastes over the whole text of an end. */
  function paste(end: End, text: string) {
    const element = input(end)
    act(() => element.focus())
    element.setSelectionRange(0, element.value.length)
    return fireEvent.paste(element, { clipboardData: { getData: () => text } })
  }

  it.each([
    '2026-11-03 - 2026-11-08',
    '2026/11/3 – 2026/11/8',
    '2026-11-03～2026-11-08',
    '2026-11-03 to 2026-11-08',
    ' 2026-11-03 → 2026-11-08 ',
  ])('fills both ends with %j', (text) => {
    const { onChange } = show()
    expect(paste('End date', text)).toBe(false)
    expect(onChange.mock.calls).toEqual([[RANGE]])
    expect(texts()).toEqual(['2026-11-03', '2026-11-08'])
  })

  it.each(['2026-11-03', '2026-11-03 - 2026-11-08 - 2026-11-09'])(
    'fills its own end only with %j',
    (text) => {
      const { onChange } = show()
      paste('End date', text)
      expect(texts()).toEqual(['', text])
      expect(onChange).not.toHaveBeenCalled()
    },
  )

  it('leaves a paste into a part of the text to the browser', () => {
    show({ defaultValue: RANGE })
    const element = input('Start date')
    element.setSelectionRange(5, 7)
    expect(fireEvent.paste(element, { clipboardData: { getData: () => '12' } })).toBe(true)
  })

  it('changes nothing while read-only', () => {
    const { onChange } = show({ readOnly: true, defaultValue: RANGE })
    expect(paste('Start date', '2026-01-01 - 2026-01-02')).toBe(true)
    expect(onChange).not.toHaveBeenCalled()
    expect(texts()).toEqual(['2026-11-03', '2026-11-08'])
  })
})

describe('range field', () => {
  it('is one group with two named ends', () => {
    const ref = createRef<HTMLInputElement>()
    show({ ref, help: 'At most a year' })
    const group = named('group', 'Period')
    expect(group.contains(input('Start date'))).toBe(true)
    expect(ref.current).toBe(input('Start date'))
    const help = document.getElementById(group.getAttribute('aria-describedby') ?? '')
    expect(help?.textContent).toBe('At most a year')
  })

  it('clears the range and refused texts', () => {
    const { onChange } = show({ clearable: true, defaultValue: RANGE })
    pressNamed('button', 'Clear')
    expect(onChange.mock.calls).toEqual([[null]])
    type('Start date', 'soon')
    leave()
    pressNamed('button', 'Clear')
    expect(texts()).toEqual(['', ''])
    expect(message()).toBeUndefined()
    expect(onChange).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it('is submitted while read-only, not while disabled', () => {
    show({ defaultValue: RANGE, readOnly: true })
    expect(formEntries()).toEqual(['period=2026-11-03', 'period=2026-11-08'])
    show({ defaultValue: RANGE, disabled: true })
    expect(formEntries()).toEqual([])
  })

  it('returns to its default on a reset of the form', () => {
    show({ defaultValue: RANGE })
    enter('soon', '2026-11-08')
    act(() => document.querySelector('form')?.reset())
    expect(texts()).toEqual(['2026-11-03', '2026-11-08'])
    expect(message()).toBeUndefined()
  })

  it('reports focus and blur once for both ends', () => {
    const [onFocus, onBlur] = [vi.fn(), vi.fn()]
    show({ onFocus, onBlur })
    act(() => input('Start date').focus())
    act(() => input('End date').focus())
    expect([onFocus.mock.calls.length, onBlur.mock.calls.length]).toEqual([1, 0])
    leave()
    expect([onFocus.mock.calls.length, onBlur.mock.calls.length]).toEqual([1, 1])
  })
})
