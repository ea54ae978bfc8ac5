import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { animationsEnded, clearStage, settled, stage } from '../testing/support/stage.tsx'
import { DateRangePicker, type DateRangePickerProps } from './DateRangePicker.tsx'
import type { DateRange } from './rangeReducer.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const change = vi.fn()
const standing: DateRange = { start: '2026-11-03', end: '2026-11-08' }

function show(props: Partial<DateRangePickerProps> = {}) {
  change.mockClear()
  stage(
    <>
      <DateRangePicker
        label="Period"
        today="2026-11-21"
        min="2026-06-01"
        max="2026-12-31"
        isDisabled={(day) => day === '2026-11-15'}
        onChange={change}
        {...props}
      />
      <Button>After</Button>
    </>,
  )
}

const start = () => page.getByRole('textbox', { name: 'Start date' })
const end = () => page.getByRole('textbox', { name: 'End date' })
const group = () => page.getByRole('group', { name: 'Period' })
const dialog = () => document.querySelector('[role=dialog]')
const day = (text: string) => document.querySelector<HTMLElement>(`[data-day="${text}"]`)
const tap = (text: string) => userEvent.click(day(text) as Element)
const span = (text: string) => day(text)?.dataset['span']

async function open() {
  await userEvent.click(page.getByRole('button', { name: 'Open calendar' }))
  await expect.poll(() => document.activeElement?.getAttribute('data-day')).toBeTruthy()
  await animationsEnded()
}

describe('DateRangePicker (U14)', () => {
  it('shows two months, and closes after two presses (U14.80)', async () => {
    show()
    await open()
    expect(document.querySelectorAll('[data-x-part=month]')).toHaveLength(2)
    await tap('2026-11-05')
    expect(change).not.toHaveBeenCalled()
    await userEvent.hover(day('2026-11-09') as Element)
    await expect.poll(() => span('2026-11-07')).toBe('inside')
    await tap('2026-11-09')
    await expect.poll(dialog).toBeNull()
    expect(change.mock.calls).toEqual([[{ start: '2026-11-05', end: '2026-11-09' }]])
    await expect.element(start()).toHaveValue('2026-11-05')
  })

  it('swaps an earlier second press and announces the ends (U14.81)', async () => {
    show()
    await open()
    await tap('2026-12-09')
    await tap('2026-11-30')
    await expect.poll(dialog).toBeNull()
    await expect.element(end()).toHaveValue('2026-12-09')
    await open()
    await expect
      .element(page.getByRole('button', { name: 'Monday, November 30, 2026, Start date' }))
      .toHaveFocus()
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(10)
  })

  it('keeps the previous range on Escape after one press (U14.82)', async () => {
    show({ defaultValue: standing })
    await open()
    await tap('2026-11-20')
    await expect.element(end()).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    await expect.element(start()).toHaveValue('2026-11-03')
    await expect.element(end()).toHaveValue('2026-11-08')
    expect(change).not.toHaveBeenCalled()
  })

  it('validates a half range on blur, not between its inputs (U14.83, spec 5.11)', async () => {
    show()
    await userEvent.click(start())
    await userEvent.keyboard('2026-11-09')
    await userEvent.tab()
    await expect.element(end()).toHaveFocus()
    expect(document.querySelector('[role=alert]')).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'After' }))
    await expect.element(group()).toHaveAccessibleDescription('Choose a start and an end')
    await userEvent.fill(end(), '2026-11-08')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(group())
      .toHaveAccessibleDescription('The start must not be later than the end')
    await userEvent.fill(end(), '2026-11-10')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => change.mock.calls)
      .toEqual([[{ start: '2026-11-09', end: '2026-11-10' }]])
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('opens at today for invalid ends (U14.106)', async () => {
    show({ value: { start: '2026-13-45', end: 'soon' } })
    await open()
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-21')
    for (const day of ['2026-11-24', '2026-11-26']) {
      document.querySelector<HTMLElement>(`[data-day="${day}"]`)?.click()
      await settled()
    }
    await expect
      .poll(() => change.mock.calls)
      .toEqual([[{ start: '2026-11-24', end: '2026-11-26' }]])
  })

  it('submits a form on Enter only with an accepted range (U14.94)', async () => {
    const sent = vi.fn()
    change.mockClear()
    stage(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(change.mock.lastCall)
        }}
      >
        <DateRangePicker
          label="Period"
          today="2026-11-21"
          defaultValue={standing}
          onChange={change}
        />
        <Button type="submit">Send</Button>
      </form>,
    )
    for (const text of ['2026-13-40', '2026-11-01', '']) {
      await userEvent.fill(end(), text)
      await userEvent.keyboard('{Enter}')
      await expect.element(group()).toHaveAccessibleDescription()
    }
    expect(sent).not.toHaveBeenCalled()
    await userEvent.fill(end(), '2026-11-09')
    await userEvent.keyboard('{Enter}')
    expect(sent.mock.calls).toEqual([[[{ start: '2026-11-03', end: '2026-11-09' }]]])
  })

  it("never submits the previous range by the form's button (U14.98)", async () => {
    const sent = vi.fn()
    change.mockClear()
    stage(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(change.mock.lastCall)
        }}
      >
        {/* Above the field, so that the message does not move it under the pointer. */}
        <Button type="submit">Send</Button>
        <DateRangePicker
          label="Period"
          today="2026-11-21"
          defaultValue={standing}
          onChange={change}
        />
      </form>,
    )
    const send = page.getByRole('button', { name: 'Send' })
    for (const text of ['2026-13-40', '2026-11-01', '']) {
      await userEvent.fill(end(), text)
      await userEvent.click(send)
      await expect.element(group()).toHaveAccessibleDescription()
      expect(
        [start(), end()].map((one) => (one.element() as HTMLInputElement).validity.valid),
      ).toContain(false)
    }
    expect(sent).not.toHaveBeenCalled()
    await userEvent.fill(end(), '2026-11-09')
    await userEvent.click(send)
    expect(sent.mock.calls).toEqual([[[{ start: '2026-11-03', end: '2026-11-09' }]]])
  })

  it('pastes a range into both inputs, refuses a disabled end (U14.84)', async () => {
    show({ defaultValue: standing })
    const paste = async (text: string) => {
      const input = start().element() as HTMLInputElement
      input.select()
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
      await settled()
    }
    await expect.element(start()).toBeVisible()
    await paste('2026/11/10 ~ 2026/11/12')
    expect(change.mock.calls).toEqual([[{ start: '2026-11-10', end: '2026-11-12' }]])
    await paste('2026-11-10 ~ 2026-11-15')
    await expect.element(group()).toHaveAccessibleDescription('This date is not available')
    expect(change).toHaveBeenCalledOnce()
  })

  it('applies a shortcut at once, refuses a disabled end (U14.85)', async () => {
    const shortcuts = [
      { key: 'a', label: 'Closed', range: { start: '2026-11-15', end: '2026-11-21' } },
      { key: 'b', label: 'Open', range: { start: '2026-11-14', end: '2026-11-21' } },
    ]
    show({ shortcuts })
    await open()
    await userEvent.click(page.getByRole('button', { name: 'Closed' }))
    await expect
      .poll(() => document.querySelector('[data-x-part=picker-fault]')?.textContent)
      .toBe('This date is not available')
    await userEvent.click(page.getByRole('button', { name: 'Open', exact: true }))
    await expect.poll(dialog).toBeNull()
    expect(change.mock.calls).toEqual([[{ start: '2026-11-14', end: '2026-11-21' }]])
  })

  it('uses whole days with times and refuses a reversed time (U14.86)', async () => {
    show({ withTime: true })
    await open()
    await tap('2026-11-05')
    await tap('2026-11-05')
    await expect.element(end()).toHaveValue('2026-11-05 23:59:59')
    await userEvent.fill(page.getByRole('textbox', { name: 'End time' }), '12:00')
    await userEvent.keyboard('{Enter}')
    await userEvent.fill(page.getByRole('textbox', { name: 'Start time' }), '13:00')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => document.querySelector('[data-x-part=picker-fault]')?.textContent)
      .toBe('The start must not be later than the end')
    expect(change).toHaveBeenLastCalledWith({
      start: '2026-11-05 00:00:00',
      end: '2026-11-05 12:00:00',
    })
  })

  it('shows one month in a bottom sheet below 768 px (U14.87)', async () => {
    await page.viewport(390, 800)
    show({ defaultValue: standing })
    await userEvent.click(end())
    await expect.poll(() => document.querySelectorAll('[data-x-part=month]').length).toBe(1)
    await animationsEnded()
    await tap('2026-11-10')
    await tap('2026-11-12')
    await expect.poll(dialog).toBeNull()
    expect(change.mock.calls).toEqual([[{ start: '2026-11-10', end: '2026-11-12' }]])
  })

  it('keeps a controlled value (U14.88)', async () => {
    function Fixed() {
      const [value, setValue] = useState<DateRange | null>(standing)
      return (
        <>
          <DateRangePicker label="Period" today="2026-11-21" value={value} onChange={change} />
          <Button onClick={() => setValue(null)}>Empty</Button>
        </>
      )
    }
    change.mockClear()
    stage(<Fixed />)
    await userEvent.fill(end(), '2026-11-20')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => change.mock.calls)
      .toEqual([[{ start: '2026-11-03', end: '2026-11-20' }]])
    await expect.element(end()).toHaveValue('2026-11-08')
    await userEvent.click(page.getByRole('button', { name: 'Empty' }))
    await expect.element(start()).toHaveValue('')
  })
})
