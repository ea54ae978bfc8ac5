import { useEffect, useEffectEvent, useState } from 'react'
import { createBackGuard, type BackHistory } from './createBackGuard.ts'

/** The field of an entry's state that holds the mark; what a router keeps there stays. */
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
 * One a page: the history is shared by everything on it. Entries outlive a reload, so the marks of
 * two loads differ.
 */
const pageBack = /* @__PURE__ */ createBackGuard({
  history: browserHistory,
  prefix: `${performance.timeOrigin}`,
})

/**
 * U3, U6: while `isOpen`, Back means `onBack` and leaves the page where it is; a popup that stays
 * open all the same hears the next one too.
 */
export function useBackCloses({
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
