/** Options of `tooSmall`. */
export interface TouchOptions {
  /** Selector of the measured area. */
  readonly within: string
  /** Selector of controls that are not touch targets. */
  readonly ignored: string
  /** Selector of controls that are lower than 44 px with nothing beside them. */
  readonly lowered: string
}

/**
 * Returns the controls whose touch target is lower than 44 px though no other control is beside it,
 * or smaller than 24 px. Journeys send this function as text into a page, so it must be
 * self-contained.
 */
export function tooSmall({ within, ignored, lowered }: TouchOptions): string[] {
  /**
   * Minimal height on a phone (visual.md), less the border around a field, which belongs to the
   * field and not to its buttons.
   */
  const touch = 44 - 2
  /** Minimal width, and minimal height of dense rows. */
  const narrowest = 24
  const controls =
    'button, a[href], input, select, textarea, summary, [role=button], [role=tab], ' +
    '[role=option], [role=menuitem], [role=menuitemradio], [role=switch], [role=checkbox], ' +
    '[role=radio], [role=slider], [role=combobox], [role=spinbutton]'

  const isShown = (control: Element) => {
    const { width, height } = control.getBoundingClientRect()
    return width > 1 && height > 1 && getComputedStyle(control).visibility === 'visible'
  }
  /** Returns the pressed element of a control: the box of a field, the label of a checkbox. */
  const targetOf = (control: Element): Element =>
    (control.matches('input, [role=combobox]') &&
      control.closest(
        'label, [data-x-part=box], [data-x-part=date-box], [data-x-part=select], ' +
          '[data-x-part=multi-select], [data-x-part=autocomplete]',
      )) ||
    control

  /**
   * Returns how far from the middle of a control a press still hits it, in pixels, and whether
   * another control is beside it.
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
