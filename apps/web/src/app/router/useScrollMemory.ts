import { stripLocale } from '@x/locale'
import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A new page begins at its top; going back finds the place that was left. Only another page moves
 * anything: a change of language or query stays where it is.
 */
export function useScrollMemory(): void {
  const { pathname, key } = useLocation()
  const page = stripLocale(pathname)
  const kind = useNavigationType()
  const places = useRef(new Map<string, number>())
  const shown = useRef(page)
  useLayoutEffect(() => {
    if (shown.current !== page) {
      shown.current = page
      window.scrollTo(0, kind === 'POP' ? (places.current.get(key) ?? 0) : 0)
    }
    const { current: kept } = places
    const remember = () => void kept.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [page, key, kind])
}
