import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A new page begins at its top; going back finds the place that was left. Only a change of path moves anything. */
export function useScrollMemory(): void {
  const { pathname, key } = useLocation()
  const kind = useNavigationType()
  const places = useRef(new Map<string, number>())
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current !== pathname) {
      shown.current = pathname
      window.scrollTo(0, kind === 'POP' ? (places.current.get(key) ?? 0) : 0)
    }
    const { current: kept } = places
    const remember = () => void kept.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [pathname, key, kind])
}
