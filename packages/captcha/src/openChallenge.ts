import type { Clock } from '@x/kit'
import { CaptchaError } from './CaptchaError.ts'
import type { Challenge, ChallengeConfig, InitChallenge } from './provider.ts'

export interface OpenChallengeOptions {
  readonly init: InitChallenge
  readonly config: ChallengeConfig
  readonly clock: Clock
  /** Time in milliseconds within which the challenge must be ready. */
  readonly readyMs: number
  readonly signal: AbortSignal
  readonly onShown: () => void
}

export type ChallengeOutcome =
  | { readonly kind: 'solved'; readonly proof: unknown }
  | { readonly kind: 'closed' }

/**
 * Shows one challenge and waits for its first outcome: solved, closed, or an error. Later or
 * repeated callbacks have no effect. The challenge is destroyed exactly once, even if it arrives
 * after the end (C9, C11).
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
    let isOver = false
    let isShown = false

    const end = (settle: () => void) => {
      if (isOver) return
      isOver = true
      timer.cancel()
      signal.removeEventListener('abort', abort)
      if (challenge) destroy(challenge)
      settle()
    }
    const fail = (cause: unknown) =>
      end(() => reject(new CaptchaError('challenge-error', { cause, detail: codeOf(cause) })))
    const attempt = (step: () => void) => callScript(step, { onError: fail })
    const abort = () => end(() => reject(new CaptchaError('aborted', { cause: signal.reason })))
    const timer = clock.after(readyMs, () =>
      end(() => reject(new CaptchaError('challenge-timeout'))),
    )

    const show = (ready: Challenge) => {
      if (isOver || isShown) return
      isShown = true
      timer.cancel()
      ready.showCaptcha()
      onShown()
    }
    const succeed = (solved: Challenge) => {
      const proof = isOver || solved.getValidate()
      if (proof) end(() => resolve({ kind: 'solved', proof }))
      else fail(new TypeError('solved without a proof'))
    }
    const listen = (arrived: Challenge) => {
      if (isOver || challenge) return destroy(arrived)
      challenge = arrived
      attempt(() => {
        arrived.onReady(() => attempt(() => show(arrived)))
        arrived.onSuccess(() => attempt(() => succeed(arrived)))
        arrived.onClose(() => end(() => resolve({ kind: 'closed' })))
        arrived.onError(fail)
      })
    }

    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    attempt(() => init(config, listen))
  })
}

/** Exceptions of the script end the call and must not surface in its event loop. */
function callScript(
  step: () => void,
  { onError }: { readonly onError: (cause: unknown) => void },
): void {
  try {
    step()
  } catch (cause) {
    onError(cause)
  }
}

/** A challenge that fails to destroy itself must not affect the result. */
function destroy(challenge: Challenge): void {
  try {
    challenge.destroy()
  } catch {
    // The result is already decided.
  }
}

/** The challenge's error code only. Its message may repeat what the user typed (C15). */
function codeOf(error: unknown): Readonly<Record<string, string>> {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? { code: `${code}` } : {}
}
