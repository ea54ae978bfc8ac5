import type { ReactNode } from 'react'
import { useLocalePath, usePagePath } from './paths.ts'
import { Link } from './router/Link.tsx'

/** A link to a page, in the language on screen; marks itself while the page, or one below it, is shown. */
export function NavItem({ path, className, label, children }: { path: string; className: string | undefined; label?: string; children: ReactNode }) {
  const to = useLocalePath()
  const shown = usePagePath()
  const isShown = shown === path || (path !== '/' && shown.startsWith(`${path}/`))
  return (
    <Link to={to(path)} className={className} aria-label={label} aria-current={isShown ? 'page' : undefined}>
      {children}
    </Link>
  )
}
