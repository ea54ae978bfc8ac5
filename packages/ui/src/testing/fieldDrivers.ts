import { leave, press, pressKey, typeOver, write } from './events.ts'
import { allByRole, isDisabled, nameOf, oneByRole, textOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

/** Driver of a button, link, tab or menu item. */
export interface ButtonDriver {
  press(): Promise<void>
  isDisabled(): Promise<boolean>
}

/** Creates the driver of a button. */
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

/** Driver of a text field. */
export interface TextFieldDriver {
  /** Replaces the text; `endBy` then presses Enter or leaves the field. */
  type(text: string, options?: { readonly endBy?: 'enter' | 'leave' }): Promise<void>
  value(): Promise<string>
  /** Error message of the field, if any. */
  error(): Promise<string | undefined>
}

/** Creates the driver of any field for text: text, amount, password, search or area. */
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
      const error = (await find())
        .closest('[data-x-part=field]')
        ?.querySelector('[data-x-part=error]')
      return error ? textOf(error) : undefined
    },
  }
}

/** Driver of a checkbox or switch. */
export interface CheckDriver {
  set(on: boolean): Promise<void>
  isOn(): Promise<boolean>
}

/** Creates the driver of a checkbox or switch. */
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

/** Driver of a radio group or segmented control. */
export interface ChoiceDriver {
  choose(label: string): Promise<void>
  chosen(): Promise<string | undefined>
}

/** Creates the driver of a radio group or segmented control. */
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

/** Driver of a slider. */
export interface SliderDriver {
  /** Moves the thumb and releases it. Throws for a value that is no step or out of range. */
  set(value: number): Promise<void>
  value(): Promise<number>
  /** Announced value, for instance `20x`. */
  text(): Promise<string>
}

/** Creates the driver of a slider. */
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
