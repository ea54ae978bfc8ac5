import { page, userEvent } from 'vitest/browser'

/** Finds a button by its exact name. */
export const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Clicks a button. */
export const press = (name: string): Promise<void> => userEvent.click(button(name))
/** Returns the z-index of an element or of the popup around it. */
export function layerOf(selector: string): number {
  for (let element = document.querySelector(selector); element; element = element.parentElement) {
    const { zIndex } = getComputedStyle(element)
    if (zIndex !== 'auto') return Number(zIndex)
  }
  return Number.NaN
}
/** Presses at one point and releases at another. */
export function pressAt(from: { x: number; y: number }, to = from): void {
  const start = document.elementFromPoint(from.x, from.y) ?? document.body
  const end = document.elementFromPoint(to.x, to.y) ?? document.body
  const init = (at: { x: number; y: number }) => ({
    bubbles: true,
    cancelable: true,
    button: 0,
    pointerId: 1,
    pointerType: 'mouse',
    clientX: at.x,
    clientY: at.y,
    detail: 1,
  })
  start.dispatchEvent(new PointerEvent('pointerdown', init(from)))
  start.dispatchEvent(new MouseEvent('mousedown', init(from)))
  end.dispatchEvent(new PointerEvent('pointerup', init(to)))
  end.dispatchEvent(new MouseEvent('mouseup', init(to)))
  if (start === end) end.dispatchEvent(new MouseEvent('click', init(to)))
}
