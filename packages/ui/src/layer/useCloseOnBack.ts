import { useEffect, useEffectEvent, useState } from 'react'
import { createBackGuard, type BackHistory } from './createBackGuard.ts'

/** Field of the history state with the mark; a router's own fields are kept. */
const FIELD = 'xBack'

const browserHistory: BackHistory = {
  push: (mark) => history.pushState({ ...(history.state as object | null), [FIELD]: mark }, ''),
  back: () => history.back(),
  mark: () => (history.state as Readonly<Record<string, string>> | null)?.[FIELD],
  onStep(listener) {
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  },
  later: (task) => setTimeout(task),
}

/**
 * One guard for the page, because the history is shared. Entries survive a reload, so the prefix
 * differs between page loads.
 */
const pageBack = /* @__PURE__ */ createBackGuard({
  history: browserHistory,
  prefix: `${performance.timeOrigin}`,
})

/**
 * Calls `onBack` on Back while `isOpen`, instead of leaving the page (U3, U6). A popup that stays
 * open gets the next Back too.
 */
export function useCloseOnBack({
  isOpen,
  onBack,
}: {
  readonly isOpen: boolean
  readonly onBack: () => void
}): void {
  const [times, setTimes] = useState(0)
  const back = useEffectEvent(() => {
    setTimes(times + 1)
    onBack()
  })
  useEffect(() => (isOpen ? pageBack.claim(() => back()) : undefined), [isOpen, times])
}
