import type { ReactNode } from 'react'
import { usePagePath, usePlace } from './paths.ts'
import { Link } from './Link.tsx'

/**
 * A link to a page, in the language on screen, unless paper mode has no such page; marks itself
 * while the page, or one below it unless `isExact`, is shown.
 */
export function NavItem({
  path,
  className,
  label,
  isExact = false,
  children,
}: {
  path: string
  className: string | undefined
  label?: string
  isExact?: boolean
  children: ReactNode
}) {
  const place = usePlace()(path)
  const shown = usePagePath()
  const isShown = shown === path || (!isExact && path !== '/' && shown.startsWith(`${path}/`))
  if (place === undefined) return null
  return (
    <Link
      to={place}
      className={className}
      aria-label={label}
      aria-current={isShown ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
