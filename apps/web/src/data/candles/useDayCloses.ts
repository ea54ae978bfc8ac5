import { useStore } from '@x/kit/react'
import { useEffect } from 'react'
import { useAppServices } from '../services/appServices.ts'

/** How often their age is looked at, in milliseconds. */
const LOOK_MS = 60_000
const NONE: readonly string[] = []

/**
 * The closes of the last day, one for each half hour; none until they are known. Fetched anew when
 * they are old, while the page is seen.
 */
export function useDayCloses(symbol: string): readonly string[] {
  const { clock, reference, visibility } = useAppServices()
  const query = reference.dayCloses(symbol)
  useEffect(() => {
    const look = () => void (visibility.isVisible() && query.fetch())
    query.fetch()
    let timer = clock.after(LOOK_MS, tick)
    function tick(): void {
      look()
      timer = clock.after(LOOK_MS, tick)
    }
    const stop = visibility.subscribe(look)
    return () => {
      timer.cancel()
      stop()
    }
  }, [clock, query, visibility])
  return useStore(query).data ?? NONE
}
