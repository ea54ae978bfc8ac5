import { leave, press, pressKey, typeOver, write } from './events.ts'
import { allByRole, isDisabled, nameOf, oneByRole, textOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

export interface ButtonDriver {
  press(): Promise<void>
  isDisabled(): Promise<boolean>
}

export function buttonDriver(
  context: DriverContext,
  { roles, name }: { readonly roles: readonly string[]; readonly name: string },
): ButtonDriver {
  const find = () => oneByRole(context, { roles, name })
  return {
    press: async () => press(context, await find()),
    isDisabled: async () => isDisabled(await find()),
  }
}

export interface TextFieldDriver {
  /** Replaces what is written, and ends by Enter or by leaving the field if so told. */
  type(text: string, options?: { readonly endBy?: 'enter' | 'leave' }): Promise<void>
  value(): Promise<string>
  /** What the field finds wrong; `undefined` when nothing. */
  error(): Promise<string | undefined>
}

/** Text, amount, password, search and area: whatever text is typed into. */
export function textFieldDriver(context: DriverContext, name: string): TextFieldDriver {
  const find = async () =>
    (await oneByRole(context, {
      roles: ['textbox', 'searchbox', 'combobox'],
      name,
    })) as HTMLInputElement
  return {
    async type(text, { endBy } = {}) {
      const field = await find()
      await typeOver(context, field, text)
      if (endBy === 'enter') await pressKey(context, field, 'Enter')
      if (endBy === 'leave') await leave(context, field)
    },
    value: async () => (await find()).value,
    async error() {
      const told = (await find())
        .closest('[data-x-part=field]')
        ?.querySelector('[data-x-part=error]')
      return told ? textOf(told) : undefined
    },
  }
}

export interface CheckDriver {
  set(on: boolean): Promise<void>
  isOn(): Promise<boolean>
}

/** A checkbox or a switch. */
export function checkDriver(context: DriverContext, name: string): CheckDriver {
  const find = async () =>
    (await oneByRole(context, { roles: ['checkbox', 'switch'], name })) as HTMLInputElement
  return {
    async set(on) {
      const box = await find()
      if (box.checked !== on) await press(context, box)
    },
    isOn: async () => (await find()).checked,
  }
}

export interface ChoiceDriver {
  choose(label: string): Promise<void>
  chosen(): Promise<string | undefined>
}

/** A radio group or a segmented control. */
export function choiceDriver(context: DriverContext, name: string): ChoiceDriver {
  const find = () => oneByRole(context, { roles: ['radiogroup'], name })
  return {
    choose: async (label) =>
      press(
        context,
        await oneByRole(context.within(await find()), { roles: ['radio'], name: label }),
      ),
    async chosen() {
      const radio = allByRole(await find(), ['radio']).find(
        (one) => (one as HTMLInputElement).checked,
      )
      return radio && nameOf(radio)
    },
  }
}

export interface SliderDriver {
  /** Moves the thumb and lets go; a value off the steps or the ends is refused. */
  set(value: number): Promise<void>
  value(): Promise<number>
  /** What readers hear: `20x`. */
  text(): Promise<string>
}

export function sliderDriver(context: DriverContext, name: string): SliderDriver {
  const find = async () =>
    (await oneByRole(context, { roles: ['slider'], name })) as HTMLInputElement
  return {
    async set(value) {
      const slider = await find()
      if (slider.disabled) throw new UiTestError('disabled', `The slider “${name}” is disabled.`)
      const [min, max, step] = [Number(slider.min), Number(slider.max), Number(slider.step)]
      if (
        value < min ||
        value > max ||
        Math.abs((value - min) / step - Math.round((value - min) / step)) > 1e-9
      )
        throw new UiTestError(
          'unreachable',
          `The slider “${name}” goes from ${min} to ${max} by ${step}: never to ${value}.`,
        )
      await context.act(() => {
        slider.focus()
        write(slider, String(value))
        slider.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await pressKey(context, slider, 'ArrowRight')
    },
    value: async () => Number((await find()).value),
    text: async () => (await find()).getAttribute('aria-valuetext') ?? '',
  }
}
