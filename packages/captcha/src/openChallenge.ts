import type { Clock } from '@x/kit'
import { CaptchaError } from './CaptchaError.ts'
import type { Challenge, ChallengeConfig, InitChallenge } from './provider.ts'

export interface OpenChallengeOptions {
  readonly init: InitChallenge
  readonly config: ChallengeConfig
  readonly clock: Clock
  /** Milliseconds until the challenge must be ready. */
  readonly readyMs: number
  readonly signal: AbortSignal
  readonly onShown: () => void
}

export type ChallengeOutcome =
  | { readonly kind: 'solved'; readonly proof: unknown }
  | { readonly kind: 'closed' }

/**
 * Shows one challenge and waits for its first word: solved, closed, or an error. Whatever the
 * script does afterwards, twice or out of turn, changes nothing; the challenge is destroyed exactly
 * once, even one that arrives after the end (C9, C11).
 */
export function openChallenge({
  init,
  config,
  clock,
  readyMs,
  signal,
  onShown,
}: OpenChallengeOptions): Promise<ChallengeOutcome> {
  return new Promise((resolve, reject) => {
    let challenge: Challenge | undefined
    let over = false
    let shown = false

    const end = (tell: () => void) => {
      if (over) return
      over = true
      timer.cancel()
      signal.removeEventListener('abort', abort)
      if (challenge) destroy(challenge)
      tell()
    }
    const fail = (cause: unknown) =>
      end(() => reject(new CaptchaError('challenge-error', { cause, detail: codeOf(cause) })))
    /** The script's own faults end the call; they must not surface in the script's event loop. */
    const attempt = (step: () => void) => {
      try {
        step()
      } catch (cause) {
        fail(cause)
      }
    }
    const abort = () => end(() => reject(new CaptchaError('aborted', { cause: signal.reason })))
    const timer = clock.after(readyMs, () =>
      end(() => reject(new CaptchaError('challenge-timeout'))),
    )

    const listen = (arrived: Challenge) => {
      if (over || challenge) return destroy(arrived)
      challenge = arrived
      attempt(() => {
        arrived.onReady(() =>
          attempt(() => {
            if (over || shown) return
            shown = true
            timer.cancel()
            arrived.showCaptcha()
            onShown()
          }),
        )
        arrived.onSuccess(() =>
          attempt(() => {
            const proof = over || arrived.getValidate()
            if (proof) end(() => resolve({ kind: 'solved', proof }))
            else fail(new TypeError('solved without a proof'))
          }),
        )
        arrived.onClose(() => end(() => resolve({ kind: 'closed' })))
        arrived.onError(fail)
      })
    }

    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    attempt(() => init(config, listen))
  })
}

/** A challenge that fails to go away must not undo the result. */
function destroy(challenge: Challenge): void {
  try {
    challenge.destroy()
  } catch {
    // Nothing is left to be done about it.
  }
}

/**
 * The challenge's own error code, and nothing else of its words: they may repeat what the user
 * typed (C15).
 */
function codeOf(error: unknown): Readonly<Record<string, string>> {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? { code: `${code}` } : {}
}
