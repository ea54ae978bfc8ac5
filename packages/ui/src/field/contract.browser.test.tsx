import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fieldWidgets, type FieldWidget, type TestProps } from '../testing/support/fieldWidgets.tsx'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'

const keys = (text: string) => userEvent.keyboard(text)

const rows = Object.entries(fieldWidgets).map(([name, widget]) => ({ name, ...widget }))
const withRefused = rows.flatMap(({ refused, ...row }) => (refused ? [{ ...row, refused }] : []))
const withEmpty = rows.flatMap(({ empty, ...row }) => (empty ? [{ ...row, empty }] : []))

/** The controlled and the uncontrolled value of a widget as props. */
const valued = ({ prop }: FieldWidget, value: unknown): TestProps =>
  prop ? { checked: value } : { value }
const startingAt = ({ prop }: FieldWidget, value: unknown): TestProps =>
  prop ? { defaultChecked: value } : { defaultValue: value }

/**
 * Renders a widget in a form, with a button before and after it; with the prop `form` after it.
 */
function show(row: FieldWidget, props: TestProps) {
  const control: { current: HTMLElement | null } = { current: null }
  const sent = vi.fn()
  const { Widget } = row
  const field = <Widget ref={control} name="field" {...props} />
  const page = (
    <form
      key="form"
      id="own-form"
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <button type="button">Before</button>
      {props.form === undefined ? field : null}
      <button type="submit">Send</button>
      <button type="reset">Reset</button>
    </form>
  )
  stage(props.form === undefined ? page : [page, <div key="outside">{field}</div>])
  return { control: () => control.current as HTMLElement, sent }
}

const form = () => document.querySelector('form') as HTMLFormElement
const entries = () => new FormData(form()).getAll('field')
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

describe('field contract', () => {
  it.each(rows)('$name gives a ref to the control that takes the focus', (row) => {
    const { control } = show(row, {})
    control().focus()
    expect(document.activeElement).toBe(control())
  })

  it.each(rows)('$name takes the focus at first with autoFocus', (row) => {
    const { control } = show(row, { autoFocus: true })
    expect(document.activeElement).toBe(control())
  })

  it.each(rows)('$name reports focus and blur once each', async (row) => {
    const [onFocus, onBlur] = [vi.fn(), vi.fn()]
    const { control } = show(row, { onFocus, onBlur })
    control().focus()
    expect(onFocus).toHaveBeenCalledOnce()
    expect(onBlur).not.toHaveBeenCalled()
    await userEvent.click(button('Send'))
    expect(onFocus).toHaveBeenCalledOnce()
    expect(onBlur).toHaveBeenCalledOnce()
  })

  it.each(rows)('$name sets id, ARIA and data attributes on the control', (row) => {
    const { control } = show(row, {
      id: 'own-id',
      'aria-describedby': 'hint',
      'aria-keyshortcuts': 'Alt+A',
      'data-testid': 'own',
    })
    const element = document.querySelector('[data-testid=own]') as HTMLElement
    expect(element.contains(control())).toBe(true)
    expect(element === control()).toBe(row.isGroup !== true)
    expect(element.getAttribute('aria-describedby')?.split(' ')).toContain('hint')
    expect(element.getAttribute('aria-keyshortcuts')).toBe('Alt+A')
    expect(element.id === 'own-id' || control().id === 'own-id').toBe(true)
  })

  it.each(rows)('$name sets class and style on its outermost element', (row) => {
    show(row, { className: 'own-class', style: { marginBlockStart: 7 } })
    const element = form().children[1] as HTMLElement
    expect(element.classList.contains('own-class')).toBe(true)
    expect(element.style.marginBlockStart).toBe('7px')
  })

  it.each(rows)('$name submits its plain value without a value prop', async (row) => {
    const onChange = vi.fn()
    const { control } = show(row, {
      ...startingAt(row, row.first[0]),
      ...valued(row, undefined),
      onChange,
    })
    expect(entries()).toEqual(row.first[1])
    control().focus()
    await row.change()
    await expect.poll(entries).toEqual(row.next[1])
    expect(onChange).toHaveBeenLastCalledWith(row.next[0])
  })

  it.each(rows)('$name returns to its default when the form is reset', async (row) => {
    const { control } = show(row, startingAt(row, row.first[0]))
    const byScript = () => Promise.resolve(form().reset())
    for (const reset of [() => userEvent.click(button('Reset')), byScript]) {
      control().focus()
      await row.change()
      await expect.poll(entries).toEqual(row.next[1])
      await reset()
      await settled()
      expect(entries()).toEqual(row.first[1])
    }
  })

  it.each(rows)('$name keeps a controlled value, in a reset too', async (row) => {
    const onChange = vi.fn()
    const { control } = show(row, {
      ...valued(row, row.next[0]),
      ...startingAt(row, row.first[0]),
    })
    await userEvent.click(button('Reset'))
    await settled()
    expect(entries()).toEqual(row.next[1])
    const { control: other } = show(row, { ...valued(row, row.first[0]), onChange })
    expect(control).not.toBe(other)
    other().focus()
    await row.change()
    // Of a text the first letter is reported, and not kept.
    await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(0)
    await settled()
    expect(entries()).toEqual(row.first[1])
  })

  it.each(rows)('$name takes the focus but no change while read-only', async (row) => {
    const onChange = vi.fn()
    const { control } = show(row, {
      ...startingAt(row, row.first[0]),
      readOnly: true,
      onChange,
    })
    control().focus()
    expect(document.activeElement).toBe(control())
    await keys('{ArrowDown}{ArrowRight} {Home}x')
    await settled()
    expect(onChange).not.toHaveBeenCalled()
    expect(entries()).toEqual(row.first[1])
  })

  it.each(rows)('$name is not submitted while disabled', (row) => {
    show(row, { ...startingAt(row, row.next[0]), disabled: true })
    expect(entries()).toEqual([])
  })

  it.each(withEmpty)('$name stops an empty form while required', async (row) => {
    const { sent, control } = show(row, { ...startingAt(row, row.empty[0]), required: true })
    expect(entries()).toEqual(row.empty[1])
    await userEvent.click(button('Send'))
    expect(sent).not.toHaveBeenCalled()
    await expect.poll(() => document.activeElement).toBe(control())
    const { sent: sentFull } = show(row, { ...startingAt(row, row.next[0]), required: true })
    await userEvent.click(button('Send'))
    expect(sentFull).toHaveBeenCalledOnce()
  })

  it.each(withRefused)('$name stops the form while it refuses a text', async (row) => {
    const { sent, control } = show(row, { ...startingAt(row, row.first[0]), required: true })
    const isValid = () => (control() as HTMLInputElement).checkValidity()
    control().focus()
    await row.refused()
    await expect.poll(isValid).toBe(false)
    await userEvent.click(button('Send'))
    expect(sent).not.toHaveBeenCalled()
    control().focus()
    await row.change()
    await expect.poll(entries).toEqual(row.next[1])
    expect(isValid()).toBe(true)
    await userEvent.click(button('Send'))
    expect(sent).toHaveBeenCalled()
  })

  it.each(withRefused)('$name is valid again once its form is reset', async (row) => {
    const { control } = show(row, startingAt(row, row.first[0]))
    const isValid = () => (control() as HTMLInputElement).checkValidity()
    control().focus()
    await row.refused()
    await expect.poll(isValid).toBe(false)
    await userEvent.click(button('Reset'))
    await expect.poll(isValid).toBe(true)
    expect(entries()).toEqual(row.first[1])
  })

  it.each(rows)('$name belongs to the form that `form` names', async (row) => {
    const outside = { form: 'own-form' }
    const { control } = show(row, { ...outside, ...startingAt(row, row.first[0]) })
    expect(form().contains(control())).toBe(false)
    expect(entries()).toEqual(row.first[1])
    control().focus()
    await row.change()
    await expect.poll(entries).toEqual(row.next[1])
    await userEvent.click(button('Reset'))
    await expect.poll(entries).toEqual(row.first[1])
    show(row, { ...outside, ...startingAt(row, row.next[0]), disabled: true })
    expect(entries()).toEqual([])
  })

  it.each(withEmpty)('$name outside of its form stops it while required', async (row) => {
    const props = { form: 'own-form', required: true, ...startingAt(row, row.empty[0]) }
    const { sent, control } = show(row, props)
    await userEvent.click(button('Send'))
    expect(sent).not.toHaveBeenCalled()
    await expect.poll(() => document.activeElement).toBe(control())
  })
})
