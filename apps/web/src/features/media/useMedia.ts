import { useCallback, useSyncExternalStore } from 'react'

export const PHONE = '(width < 768px)'
export const WIDE = '(width >= 1600px)'

/** Whether the screen fits a media query, followed. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
