import { press, typeOver, pressKey } from './events.ts'
import { isDisabled, nameOf, oneByRole } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

/** Driver of a date field. */
export interface DateDriver {
  /** Opens the calendar, turns to the day, for instance `2026-11-18`, and presses it. */
  pick(day: string): Promise<void>
  /** Types a date and presses Enter. */
  type(text: string): Promise<void>
  value(): Promise<string>
}

/** Driver of a date range field. */
export interface DateRangeDriver {
  pick(range: { readonly start: string; readonly end: string }): Promise<void>
  value(): Promise<{ readonly start: string; readonly end: string }>
}

const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7))

async function openCalendar(context: DriverContext, box: Element): Promise<HTMLElement> {
  const opener = box.querySelector<HTMLElement>('button[aria-haspopup]')
  if (!opener) throw new UiTestError('missing', 'The field has no calendar.')
  await press(context, opener)
  return context.until('the calendar', () =>
    context.document.querySelector<HTMLElement>('[data-x-part=calendar]'),
  )
}

/** Turns the calendar to the day and presses it. */
async function pressDay(context: DriverContext, calendar: HTMLElement, day: string): Promise<void> {
  const look = () => calendar.querySelector<HTMLElement>(`[data-day="${day}"]`)
  const monthInSight = () =>
    calendar.querySelector<HTMLElement>('[data-day]')?.dataset['day'] ?? day
  // Year back, month back, month forward, year forward.
  const turns = () => [...calendar.querySelectorAll<HTMLElement>('button:not([data-day])')]
  for (let away = monthsBetween(monthInSight(), day); !look() && away !== 0;) {
    const button = turns()[away < 0 ? (away <= -12 ? 0 : 1) : away >= 12 ? 3 : 2]
    if (!button || isDisabled(button))
      throw new UiTestError('unreachable', `The calendar does not reach ${day}.`)
    await press(context, button)
    away = monthsBetween(monthInSight(), day)
  }
  const found = look()
  if (!found) throw new UiTestError('unreachable', `The calendar has no day ${day}.`)
  if (isDisabled(found)) throw new UiTestError('disabled', `${nameOf(found)} cannot be chosen.`)
  await press(context, found)
}

const gone = (context: DriverContext, calendar: HTMLElement) =>
  context.until('the calendar to close', () => !calendar.isConnected)

/** Waits until the picker is closed; one with times needs its button. */
async function finish(context: DriverContext, calendar: HTMLElement): Promise<void> {
  const done = calendar.parentElement?.querySelector<HTMLElement>('button[data-variant=primary]')
  if (calendar.isConnected && done) await press(context, done)
  await gone(context, calendar)
}

/** Creates the driver of a date field. */
export function dateDriver(context: DriverContext, name: string): DateDriver {
  const find = async () =>
    (await oneByRole(context, { roles: ['textbox'], name })) as HTMLInputElement
  return {
    async pick(day) {
      const box = (await find()).closest('[data-x-part=date-box]')
      if (!box) throw new UiTestError('missing', `“${name}” is no date field.`)
      const calendar = await openCalendar(context, box)
      await pressDay(context, calendar, day)
      await finish(context, calendar)
    },
    async type(text) {
      const input = await find()
      await typeOver(context, input, text)
      await pressKey(context, input, 'Enter')
    },
    value: async () => (await find()).value,
  }
}

/** Creates the driver of a date range field. */
export function dateRangeDriver(context: DriverContext, name: string): DateRangeDriver {
  const find = () => oneByRole(context, { roles: ['group'], name })
  return {
    async pick({ start, end }) {
      const calendar = await openCalendar(context, await find())
      await pressDay(context, calendar, start)
      await pressDay(context, calendar, end)
      await finish(context, calendar)
    },
    async value() {
      const box = await find()
      const read = (end: 'start' | 'end') =>
        box.querySelector<HTMLInputElement>(`[data-x-part=input-${end}]`)?.value ?? ''
      return { start: read('start'), end: read('end') }
    },
  }
}
