/** The beginning of an element, to find it by. */
export const told = (element: Element): string => element.outerHTML.slice(0, 140)

/**
 * Text that is cut off by a box that cannot be scrolled and shows no ellipsis. Under two pixels it
 * is the room around letters.
 */
export function clipped(within = 'main'): string[] {
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  return [...document.querySelectorAll<HTMLElement>(`${within} *`)]
    .filter((element) => {
      if (
        element.clientWidth <= 1 ||
        !element.textContent?.trim() ||
        element.matches('[data-x-part=wheel], [role=spinbutton]')
      )
        return false
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      return (
        (cuts(overflowY) && element.scrollHeight > element.clientHeight + 2) ||
        (cuts(overflowX) &&
          textOverflow !== 'ellipsis' &&
          element.scrollWidth > element.clientWidth + 2)
      )
    })
    .map(
      (element) =>
        `${element.scrollWidth}x${element.scrollHeight} in ${element.clientWidth}x${element.clientHeight}: ${told(element)}`,
    )
}
