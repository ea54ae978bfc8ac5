import { stripLocale } from '@x/locale'
import type { ReactNode } from 'react'
import { Link } from '../router/Link.tsx'
import { useLocalePath } from '../router/paths.ts'
import { useUntrusted } from './useUntrusted.ts'

/** A page of the app; files and calls of the own origin are none. */
const PAGE = /^\/(?!v1\/|static\/)[^.]*$/

/** A link that others wrote: into the app, to where they may lead, or else its text alone. */
export function UntrustedLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string | undefined
  children: ReactNode
}) {
  const to = useLocalePath()
  const safe = useUntrusted().link(href)
  if (safe === '') return <span className={className}>{children}</span>
  if (PAGE.test(safe))
    return (
      <Link className={className} to={to(stripLocale(safe))}>
        {children}
      </Link>
    )
  return (
    <a className={className} href={safe} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
