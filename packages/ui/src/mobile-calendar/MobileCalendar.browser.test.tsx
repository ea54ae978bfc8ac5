import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, press } from '../testing/support/presses.ts'
import {
  animationsEnded,
  clearStage,
  settled,
  stage,
  type StageOptions,
} from '../testing/support/stage.tsx'
import MobileCalendars from './demos/MobileCalendars.tsx'

beforeEach(() => page.viewport(390, 800))
afterEach(clearStage)

const sheet = () => document.querySelector('[role=dialog]')
const output = () => document.querySelector('output')?.textContent
const day = (text: string) => document.querySelector<HTMLElement>(`[data-day="${text}"]`)
const note = () => document.querySelector('[data-x-part=calendar-note]')?.textContent
const focused = () => document.activeElement?.getAttribute('data-day')
const months = () => document.querySelectorAll('[data-x-part=month]').length

async function open(mode: string, options?: StageOptions) {
  stage(<MobileCalendars />, options)
  await press(mode)
  await expect.poll(() => day('2026-11-21')).not.toBeNull()
  await animationsEnded()
}
const tap = async (...days: string[]) => {
  for (const one of days) await userEvent.click(day(one) as Element)
}

describe('MobileCalendar (U13)', () => {
  it('opens at today with 44 px days and renders visible months only (U13.20)', async () => {
    await open('single')
    await expect.element(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible()
    await expect.element(page.getByRole('grid', { name: 'November 2026' })).toBeVisible()
    expect(focused()).toBe('2026-11-21')
    expect(day('2026-11-21')?.getAttribute('aria-current')).toBe('date')
    expect(day('2026-11-21')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    expect(months()).toBeLessThanOrEqual(6)
    await expect
      .element(page.getByRole('gridcell', { name: 'Saturday, November 21, 2026' }))
      .toBeInTheDocument()
  })

  it('applies a day on confirm and returns focus (U13.21)', async () => {
    await open('single')
    await expect.element(button('Confirm')).toHaveAttribute('aria-disabled', 'true')
    await tap('2026-11-10', '2026-11-11')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(1)
    await press('Confirm')
    await expect.poll(sheet).toBeNull()
    expect(output()).toBe('2026-11-11')
    await expect.element(button('single')).toHaveFocus()
  })

  it('shortens a long range and shows the maximum (U13.22)', async () => {
    await open('range')
    await tap('2026-11-02')
    await expect.element(button('Confirm')).toHaveAccessibleDescription('Choose a start and an end')
    await tap('2026-11-20')
    await expect.poll(note).toBe('Maximum 7 selectable days')
    expect(day('2026-11-08')?.getAttribute('aria-label')).toBe('Sunday, November 8, 2026, End date')
    expect(day('2026-11-05')?.dataset['span']).toBe('inside')
    await press('Confirm')
    await expect.poll(output).toBe('2026-11-02 2026-11-08')
  })

  it('stops at the maximum of days, and discards on close (U13.23)', async () => {
    await open('multiple')
    await tap(
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
      '2026-11-06',
      '2026-11-07',
      '2026-11-08',
    )
    await expect.poll(note).toBe('Maximum 7 selectable days')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(7)
    await userEvent.keyboard('{Escape}')
    await expect.poll(sheet).toBeNull()
    expect(output()).toBe('')
  })

  it('refuses a disabled day with a reason (U13.24)', async () => {
    await open('single')
    expect(day('2026-11-15')?.getAttribute('aria-disabled')).toBe('true')
    day('2026-11-15')?.click()
    await expect.poll(note).toBe('This date is not available')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(0)
  })

  it('moves by keys across months and years within the ends (U13.25)', async () => {
    await open('single')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(focused).toBe('2026-12-05')
    await userEvent.keyboard('{PageDown}{ArrowRight}{Home}')
    await expect.poll(focused).toBe('2027-01-03')
    await userEvent.keyboard('{Shift>}{PageDown}{/Shift}')
    await expect.poll(focused).toBe('2027-12-20')
    const box = day('2027-12-20')?.getBoundingClientRect()
    expect(box && box.top >= 0 && box.bottom <= 800).toBe(true)
    await userEvent.keyboard('{Shift>}{PageUp}{PageUp}{/Shift}')
    await expect.poll(focused).toBe('2026-01-10')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => day('2026-01-10')?.closest('td')?.getAttribute('aria-selected'))
      .toBe('true')
  })

  it('mirrors days and arrows in Arabic (U13.26)', async () => {
    await open('single', { direction: 'rtl' })
    expect(
      (day('2026-11-22')?.getBoundingClientRect().left ?? 0) <
        (day('2026-11-21')?.getBoundingClientRect().left ?? 0) ||
        day('2026-11-22')?.closest('tr') !== day('2026-11-21')?.closest('tr'),
    ).toBe(true)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(focused).toBe('2026-11-22')
    await expect.element(page.getByRole('grid', { name: 'نوفمبر 2026' })).toBeVisible()
  })

  it('renders months entering the viewport and removes others (U13.27)', async () => {
    await open('single')
    const list = document.querySelector('[data-x-part=month-list]') as HTMLElement
    list.scrollTop = 0
    await expect.poll(() => day('2026-01-10')).not.toBeNull()
    await settled()
    expect(day('2026-11-21')).toBeNull()
    expect(months()).toBeLessThanOrEqual(6)
    expect(day('2026-01-09')?.getAttribute('aria-disabled')).toBe('true')
  })
})
