import type { ReactNode } from 'react'
import { useLocalePath, usePagePath } from './paths.ts'
import { Link } from './Link.tsx'

/**
 * A link to a page, in the language on screen; marks itself while the page, or one below it unless
 * `isExact`, is shown.
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
  const to = useLocalePath()
  const shown = usePagePath()
  const isShown = shown === path || (!isExact && path !== '/' && shown.startsWith(`${path}/`))
  return (
    <Link
      to={to(path)}
      className={className}
      aria-label={label}
      aria-current={isShown ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
