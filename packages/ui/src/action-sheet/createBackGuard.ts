/** The part of the browser's history that a popup needs. */
export interface BackHistory {
  /** Adds an entry for the same address that carries `mark`, next to whatever the page keeps there. */
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
  readonly mark: string
  /** The popup that holds the entry; `undefined` from its release on. */
  onBack: (() => void) | undefined
}

export interface BackGuard {
  /** Makes the next Back close the popup instead of leaving the page. Returns the verb for a popup that was closed otherwise. */
  claim(onBack: () => void): () => void
}

/**
 * U3: Back closes. Each open popup owns one entry of the history; the newest answers first. A popup that closes otherwise takes its entry
 * away again, unless the page has moved on meanwhile: stepping back would then undo that navigation (decision 191).
 */
export function createBackGuard({ history, prefix = 'x-back' }: { readonly history: BackHistory; readonly prefix?: string }): BackGuard {
  const claims: Claim[] = []
  let made = 0
  let stop: (() => void) | undefined

  const forget = (claim: Claim) => {
    claims.splice(claims.indexOf(claim), 1)
    if (claims.length > 0) return
    stop?.()
    stop = undefined
  }
  /** Takes away the entries of closed popups, from the newest on; an entry below an open popup waits for its turn. */
  const settle = () => {
    const top = claims.at(-1)
    if (!top || top.onBack) return
    // The step back is answered by `onStep`, which forgets the claim; without the step nothing would.
    if (history.mark() === top.mark) return history.back()
    forget(top)
    settle()
  }
  const onStep = () => {
    const top = claims.at(-1)
    if (!top || history.mark() === top.mark) return
    forget(top)
    top.onBack?.()
    settle()
  }
  /** A popup that was closed a moment ago has left its entry: the next one takes it over, as in the double effects of StrictMode. */
  const released = () => claims.findLast((claim) => !claim.onBack && history.mark() === claim.mark)
  const added = (): Claim => {
    made += 1
    const claim: Claim = { mark: `${prefix}-${made}`, onBack: undefined }
    history.push(claim.mark)
    claims.push(claim)
    stop ??= history.onStep(onStep)
    return claim
  }
  return {
    claim(onBack) {
      const claim = released() ?? added()
      claim.onBack = onBack
      return () => {
        if (claim.onBack !== onBack) return
        claim.onBack = undefined
        history.later(settle)
      }
    },
  }
}
