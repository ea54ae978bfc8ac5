import { act, fireEvent, screen } from '@testing-library/react'

/** Where a control is looked for: on the whole page, or in a part of it. */
type Queries = Pick<typeof screen, 'getByRole' | 'getByLabelText'>

/**
 * What a user does on a page. Controls are found by their accessible names, also those that a
 * dialog covers: happy-dom hides what lies below one.
 */
export function pageActions(settle: (ms?: number) => Promise<void>) {
  const perform = async (work: () => void) => {
    await act(async () => work())
    await settle(300)
  }
  const button = (name: string | RegExp, part: Queries = screen) =>
    part.getByRole<HTMLButtonElement>('button', { name, hidden: true })
  return {
    /** Presses a button by its name and lets what follows come to rest. */
    async press(name: string | RegExp, part?: Queries) {
      const found = button(name, part)
      await perform(() => void fireEvent.click(found))
    },
    /** Turns a switch, a checkbox or a segment by its role and name. */
    async toggle(role: 'switch' | 'checkbox' | 'radio', name: string | RegExp) {
      const found = screen.getByRole(role, { name, hidden: true })
      await perform(() => void fireEvent.click(found))
    },
    /** Replaces the text of a field. */
    async type(label: string | RegExp, value: string, part: Queries = screen) {
      const field = part.getByLabelText(label, { selector: 'input, textarea' })
      await perform(() => void fireEvent.change(field, { target: { value } }))
    },
    /** The same of a field that was found otherwise. */
    async typeIn(field: HTMLElement | undefined, value: string) {
      await perform(() => void (field && fireEvent.change(field, { target: { value } })))
    },
    /** Opens a list and takes one of its options. */
    async choose(name: string | RegExp, option: string | RegExp) {
      const list = screen.getByRole('combobox', { name, hidden: true })
      await perform(() => void fireEvent.click(list))
      const found = screen.getByRole('option', { name: option, hidden: true })
      await perform(() => void fireEvent.click(found))
    },
    /** Sends the form that a field belongs to, as Enter does. */
    async submit(label: string | RegExp) {
      const form = screen.getByLabelText(label, { selector: 'input, textarea' }).closest('form')
      await perform(() => void (form && fireEvent.submit(form)))
    },
    /** Gives the code that a step-up asks for. */
    async prove(code = '123456') {
      const field = screen.getByRole('textbox', { name: 'Code', hidden: true })
      await perform(() => void fireEvent.change(field, { target: { value: code } }))
      const confirm = button('Confirm')
      await perform(() => void fireEvent.click(confirm))
    },
    button,
  }
}

/** Whether a button takes no presses. */
export const isBlocked = (button: HTMLElement): boolean =>
  button.getAttribute('aria-disabled') === 'true' || button.hasAttribute('disabled')

/** What describes a control to a screen reader: its help, its error, why it is disabled. */
export const descriptionOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()
