import { type Clock, sleep } from '@x/kit'
import { classifyToken, type TokenKind } from './classifyToken.ts'

/** Sends the token request. */
export interface DeviceTransport {
  /**
   * `GET /v1/constantid/udid/c1?appId=`. Resolves with the response text, rejects on a failed
   * request.
   */
  readonly fetchToken: (request: {
    readonly appId: string
    readonly signal: AbortSignal
  }) => Promise<string>
}

export type FailureKind = 'sdk-load' | 'empty-token' | 'request-failed'

export interface TokenAnswer {
  readonly status: TokenKind
  readonly token: string
  /** Wall time at which the successful attempt was sent, in milliseconds. */
  readonly sentAt: number
}

export type TokenOutcome =
  | TokenAnswer
  | { readonly status: 'error'; readonly kind: FailureKind }
  | { readonly status: 'timeout' }

export interface TokenRequestOptions {
  readonly transport: DeviceTransport
  readonly appId: string
  /** Loads the device service's script, if it has one. */
  readonly loadSdk?: (() => Promise<void>) | undefined
  readonly clock: Clock
  /** Timeout of both attempts and the delay between them, in milliseconds. */
  readonly requestTimeoutMs: number
  readonly retryDelayMs: number
  /** Called with a response that arrived after the timeout. */
  readonly onLate: (answer: TokenAnswer) => void
}

export interface TokenRequest {
  /** `undefined` when cancelled. */
  readonly outcome: Promise<TokenOutcome | undefined>
  /** Resolves when no request is pending, at the latest after twice the timeout. */
  readonly ended: Promise<void>
  /** Aborts the request and ignores late responses. */
  cancel(): void
}

/**
 * Requests a token with one retry (D2). After the timeout the request continues, because a late
 * response may still be used (D3); it is aborted after twice the timeout.
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
    let attempts = 2
    // Without the script no request is possible. The next trigger loads it again (D14, D17).
    await loadSdk?.().catch(() => (attempts = 0))
    while (!isOver && attempts--) {
      const sentAt = clock.now()
      try {
        const answer = classifyToken(await transport.fetchToken({ appId, signal }))
        if (signal.aborted) return
        if (answer)
          return void (isOver ? onLate : end)({ status: answer.kind, token: answer.token, sentAt })
        kind = 'empty-token'
      } catch {
        kind = 'request-failed'
      }
      if (attempts && !isOver) await sleep(retryDelayMs, { clock, signal })
    }
    end({ status: 'error', kind })
  }
  void Promise.race([run(), ended]).then(cancel)

  return { outcome, ended, cancel }
}
