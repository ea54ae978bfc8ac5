import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useLocalePath } from './paths.ts'

/** A link to a page, in the language on screen; marks itself while the page is shown. */
export function NavItem({ path, className, label, children }: { path: string; className: string | undefined; label?: string; children: ReactNode }) {
  const to = useLocalePath()
  return (
    <NavLink to={to(path)} end={path === '/'} className={() => className} aria-label={label}>
      {children}
    </NavLink>
  )
}
