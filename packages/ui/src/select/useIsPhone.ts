import { useSyncExternalStore } from 'react'

/** Spec section 9: the breakpoint of phones. */
const QUERY = '(width < 768px)'

/** On the server the answer is no: nothing that depends on it is drawn before a press. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false)
}

let asked: MediaQueryList | undefined
/**
 * One list for all selects of a page: to ask it is a look at what it knows, a new one is an
 * evaluation.
 */
const phones = () => (asked ??= matchMedia(QUERY))

function isPhone(): boolean {
  return phones().matches
}

function subscribe(listener: () => void): () => void {
  phones().addEventListener('change', listener)
  return () => phones().removeEventListener('change', listener)
}
