import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { NavigationType, Router } from 'react-router'
import { createAddress } from './createAddress.ts'

/**
 * The router on the browser's address. A move is a transition: the page on screen stays until the
 * next one is here.
 */
export function AddressRouter({ children }: { children: ReactNode }) {
  const [address] = useState(() => createAddress(window))
  const [{ movement, location }, show] = useState(address.getState)
  useLayoutEffect(
    () => address.subscribe(() => startTransition(() => show(address.getState()))),
    [address],
  )
  return (
    <Router
      location={location}
      navigationType={NavigationType[NAMES[movement]]}
      navigator={address.navigator}
    >
      {children}
    </Router>
  )
}

const NAMES = { PUSH: 'Push', REPLACE: 'Replace', POP: 'Pop' } as const
