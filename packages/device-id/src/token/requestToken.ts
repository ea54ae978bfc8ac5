import { type Clock, sleep } from '@x/kit'
import { classifyToken, type TokenKind } from './classifyToken.ts'

export interface DeviceTransport {
  /** `GET /v1/constantid/udid/c1?appId=`: the answer's text. Rejects on a failed request. */
  readonly fetchToken: (request: {
    readonly appId: string
    readonly signal: AbortSignal
  }) => Promise<string>
}

export type FailureKind = 'sdk-load' | 'empty-token' | 'request-failed'

export interface TokenAnswer {
  readonly status: TokenKind
  readonly token: string
  /** Wall time at which the try that succeeded was sent. */
  readonly sentAt: number
}

export type TokenOutcome =
  | TokenAnswer
  | { readonly status: 'error'; readonly kind: FailureKind }
  | { readonly status: 'timeout' }

export interface TokenRequestOptions {
  readonly transport: DeviceTransport
  readonly appId: string
  /** Loads the script of the device service, where there is one. */
  readonly loadSdk?: (() => Promise<void>) | undefined
  readonly clock: Clock
  /** Covers both tries and the wait between them. */
  readonly requestTimeoutMs: number
  readonly retryDelayMs: number
  /** An answer that came after the time was up. */
  readonly onLate: (answer: TokenAnswer) => void
}

export interface TokenRequest {
  /** `undefined` when it was cancelled. */
  readonly outcome: Promise<TokenOutcome | undefined>
  /**
   * Resolves when nothing is under way any more: no later than the outcome takes at most, once
   * more.
   */
  readonly ended: Promise<void>
  /** Gives up and aborts; a late answer is not waited for any more. */
  cancel(): void
}

/**
 * One request with one retry (D2). A late answer may still count (D3): when the time is up the
 * request goes on, and is aborted when as much time has passed again.
 */
export function requestToken(options: TokenRequestOptions): TokenRequest {
  const { transport, appId, loadSdk, clock, requestTimeoutMs, retryDelayMs, onLate } = options
  const abort = new AbortController()
  const { signal } = abort
  let isOver = false
  let end: (result?: TokenOutcome) => void = () => {}
  const outcome = new Promise<TokenOutcome | undefined>((resolve) => {
    end = (result) => {
      isOver = true
      resolve(result)
    }
  })
  const deadline = clock.after(requestTimeoutMs, () => end({ status: 'timeout' }))
  const ended = sleep(2 * requestTimeoutMs, { clock, signal })
  const cancel = () => {
    deadline.cancel()
    end()
    abort.abort()
  }
  const run = async () => {
    let kind: FailureKind = 'sdk-load'
    let tries = 2
    // Nothing can be asked without the script, and no wait brings it: the next trigger loads it
    // anew (D14, D17).
    await loadSdk?.().catch(() => (tries = 0))
    while (!isOver && tries--) {
      const sentAt = clock.now()
      try {
        const answer = classifyToken(await transport.fetchToken({ appId, signal }))
        if (signal.aborted) return
        if (answer)
          return (isOver ? onLate : end)({ status: answer.kind, token: answer.token, sentAt })
        kind = 'empty-token'
      } catch {
        kind = 'request-failed'
      }
      if (tries && !isOver) await sleep(retryDelayMs, { clock, signal })
    }
    end({ status: 'error', kind })
  }
  void Promise.race([run(), ended]).then(cancel)

  return { outcome, ended, cancel }
}
