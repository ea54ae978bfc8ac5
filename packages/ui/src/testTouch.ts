export interface TouchOptions {
  /** Whose controls are measured. */
  readonly within: string
  /** What no finger presses. */
  readonly ignored: string
  /** What is lower than a finger though nothing else stands there. */
  readonly lowered: string
}

/**
 * The controls that a finger hits in less than 44 px from top to bottom though no other begins
 * there, or in less than 24 (docs/adr/ui.md). Journeys send this function into a page as its text:
 * it uses nothing from outside of itself.
 */
export function tooSmall({ within, ignored, lowered }: TouchOptions): string[] {
  /**
   * visual 2: what a finger presses below 768 px, less the line around a field, which is pressed
   * with it and not by its buttons.
   */
  const touch = 44 - 2
  /** What it is at least across, and where rows stand closer than a finger. */
  const narrowest = 24
  const controls =
    'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=menuitem], [role=menuitemradio], [role=switch], [role=checkbox], [role=radio], [role=slider], [role=combobox], [role=spinbutton]'

  const isShown = (control: Element) => {
    const { width, height } = control.getBoundingClientRect()
    return width > 1 && height > 1 && getComputedStyle(control).visibility === 'visible'
  }
  /** What is pressed of a control: a field by its box, a box by its words. */
  const targetOf = (control: Element): Element =>
    (control.matches('input, [role=combobox]') &&
      control.closest(
        'label, [data-x-part=box], [data-x-part=date-box], [data-x-part=select], [data-x-part=multi-select], [data-x-part=autocomplete]',
      )) ||
    control

  /**
   * How far from the middle of a control, along an axis, a finger still hits it, and whether that
   * ends where another begins.
   */
  const reachOf = (control: Element, axis: 'x' | 'y') => {
    const own = targetOf(control)
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
    const hitAt = (by: number) => {
      const at = { ...middle, [axis]: middle[axis] + by }
      return document.elementFromPoint(at.x, at.y)
    }
    const run = (step: number) => {
      let by = 0
      while (Math.abs(by) < 60 && own.contains(hitAt(by + step))) by += step
      return { size: Math.abs(by), meets: Boolean(hitAt(by + step)?.closest(`${controls}, label`)) }
    }
    const [back, on] = [run(-0.5), run(0.5)]
    return { size: back.size + on.size + 0.5, meets: back.meets || on.meets }
  }

  return [...document.querySelectorAll(`:is(${within}) :is(${controls})`)]
    .filter((control) => isShown(control) && !control.matches(`:disabled, ${ignored}`))
    .flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const [wide, high] = [reachOf(control, 'x'), reachOf(control, 'y')]
      const needed = high.meets || control.matches(lowered) ? narrowest : touch
      return wide.size < narrowest || high.size < needed
        ? [`${wide.size} x ${high.size}: ${control.outerHTML.slice(0, 160)}`]
        : []
    })
}
