import { useSyncExternalStore } from 'react'

/** Breakpoint of phones (spec section 9). */
const QUERY = '(width < 768px)'

/**
 * Returns whether the viewport is a phone's. False on the server: nothing that depends on it is
 * rendered before a press.
 */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false)
}

let phoneQuery: MediaQueryList | undefined
/** One `MediaQueryList` for all selects: reading it is cheap, creating one is not. */
const phones = () => (phoneQuery ??= matchMedia(QUERY))

function isPhone(): boolean {
  return phones().matches
}

function subscribe(listener: () => void): () => void {
  phones().addEventListener('change', listener)
  return () => phones().removeEventListener('change', listener)
}
