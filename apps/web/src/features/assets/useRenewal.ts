import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'

/** Milliseconds: a clock that is ahead of the server's asks no oftener. */
const PAUSE = 60_000

/**
 * Asks again once a moment has come, and until the answer names another; milliseconds since the
 * epoch.
 */
export function useRenewal(at: number | undefined, ask: () => void): void {
  const { clock } = useServices()
  const again = useEffectEvent(ask)
  useEffect(() => {
    if (at === undefined) return undefined
    const wait = () =>
      clock.after(Math.max(PAUSE, at - clock.now()), () => {
        again()
        timer = wait()
      })
    let timer = wait()
    return () => timer.cancel()
  }, [at, clock])
}
