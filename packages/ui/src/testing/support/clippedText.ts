/** Returns the start of an element's HTML, for messages. */
export const excerpt = (element: Element): string => element.outerHTML.slice(0, 140)

/**
 * Returns elements whose text is cut off without scrolling or an ellipsis. Two pixels of tolerance
 * are the space around letters.
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
        `${element.scrollWidth}x${element.scrollHeight} in ` +
        `${element.clientWidth}x${element.clientHeight}: ${excerpt(element)}`,
    )
}
