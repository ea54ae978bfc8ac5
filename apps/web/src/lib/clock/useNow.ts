import { useEffect, useState } from 'react'
import { useServices } from '../services/servicesContext.ts'

/** The local time, ms since the epoch, updated every second. */
export function useNow(): number {
  const { clock } = useServices()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    let timer = clock.after(1_000, tick)
    function tick(): void {
      setNow(clock.now())
      timer = clock.after(1_000, tick)
    }
    return () => timer.cancel()
  }, [clock])
  return now
}
