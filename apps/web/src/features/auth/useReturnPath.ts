import { stripLocale } from '@x/locale'
import { useLocation } from 'react-router'

/** Where to go after logging in: `?from=` of this site, never another one. */
export function useReturnPath(fallback: string): string {
  const parameters = new URLSearchParams(useLocation().search)
  const from = parameters.get('from') ?? ''
  // One slash and no backslash: "//host" and "/\host" are other hosts.
  return /^\/(?![/\\])[^\\]*$/.test(from) ? stripLocale(from) : fallback
}
