import { isDisabled, isInReach, nameOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex]'
const windowOf = (element: Element) => element.ownerDocument.defaultView ?? window

function assertUsable(element: Element): void {
  if (!isInReach(element))
    throw new UiTestError('missing', `“${nameOf(element)}” is hidden, or behind a modal.`)
  if (isDisabled(element)) throw new UiTestError('disabled', `“${nameOf(element)}” is disabled.`)
}

/** Presses with the main mouse button: pointer events, focus and click. */
export async function press(
  context: DriverContext,
  element: HTMLElement,
  { shift = false }: { readonly shift?: boolean } = {},
): Promise<void> {
  assertUsable(element)
  await context.act(() => {
    const view = windowOf(element)
    const at = { bubbles: true, cancelable: true, composed: true, shiftKey: shift }
    const pointer = (type: string) =>
      element.dispatchEvent(
        new view.PointerEvent(type, {
          ...at,
          pointerId: 1,
          pointerType: 'mouse',
          isPrimary: true,
          button: 0,
        }),
      )
    const mouse = (type: string) =>
      element.dispatchEvent(new view.MouseEvent(type, { ...at, button: 0, detail: 1 }))
    pointer('pointerover')
    pointer('pointermove')
    // A prevented press does not move the focus.
    if (pointer('pointerdown') && mouse('mousedown'))
      element.closest<HTMLElement>(FOCUSABLE)?.focus()
    pointer('pointerup')
    mouse('mouseup')
    if (shift) mouse('click')
    else element.click()
  })
}

/** Presses a key; returns false if the page prevented the default. */
export async function pressKey(
  context: DriverContext,
  element: HTMLElement,
  key: string,
): Promise<boolean> {
  let allowed = true
  await context.act(() => {
    const view = windowOf(element)
    const init = { key, code: key, bubbles: true, cancelable: true, composed: true }
    allowed = element.dispatchEvent(new view.KeyboardEvent('keydown', init))
    element.dispatchEvent(new view.KeyboardEvent('keyup', init))
  })
  return allowed
}

type Writable = HTMLInputElement | HTMLTextAreaElement

/** Sets the value with the DOM's own setter: React only notices that. */
export function write(element: Writable, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value')?.set?.call(
    element,
    value,
  )
}

/** Selects all and types over it, key by key. */
export async function typeOver(
  context: DriverContext,
  element: Writable,
  text: string,
): Promise<void> {
  assertUsable(element)
  if (element.readOnly) throw new UiTestError('disabled', `“${nameOf(element)}” can only be read.`)
  await context.act(() => element.focus())
  // A field may rewrite its value on focus.
  await context.act(() => element.select())
  if (text === '' && element.value !== '')
    await insert(context, element, { data: null, inputType: 'deleteContentBackward' })
  for (const letter of text)
    await insert(context, element, { data: letter, inputType: 'insertText' })
}

async function insert(
  context: DriverContext,
  element: Writable,
  { data, inputType }: { readonly data: string | null; readonly inputType: string },
): Promise<void> {
  const view = windowOf(element)
  const key = { key: data ?? 'Backspace', bubbles: true, cancelable: true, composed: true }
  await context.act(() => {
    if (!element.dispatchEvent(new view.KeyboardEvent('keydown', key))) return
    const before = {
      start: element.selectionStart ?? element.value.length,
      end: element.selectionEnd ?? element.value.length,
    }
    const input = { data, inputType, bubbles: true, composed: true }
    if (!element.dispatchEvent(new view.InputEvent('beforeinput', { ...input, cancelable: true })))
      return
    write(
      element,
      element.value.slice(0, before.start) + (data ?? '') + element.value.slice(before.end),
    )
    // Inputs of type email have no selection.
    if (element.selectionStart !== null)
      element.setSelectionRange(
        before.start + (data ?? '').length,
        before.start + (data ?? '').length,
      )
    element.dispatchEvent(new view.InputEvent('input', input))
    element.dispatchEvent(new view.KeyboardEvent('keyup', key))
  })
}

/** Blurs a field, like Tab. */
export const leave = (context: DriverContext, element: HTMLElement): Promise<void> =>
  context.act(() => element.blur())
