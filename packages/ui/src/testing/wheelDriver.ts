import { pressKey } from './events.ts'
import { isDisabled, oneByRole, textOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

/** Driver of a picker wheel. */
export interface WheelDriver {
  /** Moves by keys to the row with this text and waits until the wheel has stopped. */
  turnTo(text: string): Promise<void>
  /** Announced text of the middle row. */
  text(): Promise<string>
}

/** Creates the driver of a picker wheel. */
export function wheelDriver(context: DriverContext, name: string): WheelDriver {
  const find = () => oneByRole(context, { roles: ['spinbutton'], name })
  return {
    async turnTo(text) {
      const wheel = await find()
      const rows = [...wheel.querySelectorAll<HTMLElement>('[data-x-part=wheel-row]')]
      const aim = rows.findIndex((row) => (row.textContent ?? '').trim() === text)
      if (aim === -1)
        throw new UiTestError(
          'missing',
          `The wheel “${name}” has no “${text}”, but ${rows.map((row) => textOf(row)).join(', ')}.`,
        )
      if (isDisabled(wheel) || rows[aim]?.dataset['disabled'] !== undefined)
        throw new UiTestError('disabled', `The wheel “${name}” does not stop at “${text}”.`)
      const at = () => Number(wheel.getAttribute('aria-valuenow')) - 1
      await context.act(() => wheel.focus())
      for (let presses = 0; at() !== aim && presses < rows.length; presses += 1)
        await pressKey(context, wheel, at() < aim ? 'ArrowDown' : 'ArrowUp')
      await context.until(`the wheel “${name}” to stop`, () => wheel.dataset['phase'] === 'resting')
    },
    text: async () => (await find()).getAttribute('aria-valuetext') ?? '',
  }
}
