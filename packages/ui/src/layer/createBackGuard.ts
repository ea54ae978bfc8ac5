/** The part of the browser history that a popup needs. */
export interface BackHistory {
  /** Adds an entry for the same address with `mark`, keeping the page's own state. */
  push(mark: string): void
  back(): void
  /** Mark of the current entry. */
  mark(): string | undefined
  /** Subscribes to steps through the history; returns the unsubscribe. */
  onStep(listener: () => void): () => void
  /** Runs `task` after the current work, for instance a navigation. */
  later(task: () => void): void
}

interface Claim {
  /** `undefined` while it waits for a pending step. */
  mark: string | undefined
  /** Callback of the popup that owns the entry; `undefined` after its release. */
  onBack: (() => void) | undefined
}

/** Lets popups close on Back. */
export interface BackGuard {
  /**
   * Makes the next Back close the popup instead of leaving the page. Returns the release, for a
   * popup that is closed otherwise.
   */
  claim(onBack: () => void): () => void
}

/**
 * Creates the guard by which Back closes popups (U3). Each open popup owns one history entry; the
 * newest is closed first. A popup closed otherwise removes its entry, unless the page has navigated
 * since: stepping back would undo that navigation.
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
   * A step back that is still pending. A second one would leave the page, and an entry added now
   * would be skipped.
   */
  let stepping = false

  const unsubscribeIfIdle = () => {
    if (claims.length > 0 || stepping) return
    stop?.()
    stop = undefined
  }
  const remove = (claim: Claim) => {
    claims.splice(claims.indexOf(claim), 1)
    unsubscribeIfIdle()
  }
  const pushEntry = (claim: Claim) => {
    made += 1
    claim.mark = `${prefix}-${made}`
    history.push(claim.mark)
  }
  const topEntry = () => claims.findLast((claim) => claim.mark !== undefined)
  /** Removes the entries of closed popups, newest first; an entry below an open popup waits. */
  const settle = () => {
    const top = topEntry()
    if (stepping || !top || top.onBack) return
    if (history.mark() !== top.mark) {
      remove(top)
      return settle()
    }
    // `onStep` removes the claim when the step has happened.
    stepping = true
    history.back()
  }
  const onStep = () => {
    stepping = false
    const top = topEntry()
    if (top && history.mark() !== top.mark) {
      remove(top)
      top.onBack?.()
    }
    settle()
    if (stepping) return
    for (const claim of claims) if (claim.mark === undefined) pushEntry(claim)
    unsubscribeIfIdle()
  }
  /**
   * Returns the entry of a popup that was just closed; the next popup reuses it, as in the repeated
   * effects of StrictMode.
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
    if (!stepping) pushEntry(claim)
    return claim
  }
  return {
    claim(onBack) {
      const claim = released() ?? added()
      claim.onBack = onBack
      return () => {
        if (claim.onBack !== onBack) return
        claim.onBack = undefined
        if (claim.mark === undefined) remove(claim)
        else history.later(settle)
      }
    },
  }
}
