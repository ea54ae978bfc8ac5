/** The part of the browser's history that a popup needs. */
export interface BackHistory {
  /**
   * Adds an entry for the same address that carries `mark`, next to whatever the page keeps there.
   */
  push(mark: string): void
  back(): void
  /** The mark of the present entry. */
  mark(): string | undefined
  /** Hears of every step through the history. */
  onStep(listener: () => void): () => void
  /** Runs `task` once the present work, a navigation included, is done. */
  later(task: () => void): void
}

interface Claim {
  /** `undefined` as long as it waits for a step that is on its way. */
  mark: string | undefined
  /** The popup that holds the entry; `undefined` from its release on. */
  onBack: (() => void) | undefined
}

export interface BackGuard {
  /**
   * Makes the next Back close the popup instead of leaving the page. Returns the verb for a popup
   * that was closed otherwise.
   */
  claim(onBack: () => void): () => void
}

/**
 * U3: Back closes. Each open popup owns one entry of the history; the newest answers first. A popup
 * that closes otherwise takes its entry away again, unless the page has moved on meanwhile:
 * stepping back would then undo that navigation (docs/adr/ui.md).
 */
export function createBackGuard({
  history,
  prefix = 'x-back',
}: {
  readonly history: BackHistory
  readonly prefix?: string
}): BackGuard {
  const claims: Claim[] = []
  let made = 0
  let stop: (() => void) | undefined
  /**
   * A step of ours that the browser has not made yet. A second one before it would leave the page,
   * and an entry added now would be stepped over.
   */
  let stepping = false

  const rest = () => {
    if (claims.length > 0 || stepping) return
    stop?.()
    stop = undefined
  }
  const forget = (claim: Claim) => {
    claims.splice(claims.indexOf(claim), 1)
    rest()
  }
  const enter = (claim: Claim) => {
    made += 1
    claim.mark = `${prefix}-${made}`
    history.push(claim.mark)
  }
  const topEntry = () => claims.findLast((claim) => claim.mark !== undefined)
  /**
   * Takes away the entries of closed popups, from the newest on; an entry below an open popup waits
   * for its turn.
   */
  const settle = () => {
    const top = topEntry()
    if (stepping || !top || top.onBack) return
    if (history.mark() !== top.mark) {
      forget(top)
      return settle()
    }
    // Answered by `onStep`, which forgets the claim; without the step nothing would.
    stepping = true
    history.back()
  }
  const onStep = () => {
    stepping = false
    const top = topEntry()
    if (top && history.mark() !== top.mark) {
      forget(top)
      top.onBack?.()
    }
    settle()
    if (stepping) return
    for (const claim of claims) if (claim.mark === undefined) enter(claim)
    rest()
  }
  /**
   * A popup that was closed a moment ago has left its entry: the next one takes it over, as in the
   * double effects of StrictMode.
   */
  const released = () =>
    stepping
      ? undefined
      : claims.findLast(
          (claim) => !claim.onBack && claim.mark !== undefined && history.mark() === claim.mark,
        )
  const added = (): Claim => {
    const claim: Claim = { mark: undefined, onBack: undefined }
    claims.push(claim)
    stop ??= history.onStep(onStep)
    if (!stepping) enter(claim)
    return claim
  }
  return {
    claim(onBack) {
      const claim = released() ?? added()
      claim.onBack = onBack
      return () => {
        if (claim.onBack !== onBack) return
        claim.onBack = undefined
        if (claim.mark === undefined) forget(claim)
        else history.later(settle)
      }
    },
  }
}
