import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { playAnimations } from '../testing/support/devTools.ts'
import { animationsEnded, clearStage, settled, stage } from '../testing/support/stage.tsx'
import { DatePicker, type DatePickerProps } from './DatePicker.tsx'

beforeAll(() => playAnimations({ rate: 20 }))
afterAll(() => playAnimations({ rate: 1 }))
beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const change = vi.fn()
const shortcuts = [
  { key: 'eve', label: 'Eve', value: '2026-12-31' },
  { key: 'close', label: 'Holiday', value: '2026-11-15' },
]

function show(props: Partial<DatePickerProps> = {}, direction: 'ltr' | 'rtl' = 'ltr') {
  change.mockClear()
  stage(
    <>
      <DatePicker
        label="Settlement"
        today="2026-11-21"
        min="2026-11-03"
        max="2027-02-20"
        isDisabled={(day) => day === '2026-11-15'}
        onChange={change}
        {...props}
      />
      <Button>After</Button>
    </>,
    { direction },
  )
}

const field = () => page.getByRole('textbox', { name: 'Settlement' })
const dialog = () => document.querySelector('[role=dialog]')
const day = (text: string) => document.querySelector<HTMLElement>(`[data-day="${text}"]`)
const focused = () => document.activeElement?.getAttribute('data-day')
const fault = () => document.querySelector('[data-x-part=picker-fault]')?.textContent

async function open() {
  const opener = () => document.querySelector('[data-x-part=date-box] button[aria-haspopup]')
  await expect.poll(opener).not.toBeNull()
  await userEvent.click(opener() as Element)
  await expect.poll(focused).toBeTruthy()
  await animationsEnded()
}

describe('typing a date (U14)', () => {
  it('is replaced by a new value after a refusal (U14.91)', async () => {
    function Controlled() {
      const [value, setValue] = useState('2026-11-18')
      return (
        <>
          <Button onClick={() => setValue('2026-12-01')}>Other</Button>
          <DatePicker label="Settlement" value={value} onChange={setValue} today="2026-11-21" />
        </>
      )
    }
    stage(<Controlled />)
    await userEvent.fill(field(), '2026-13-40')
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    await userEvent.click(page.getByRole('button', { name: 'Other' }))
    await expect.element(field()).toHaveValue('2026-12-01')
    await expect.element(field()).not.toHaveAttribute('aria-invalid')
  })

  it.each(['2026-13-45', '2026-1-5', 'soon', '1763712000000'])(
    'opens at today for an invalid value or end of %s (U14.105)',
    async (given) => {
      show({ value: given, min: given, max: given, withTime: true, defaultTime: '09:30:00' })
      await open()
      expect(focused()).toBe('2026-11-21')
      day('2026-11-24')?.click()
      await expect.poll(() => change.mock.calls).toEqual([['2026-11-24 09:30:00']])
    },
  )

  it('submits the form on Enter only with an accepted date (U14.92)', async () => {
    const sent = vi.fn()
    stage(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(new FormData(event.currentTarget).get('day'))
        }}
      >
        <DatePicker label="Settlement" name="day" defaultValue="2026-11-18" today="2026-11-21" />
        <Button type="submit">Send</Button>
      </form>,
    )
    await userEvent.fill(field(), '2026-13-40')
    // The second time the text is already refused.
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    expect(sent).not.toHaveBeenCalled()
    await userEvent.fill(field(), '2026-11-20')
    await userEvent.keyboard('{Enter}')
    expect(sent.mock.calls).toEqual([['2026-11-20']])
  })

  it('submits no form on Enter in a refused moment or time field (U14.93)', async () => {
    const sent = vi.fn((event: SubmitEvent) => event.preventDefault())
    stage(
      <form onSubmit={(event) => sent(event.nativeEvent as SubmitEvent)}>
        <DatePicker
          label="Settlement"
          withTime
          name="day"
          defaultValue="2026-11-18 08:00:00"
          today="2026-11-21"
        />
        <Button type="submit">Send</Button>
      </form>,
    )
    await userEvent.fill(field(), '2026-11-18 25:00:00')
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    await open()
    for (const text of ['25:00', '09:30']) {
      await userEvent.fill(page.getByRole('textbox', { name: 'Time' }), text)
      await userEvent.keyboard('{Enter}')
    }
    await expect.element(field()).toHaveValue('2026-11-18 09:30:00')
    expect(sent).not.toHaveBeenCalled()
  })

  it.each([
    ['the browser judges', false, [], [['2026-11-20']]],
    ['judges itself', true, [[null]], [[null], ['2026-11-20']]],
  ])(
    'never submits the previous date in a form that %s (U14.96)',
    async (_who, noValidate, refused, accepted) => {
      const sent = vi.fn()
      stage(
        <form
          noValidate={noValidate}
          onSubmit={(event) => {
            event.preventDefault()
            sent(new FormData(event.currentTarget).get('day'))
          }}
        >
          {/* Above the field, so that the message does not move it under the pointer. */}
          <Button type="submit">Send</Button>
          <DatePicker label="Settlement" name="day" defaultValue="2026-11-18" today="2026-11-21" />
        </form>,
      )
      const send = page.getByRole('button', { name: 'Send' })
      await userEvent.fill(field(), '2026-13-40')
      await userEvent.click(send)
      expect(sent.mock.calls).toEqual(refused)
      await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
      await expect.element(field()).toHaveAccessibleDescription('Use the format YYYY-MM-DD')
      expect((field().element() as HTMLInputElement).validity.valid).toBe(false)
      await userEvent.fill(field(), '2026-11-20')
      await userEvent.click(send)
      expect(sent.mock.calls).toEqual(accepted)
    },
  )

  it('hides the message while editing, so presses below are not lost (U14.99)', async () => {
    show({ defaultValue: '2026-11-18' })
    await userEvent.fill(field(), '2026-13-40')
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveAccessibleDescription('Use the format YYYY-MM-DD')
    await userEvent.fill(field(), '2026-11-2')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('submits nothing while disabled (U14.101)', () => {
    stage(
      <form>
        <DatePicker
          label="Settlement"
          name="day"
          defaultValue="2026-11-18"
          today="2026-11-21"
          disabled
        />
      </form>,
    )
    expect([...new FormData(document.querySelector('form') ?? undefined)]).toEqual([])
  })

  it('shows the message again when the calendar closes without a choice (U14.102)', async () => {
    show({ defaultValue: '2026-11-18' })
    await userEvent.fill(field(), '2026-13-40')
    await open()
    await userEvent.click(day('2026-11-20') as Element)
    await expect.poll(dialog).toBeNull()
    await expect.element(field()).not.toHaveAttribute('aria-invalid')
    await userEvent.fill(field(), '2026-13-40')
    await open()
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    await expect.element(field()).toHaveValue('2026-13-40')
    expect(field().element().getAttribute('aria-invalid')).toBe('true')
    await expect.element(field()).toHaveAccessibleDescription('Use the format YYYY-MM-DD')
  })

  it("blocks a script's submit while typing, with a message (U14.97)", async () => {
    const sent = vi.fn((event: SubmitEvent) => event.preventDefault())
    stage(
      <form onSubmit={(event) => sent(event.nativeEvent as SubmitEvent)}>
        <DatePicker label="Settlement" name="day" defaultValue="2026-11-18" today="2026-11-21" />
      </form>,
    )
    await userEvent.fill(field(), '2026-13')
    document.querySelector('form')?.requestSubmit()
    await expect.element(field()).toHaveAccessibleDescription('Use the format YYYY-MM-DD')
    await expect.element(field()).toHaveFocus()
    expect(sent).not.toHaveBeenCalled()
    await userEvent.keyboard('{Backspace>7/}')
    document.querySelector('form')?.requestSubmit()
    expect(sent).toHaveBeenCalledOnce()
  })

  it('applies on Enter and blur in the format of values (U14.60)', async () => {
    show()
    await userEvent.click(field())
    await userEvent.keyboard('2026/11/9')
    expect(change).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('2026-11-09')
    await userEvent.fill(field(), '2026-11-10')
    await userEvent.tab()
    expect(change.mock.calls).toEqual([['2026-11-09'], ['2026-11-10']])
  })

  it.each([
    ['2026-11-15', 'This date is not available'],
    ['2026-11-02', 'Choose 2026-11-03 or later'],
    ['2027-02-21', 'Choose 2027-02-20 or earlier'],
    ['2026-11-31', 'Use the format YYYY-MM-DD'],
  ])('refuses %s, keeps it and shows: %s (U14.61)', async (text, prompt) => {
    show({ defaultValue: '2026-11-18' })
    await userEvent.fill(field(), text)
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveAccessibleDescription(prompt)
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field()).toHaveValue(text)
    expect(change).not.toHaveBeenCalled()
    await userEvent.fill(field(), '')
    await userEvent.keyboard('{Enter}')
    expect(change.mock.calls).toEqual([['']])
  })
})

describe('date calendar (U14)', () => {
  it('mounts nothing while closed and opens at the value, named (U14.62)', async () => {
    show({ defaultValue: '2026-12-24' })
    await expect.element(field()).toBeVisible()
    expect(document.querySelector('[data-x-part=calendar]')).toBeNull()
    await open()
    await expect.element(page.getByRole('dialog', { name: 'Settlement' })).toBeVisible()
    expect(focused()).toBe('2026-12-24')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(1)
    await expect.element(page.getByRole('columnheader', { name: 'Sunday' })).toBeInTheDocument()
  })

  it('chooses by a press, closes and returns focus (U14.63)', async () => {
    show()
    await open()
    await userEvent.click(day('2026-11-09') as Element)
    await expect.poll(dialog).toBeNull()
    await expect.element(field()).toHaveValue('2026-11-09')
    await expect.element(page.getByRole('button', { name: 'Open calendar' })).toHaveFocus()
  })

  it('opens by Alt+ArrowDown, moves by keys, chooses by Enter (U14.64)', async () => {
    show({ defaultValue: '2026-11-21' })
    await userEvent.click(field())
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(focused).toBe('2026-11-21')
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect.poll(focused).toBe('2026-11-29')
    await userEvent.keyboard('{PageDown}{End}')
    await expect.poll(focused).toBe('2027-01-02')
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    expect(change).not.toHaveBeenCalled()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(focused).toBe('2026-11-21')
    await userEvent.keyboard('{Shift>}{PageDown}{/Shift}{Enter}')
    await expect.poll(dialog).toBeNull()
    expect(change.mock.calls).toEqual([['2027-02-20']])
  })

  it('refuses disabled days and shortcuts and stays open (U14.65)', async () => {
    show({ shortcuts })
    await open()
    day('2026-11-15')?.click()
    await expect.poll(fault).toBe('This date is not available')
    await userEvent.click(page.getByRole('button', { name: 'Holiday' }))
    await settled()
    expect([dialog() === null, change.mock.calls.length]).toEqual([false, 0])
    await userEvent.click(page.getByRole('button', { name: 'Eve' }))
    await expect.poll(dialog).toBeNull()
    expect(change.mock.calls).toEqual([['2026-12-31']])
  })

  it('keeps focus on its page buttons and stops at the ends (U14.66)', async () => {
    show()
    await open()
    const next = page.getByRole('button', { name: 'Next month' })
    await userEvent.click(next)
    await expect.element(page.getByRole('grid', { name: 'December 2026' })).toBeVisible()
    await expect.element(next).toHaveFocus()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(page.getByRole('grid', { name: 'February 2027' })).toBeVisible()
    await expect.element(next).toBeDisabled()
    await expect.element(next).toHaveFocus()
    await expect.element(next).toHaveAccessibleDescription('Choose 2027-02-20 or earlier')
    await animationsEnded()
    const picker = document.querySelector('[data-x-part=picker]') as HTMLElement
    expect([
      picker.scrollWidth - picker.clientWidth,
      picker.scrollHeight - picker.clientHeight,
    ]).toEqual([0, 0])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('grid', { name: 'February 2027' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Previous month' }))
    await userEvent.click(page.getByRole('button', { name: 'Next year' }))
    await expect.element(page.getByRole('grid', { name: 'February 2027' })).toBeVisible()
  })

  it('stays open for a time and resets an invalid one (U14.67)', async () => {
    show({ withTime: true, defaultTime: '08:00:00' })
    await open()
    await userEvent.click(day('2026-11-20') as Element)
    await expect.element(field()).toHaveValue('2026-11-20 08:00:00')
    const time = page.getByRole('textbox', { name: 'Time' })
    await userEvent.fill(time, '9:30')
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('2026-11-20 09:30:00')
    await userEvent.fill(time, '25:00')
    await userEvent.keyboard('{Enter}')
    await expect.element(time).toHaveValue('09:30:00')
    await expect.poll(fault).toBe('Use the format HH:mm:ss')
    await userEvent.click(page.getByRole('button', { name: 'OK' }))
    await expect.poll(dialog).toBeNull()
    expect(change).toHaveBeenLastCalledWith('2026-11-20 09:30:00')
  })

  it('opens a bottom sheet below 768 px (U14.68)', async () => {
    await page.viewport(390, 800)
    show()
    await userEvent.click(field())
    await expect.poll(focused).toBe('2026-11-21')
    await animationsEnded()
    expect(
      Math.round(
        document.querySelector('[data-edge=bottom] > *')?.getBoundingClientRect().bottom ?? 0,
      ),
    ).toBe(800)
    await userEvent.click(day('2026-11-20') as Element)
    await expect.poll(dialog).toBeNull()
    await expect.element(field()).toHaveValue('2026-11-20')
  })

  it('mirrors weeks and arrows in Arabic, keeps dates left to right (U14.69)', async () => {
    show({ defaultValue: '2026-11-18' }, 'rtl')
    await expect.poll(() => document.querySelector('[data-x-part=input]')).not.toBeNull()
    expect(
      getComputedStyle(document.querySelector('[data-x-part=input]') as Element).direction,
    ).toBe('ltr')
    await open()
    expect(day('2026-11-19')?.getBoundingClientRect().right).toBeLessThanOrEqual(
      (day('2026-11-18')?.getBoundingClientRect().left ?? 0) + 1,
    )
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(focused).toBe('2026-11-19')
  })

  it('clears, and ignores presses when disabled (U14.70)', async () => {
    show({ clearable: true, defaultValue: '2026-11-18' })
    await userEvent.click(page.getByRole('button', { name: 'Clear' }))
    expect(change.mock.calls).toEqual([['']])
    show({ disabled: true, clearable: true, defaultValue: '2026-11-18' })
    await expect.element(field()).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Open calendar' })).toBeDisabled()
  })
})
