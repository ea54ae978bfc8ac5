import { useSyncExternalStore } from 'react'

/** Spec section 9: the breakpoint of phones. */
const QUERY = '(width < 768px)'

/** On the server the answer is no: nothing that depends on it is drawn before a press. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false)
}

function isPhone(): boolean {
  return matchMedia(QUERY).matches
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
