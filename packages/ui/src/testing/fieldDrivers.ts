import { leave, press, pressKey, typeOver, write } from './deeds.ts'
import { allByRole, isDisabled, nameOf, oneByRole, textOf } from './find.ts'
import type { Hands } from './hands.ts'
import { UiTestError } from './UiTestError.ts'

export interface ButtonDriver {
  press(): Promise<void>
  isDisabled(): Promise<boolean>
}

export function buttonDriver(
  hands: Hands,
  { roles, name }: { readonly roles: readonly string[]; readonly name: string },
): ButtonDriver {
  const find = () => oneByRole(hands, { roles, name })
  return {
    press: async () => press(hands, await find()),
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
export function textFieldDriver(hands: Hands, name: string): TextFieldDriver {
  const find = async () =>
    (await oneByRole(hands, {
      roles: ['textbox', 'searchbox', 'combobox'],
      name,
    })) as HTMLInputElement
  return {
    async type(text, { endBy } = {}) {
      const field = await find()
      await typeOver(hands, field, text)
      if (endBy === 'enter') await pressKey(hands, field, 'Enter')
      if (endBy === 'leave') await leave(hands, field)
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
export function checkDriver(hands: Hands, name: string): CheckDriver {
  const find = async () =>
    (await oneByRole(hands, { roles: ['checkbox', 'switch'], name })) as HTMLInputElement
  return {
    async set(on) {
      const box = await find()
      if (box.checked !== on) await press(hands, box)
    },
    isOn: async () => (await find()).checked,
  }
}

export interface ChoiceDriver {
  choose(label: string): Promise<void>
  chosen(): Promise<string | undefined>
}

/** A radio group or a segmented control. */
export function choiceDriver(hands: Hands, name: string): ChoiceDriver {
  const find = () => oneByRole(hands, { roles: ['radiogroup'], name })
  return {
    choose: async (label) =>
      press(hands, await oneByRole(hands.within(await find()), { roles: ['radio'], name: label })),
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

export function sliderDriver(hands: Hands, name: string): SliderDriver {
  const find = async () => (await oneByRole(hands, { roles: ['slider'], name })) as HTMLInputElement
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
      await hands.act(() => {
        slider.focus()
        write(slider, String(value))
        slider.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await pressKey(hands, slider, 'ArrowRight')
    },
    value: async () => Number((await find()).value),
    text: async () => (await find()).getAttribute('aria-valuetext') ?? '',
  }
}
