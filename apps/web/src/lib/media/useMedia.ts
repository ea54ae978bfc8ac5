import { useMemo, useSyncExternalStore } from 'react'

export const PHONE = '(width < 768px)'
/** Phones too: the panels are below each other. */
export const TABLET = '(width < 1024px)'
export const LARGE = '(width >= 1280px)'
export const WIDE = '(width >= 1600px)'

/** Whether the screen fits a media query, followed. */
export function useMedia(query: string): boolean {
  const { subscribe, fits } = useMemo(() => mediaStore(query), [query])
  return useSyncExternalStore(subscribe, fits, () => false)
}

/** One list for all questions: a component that is drawn with every frame asks it as often. */
function mediaStore(query: string) {
  const list = matchMedia(query)
  return {
    subscribe(onChange: () => void) {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    fits: () => list.matches,
  }
}
