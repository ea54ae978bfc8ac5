import { pressKey } from './deeds.ts'
import { isDisabled, oneByRole, textOf } from './find.ts'
import type { Hands } from './hands.ts'
import { UiTestError } from './UiTestError.ts'

export interface WheelDriver {
  /** Turns by keys to the row with this text and waits until the wheel rests. */
  turnTo(text: string): Promise<void>
  /** What readers hear of the row in the middle. */
  text(): Promise<string>
}

export function wheelDriver(hands: Hands, name: string): WheelDriver {
  const find = () => oneByRole(hands, { roles: ['spinbutton'], name })
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
      await hands.act(() => wheel.focus())
      for (let presses = 0; at() !== aim && presses < rows.length; presses += 1)
        await pressKey(hands, wheel, at() < aim ? 'ArrowDown' : 'ArrowUp')
      await hands.until(`the wheel “${name}” to rest`, () => wheel.dataset['phase'] === 'resting')
    },
    text: async () => (await find()).getAttribute('aria-valuetext') ?? '',
  }
}
