import type { Clock, TimerHandle } from '@x/kit'
import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUserStream } from '../../data/hooks/useUserStream.ts'

/** Milliseconds: a curve of days need not follow each of a burst of fills. */
const PAUSE = 10_000

/**
 * Asks again after a fill, the first at once and those of the next seconds together at their end,
 * as long as the curve is shown.
 */
export function useFreshHistory(ask: () => unknown): void {
  const userStream = useUserStream()
  const { clock } = useServices()
  const again = useEffectEvent(() => void ask())
  useEffect(() => {
    const refetch = atMostEvery(PAUSE, { clock, run: () => again() })
    // The first snapshot repeats what the page has fetched; a later one may close a gap of
    // unknown length.
    let hasBegun = userStream.status.getState() === 'live'
    const leave = userStream.subscribe(({ topic, type }) => {
      if (topic !== 'fills') return
      if (type === 'delta' || hasBegun) refetch.now()
      hasBegun = true
    })
    return () => {
      leave()
      refetch.stop()
    }
  }, [userStream, clock])
}

/** Runs at once, and what is wanted within the pause that follows once more at its end. */
function atMostEvery(
  pause: number,
  { clock, run }: { readonly clock: Clock; readonly run: () => void },
) {
  let timer: TimerHandle | undefined
  let isWanted = false
  const now = (): void => {
    if (timer) {
      isWanted = true
      return
    }
    timer = clock.after(pause, () => {
      timer = undefined
      if (isWanted) now()
    })
    isWanted = false
    run()
  }
  return { now, stop: () => timer?.cancel() }
}
