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
import { DatePicker, type DatePickerProps } from './DatePicker.tsx'

function show(props: Partial<DatePickerProps> = {}) {
  const onChange = vi.fn<(value: string) => void>()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const field = (next: Partial<DatePickerProps>) => (
    <form onSubmit={onSubmit}>
      <DatePicker
        label="Day"
        name="day"
        today="2026-11-21"
        onChange={onChange}
        {...props}
        {...next}
      />
    </form>
  )
  const render = renderWidget(field({}))
  return { onChange, onSubmit, render: (next: Partial<DatePickerProps>) => render(field(next)) }
}

const input = () => named('textbox', 'Day') as HTMLInputElement
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })
/** Types a text and leaves the field. */
function enter(text: string) {
  act(() => input().focus())
  type(text)
  act(() => input().blur())
}
const message = () => screen.queryByRole('alert')?.textContent

afterEach(cleanup)

describe('typed date', () => {
  it.each([
    ['2026-11-08', '2026-11-08'],
    ['2026/1/8', '2026-01-08'],
    ['2026.11.8', '2026-11-08'],
    [' 2026-11-08 ', '2026-11-08'],
    ['2028-02-29', '2028-02-29'],
    ['2016-11-21', '2016-11-21'],
    ['2036-11-21', '2036-11-21'],
  ])('%j is applied as %s', (text, expected) => {
    const { onChange } = show()
    enter(text)
    expect(onChange.mock.calls).toEqual([[expected]])
    expect(input().value).toBe(expected)
    expect(formEntries()).toEqual([`day=${expected}`])
    expect(message()).toBeUndefined()
  })

  it.each([
    ['tomorrow', 'Use the format YYYY-MM-DD'],
    ['2026-11', 'Use the format YYYY-MM-DD'],
    ['2026-02-29', 'Use the format YYYY-MM-DD'],
    ['2026-13-01', 'Use the format YYYY-MM-DD'],
    ['2026-11-08 later', 'Use the format YYYY-MM-DD'],
    ['2016-11-20', 'Choose 2016-11-21 or later'],
    ['2036-11-22', 'Choose 2036-11-21 or earlier'],
  ])('%j is refused: %s', (text, expected) => {
    const { onChange } = show({ defaultValue: '2026-11-03' })
    enter(text)
    expect(onChange).not.toHaveBeenCalled()
    expect(message()).toBe(expected)
    expect(input().value).toBe(text)
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(formEntries()).toEqual([])
  })

  it('is refused where the caller disables it', () => {
    const { onChange } = show({ isDisabled: (day) => day === '2026-11-08' })
    enter('2026-11-08')
    expect(message()).toBe('This date is not available')
    enter('2026-11-09')
    expect(message()).toBeUndefined()
    expect(onChange.mock.calls).toEqual([['2026-11-09']])
  })

  it.each([
    ['2026-11-05', '2026-11-04', 'Choose 2026-11-05 or later'],
    ['not a day', '2016-11-20', 'Choose 2016-11-21 or later'],
  ])('keeps to the earliest day %j', (min, text, expected) => {
    show({ min })
    enter(text)
    expect(message()).toBe(expected)
  })

  it('clears the value when the text is emptied', () => {
    const { onChange } = show({ defaultValue: '2026-11-03' })
    enter('  ')
    expect(onChange.mock.calls).toEqual([['']])
    expect(input().value).toBe('')
    expect(formEntries()).toEqual(['day='])
  })

  it('reports nothing for the same date written otherwise', () => {
    const { onChange } = show({ defaultValue: '2026-11-03' })
    enter('2026/11/3')
    expect(onChange).not.toHaveBeenCalled()
    expect(input().value).toBe('2026-11-03')
  })

  it('shows no message while it is typed', () => {
    show()
    act(() => input().focus())
    type('2026-1')
    expect(message()).toBeUndefined()
    expect(input().validationMessage).toBe('Use the format YYYY-MM-DD')
    type('2026-11-08')
    expect(input().validationMessage).toBe('')
  })

  it('replaces a refused text when its owner passes another value', () => {
    const { render } = show({ value: '2026-11-03' })
    enter('never')
    expect(message()).toBe('Use the format YYYY-MM-DD')
    render({ value: '2026-11-04' })
    expect(input().value).toBe('2026-11-04')
    expect(message()).toBeUndefined()
  })

  it('keeps the value of its owner', () => {
    const { onChange } = show({ value: '2026-11-03' })
    enter('2026-11-04')
    expect(onChange.mock.calls).toEqual([['2026-11-04']])
    expect(input().value).toBe('2026-11-03')
  })

  it('gives way to the message of the caller', () => {
    show({ error: 'After the listing only' })
    enter('never')
    expect(message()).toBe('After the listing only')
  })

  it.each([false, '', undefined])('shows its own message with the error %j', (error) => {
    show({ error })
    enter('never')
    expect(message()).toBe('Use the format YYYY-MM-DD')
  })
})

describe('Enter in a date field', () => {
  it('submits an accepted text only', () => {
    const { onChange } = show()
    act(() => input().focus())
    type('never')
    expect(pressKey('Enter')).toBe(false)
    expect(message()).toBe('Use the format YYYY-MM-DD')
    type('2026-11-08')
    expect(pressKey('Enter')).toBe(true)
    expect(onChange.mock.calls).toEqual([['2026-11-08']])
  })

  it('belongs to the input method during a composition', () => {
    const { onChange } = show()
    act(() => input().focus())
    type('never')
    expect(pressKey('Enter', { isComposing: true })).toBe(true)
    expect(message()).toBeUndefined()
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('typed date with a time', () => {
  it.each([
    ['2026-11-08 9:05', '2026-11-08 09:05:00'],
    ['2026-11-08T23:59:59', '2026-11-08 23:59:59'],
    ['2026-11-08', '2026-11-08 12:30:00'],
  ])('%j is applied as %s', (text, expected) => {
    const { onChange } = show({ withTime: true, defaultTime: '12:30:00' })
    enter(text)
    expect(onChange.mock.calls).toEqual([[expected]])
  })

  it.each([
    ['2026-11-08 24:00', 'Use the format YYYY-MM-DD HH:mm:ss'],
    ['2026-11-08 12:60', 'Use the format YYYY-MM-DD HH:mm:ss'],
    ['2026-11-08 12', 'Use the format YYYY-MM-DD HH:mm:ss'],
    ['2026-11-08 11:59:59', 'Choose 2026-11-08 12:00:00 or later'],
    ['2026-11-10 00:00:00', 'Choose 2026-11-09 or earlier'],
  ])('%j is refused: %s', (text, expected) => {
    show({ withTime: true, min: '2026-11-08 12:00:00', max: '2026-11-09' })
    enter(text)
    expect(message()).toBe(expected)
  })

  it('may be the last second of the latest day', () => {
    const { onChange } = show({ withTime: true, max: '2026-11-09' })
    enter('2026-11-09 23:59:59')
    expect(onChange.mock.calls).toEqual([['2026-11-09 23:59:59']])
  })
})

describe('date field', () => {
  it('clears its value and a refused text', () => {
    const { onChange } = show({ clearable: true })
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    enter('never')
    pressNamed('button', 'Clear')
    expect(input().value).toBe('')
    expect(message()).toBeUndefined()
    expect(onChange).not.toHaveBeenCalled()
    enter('2026-11-08')
    pressNamed('button', 'Clear')
    expect(onChange.mock.calls).toEqual([['2026-11-08'], ['']])
  })

  it.each([{ disabled: true }, { readOnly: true }])('cannot be cleared with %j', (state) => {
    show({ clearable: true, defaultValue: '2026-11-03', ...state })
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    expect((named('button', 'Open calendar') as HTMLButtonElement).disabled).toBe(true)
  })

  it('is submitted while read-only, not while disabled', () => {
    show({ defaultValue: '2026-11-03', readOnly: true })
    expect(formEntries()).toEqual(['day=2026-11-03'])
    expect(input().readOnly).toBe(true)
    show({ defaultValue: '2026-11-03', disabled: true })
    expect(formEntries()).toEqual([])
  })

  it('returns to its default on a reset, without the refused text', () => {
    show({ defaultValue: '2026-11-03' })
    enter('never')
    act(() => document.querySelector('form')?.reset())
    expect(input().value).toBe('2026-11-03')
    expect(message()).toBeUndefined()
    expect(formEntries()).toEqual(['day=2026-11-03'])
  })

  it('says the format and gives its input to the ref', () => {
    const ref = createRef<HTMLInputElement>()
    show({ withTime: true, ref })
    expect(input().placeholder).toBe('YYYY-MM-DD HH:mm:ss')
    expect(ref.current).toBe(input())
  })

  it('is named without a label too', () => {
    renderWidget(<DatePicker today="2026-11-21" aria-label="Start of the report" />)
    expect(named('textbox', 'Start of the report')).toBeTruthy()
  })
})
