import { useLayoutEffect } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'

/** Gives the services, which stand outside of React, the router's verb. */
export function NavigateBridge({ onReady }: { onReady: (navigate: NavigateFunction) => void }) {
  const navigate = useNavigate()
  useLayoutEffect(() => onReady(navigate), [onReady, navigate])
  return null
}
