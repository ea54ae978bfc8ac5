import type { Clock, TimerHandle } from '@x/kit'
import { classifyToken, type TokenKind } from './classifyToken.ts'

export interface DeviceTransport {
  /** `GET /v1/constantid/udid/c1?appId=`: the answer's text. Rejects on a failed request. */
  readonly fetchToken: (request: { readonly appId: string; readonly signal: AbortSignal }) => Promise<string>
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
  /** Gives up and aborts; a late answer is not waited for any more. */
  cancel(): void
}

/** One request with one retry (D2). It is not aborted when the time is up: a late answer may still count (D3). */
export function requestToken(options: TokenRequestOptions): TokenRequest {
  const { transport, appId, loadSdk, clock, requestTimeoutMs, retryDelayMs, onLate } = options
  const abort = new AbortController()
  const { signal } = abort
  let settle: (outcome?: TokenOutcome) => void = () => {}
  let isOver = false
  let retry: TimerHandle | undefined
  const outcome = new Promise<TokenOutcome | undefined>((resolve) => (settle = resolve))
  const end = (result?: TokenOutcome) => {
    if (isOver) return
    isOver = true
    deadline.cancel()
    retry?.cancel()
    settle(result)
  }
  const deadline = clock.after(requestTimeoutMs, () => end({ status: 'timeout' }))

  const ask = async (retries: number): Promise<void> => {
    const sentAt = clock.now()
    let kind: FailureKind = 'empty-token'
    try {
      const answer = classifyToken(await transport.fetchToken({ appId, signal }))
      if (signal.aborted) return
      if (answer) return (isOver ? onLate : end)({ status: answer.kind, token: answer.token, sentAt })
    } catch {
      kind = 'request-failed'
    }
    if (retries === 0) end({ status: 'error', kind })
    if (!isOver) retry = clock.after(retryDelayMs, () => void ask(retries - 1))
  }
  const begin = async () => {
    try {
      await loadSdk?.()
    } catch {
      // Nothing can be asked without the script, and no wait brings it: the next trigger loads it anew (D14, D17).
      end({ status: 'error', kind: 'sdk-load' })
    }
    if (!isOver) await ask(1)
  }
  void begin()

  return {
    outcome,
    cancel() {
      abort.abort()
      end()
    },
  }
}
