import type { Reporter } from '@x/kit'
import type { TokenCache } from './createTokenCache.ts'
import type { Turn } from './createTabLock.ts'
import {
  requestToken,
  type TokenAnswer,
  type TokenOutcome,
  type TokenRequest,
  type TokenRequestOptions,
} from './requestToken.ts'

export interface TokenRefresherOptions extends Omit<TokenRequestOptions, 'onLate'> {
  readonly shelf: TokenCache
  readonly turn: Turn
  readonly reporter: Reporter
  /** A demoted token is asked for again no sooner than this (D4). */
  readonly demotedRetryMs: number
  /** The shelf changed by this tab's request. */
  readonly onRefreshed: () => void
}

export interface TokenRefresher {
  /** Whether a request is worth while. */
  isDue(): boolean
  /** One request among all tabs; resolves when it, or another tab's, has ended. Never rejects. */
  collect(): Promise<void>
  /** Another tab has put something on the shelf. */
  hear(): void
  /** Gives up this tab's request and its place in the queue. */
  cancel(): void
}

export function createTokenRefresher(options: TokenRefresherOptions): TokenRefresher {
  const { shelf, turn, clock, reporter, demotedRetryMs, onRefreshed } = options
  let request: TokenRequest | undefined
  let collecting: Promise<void> | undefined
  // When this tab began to wait for its turn, and how it leaves the queue.
  let since = 0
  let leave = new AbortController()

  const isDue = () => {
    const { status, at } = shelf.entry()
    const elapsed = clock.now() - at
    if (status === 'demoted' && elapsed >= 0 && elapsed < demotedRetryMs) return false
    const token = shelf.token()
    return token?.kind !== 'success' || token.age !== 'fresh'
  }
  /** An answer from the future is from before the clock was set back. */
  const isAnswered = () => {
    const { at } = shelf.entry()
    return (at > since && at <= clock.now()) || !isDue()
  }

  const accept = (outcome: TokenOutcome) => {
    const { status } = outcome
    report(outcome, reporter)
    const before = shelf.token()
    // A demoted token never replaces a good one inside its validity window (D4); a failure replaces
    // nothing (D5).
    const keepsGood = status === 'demoted' && before?.kind === 'success' && !before.stale
    const issued =
      'token' in outcome && !keepsGood ? { token: outcome.token, issuedAt: outcome.sentAt } : {}
    shelf.keep({ ...shelf.entry(), ...issued, status, at: clock.now() })
    onRefreshed()
  }
  const acceptLate = (answer: TokenAnswer) => {
    shelf.load()
    if (shelf.entry().issuedAt <= answer.sentAt) accept(answer)
  }
  const cancel = () => {
    request?.cancel()
    leave.abort()
    collecting = undefined
  }
  const takeTurn = () => {
    since = clock.now()
    // What an earlier request still waits for would be too late now, and keeps the turn from
    // everybody.
    cancel()
    leave = new AbortController()
    const { signal } = leave
    const work = async (tell: () => void) => {
      shelf.load()
      if (isAnswered() || signal.aborted) return
      request = requestToken({ ...options, onLate: acceptLate })
      const outcome = await request.outcome
      if (outcome) accept(outcome)
      tell()
      // No other tab asks while a late answer may still come (D3, D7).
      await request.ended
    }
    const run: Promise<void> = turn(work, { signal }).finally(
      () => void (collecting === run && (collecting = undefined)),
    )
    return (collecting = run)
  }

  return {
    isDue,
    collect: () => collecting ?? takeTurn(),
    hear() {
      if (isAnswered()) leave.abort()
    },
    cancel,
  }
}

/** 41 characters hint at a faulty integration, a quote or a letter too many (D1). */
function report(outcome: TokenOutcome, reporter: Reporter): void {
  if (!('token' in outcome))
    reporter.report({
      kind: 'kind' in outcome ? outcome.kind : 'request-failed',
      detail: { status: outcome.status },
    })
  else if (outcome.token.length === 41) reporter.report({ kind: 'integration-suspect' })
}
