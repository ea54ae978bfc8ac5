import type { Reporter } from '@x/kit'
import type { TokenCache, TokenReading } from './createTokenCache.ts'
import type { RunExclusive } from './createTabLock.ts'
import type { TokenEntry } from './tokenEntry.ts'
import {
  requestToken,
  type TokenAnswer,
  type TokenOutcome,
  type TokenRequest,
  type TokenRequestOptions,
} from './requestToken.ts'

export interface TokenRefresherOptions extends Omit<TokenRequestOptions, 'onLate'> {
  readonly cache: TokenCache
  readonly runExclusive: RunExclusive
  readonly reporter: Reporter
  /** Shortest time in milliseconds between requests after a demoted token (D4). */
  readonly demotedRetryMs: number
  /** Called when this tab's request changed the cache. */
  readonly onRefreshed: () => void
}

export interface TokenRefresher {
  /** Whether a token request is due. */
  isDue(): boolean
  /**
   * Sends one request among all tabs; resolves when it, or another tab's, has ended. Never rejects.
   */
  refresh(): Promise<void>
  /** Called when another tab changed the cache. */
  onChange(): void
  /** Cancels this tab's request and its wait for the lock. */
  cancel(): void
}

export function createTokenRefresher(options: TokenRefresherOptions): TokenRefresher {
  const { cache, runExclusive, clock } = options
  let request: TokenRequest | undefined
  let refreshing: Promise<void> | undefined
  // When this tab began to wait for the lock, and how to stop waiting.
  let waitingSince = 0
  let queueAbort: AbortController | undefined

  /** An entry with a future time was written before the clock was set back. */
  const isAnswered = () => {
    const { at } = cache.entry()
    return (at > waitingSince && at <= clock.now()) || !isRefreshDue(options)
  }

  const accept = (outcome: TokenOutcome) => {
    report(outcome, options)
    const issued = issuedBy(outcome, cache.token())
    cache.save({ ...cache.entry(), ...issued, status: outcome.status, at: clock.now() })
    options.onRefreshed()
  }
  const acceptLate = (answer: TokenAnswer) => {
    cache.load()
    if (cache.entry().issuedAt <= answer.sentAt) accept(answer)
  }
  const cancel = () => {
    request?.cancel()
    queueAbort?.abort()
    refreshing = undefined
  }
  const start = () => {
    waitingSince = clock.now()
    // A result of an earlier request would be too late now, and waiting for it blocks the lock.
    cancel()
    const { signal } = (queueAbort = new AbortController())
    const work = async (resolveEarly: () => void) => {
      cache.load()
      if (isAnswered() || signal.aborted) return
      request = requestToken({ ...options, onLate: acceptLate })
      const outcome = await request.outcome
      if (outcome) accept(outcome)
      resolveEarly()
      // Keep the lock while a late response may still arrive, so that no other tab requests (D3,
      // D7).
      await request.ended
    }
    const run: Promise<void> = runExclusive(work, { signal }).finally(
      () => void (refreshing === run && (refreshing = undefined)),
    )
    return (refreshing = run)
  }

  return {
    isDue: () => isRefreshDue(options),
    refresh: () => refreshing ?? start(),
    onChange() {
      if (isAnswered()) queueAbort?.abort()
    },
    cancel,
  }
}

function isRefreshDue({ cache, clock, demotedRetryMs }: TokenRefresherOptions): boolean {
  const { status, at } = cache.entry()
  const elapsed = clock.now() - at
  const token = cache.token()
  if (status === 'demoted' && elapsed >= 0 && elapsed < demotedRetryMs) return false
  return token?.kind !== 'success' || token.age !== 'fresh'
}

/**
 * What a request changes of the token. A demoted token never replaces a good one within its
 * validity window (D4). A failure replaces nothing (D5).
 */
function issuedBy(
  outcome: TokenOutcome,
  before: TokenReading | undefined,
): Partial<Pick<TokenEntry, 'token' | 'issuedAt'>> {
  const keepsGood = outcome.status === 'demoted' && before?.kind === 'success' && !before.stale
  return 'token' in outcome && !keepsGood ? { token: outcome.token, issuedAt: outcome.sentAt } : {}
}

/** 41 characters suggest a faulty integration, such as a stray quote (D1). */
function report(outcome: TokenOutcome, { reporter }: TokenRefresherOptions): void {
  if (!('token' in outcome))
    reporter.report({
      kind: 'kind' in outcome ? outcome.kind : 'request-failed',
      detail: { status: outcome.status },
    })
  else if (outcome.token.length === 41) reporter.report({ kind: 'integration-suspect' })
}
