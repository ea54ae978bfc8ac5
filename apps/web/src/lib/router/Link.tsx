import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useNavigate } from 'react-router'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string
  /** Takes the place of the entry that is shown. */
  readonly replace?: boolean
}

/**
 * A link to a page of the app. A plain press goes there without a load; whatever opens a tab or a
 * window is left to the browser.
 */
export function Link({ to, replace = false, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const here = createPath(useLocation())
  const navigate = useNavigate()
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event, rest.target)) return
    event.preventDefault()
    // The page that is shown already gets no second entry.
    void navigate(to, { replace: replace || href === here })
  }
  return (
    <a {...rest} href={href} onClick={onPress}>
      {children}
    </a>
  )
}

function opensElsewhere(
  { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent,
  target: string | undefined,
): boolean {
  return (
    button !== 0 ||
    metaKey ||
    ctrlKey ||
    shiftKey ||
    altKey ||
    (target !== undefined && target !== '_self')
  )
}
