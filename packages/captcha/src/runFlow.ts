import { abortable, type Clock, type Reporter } from '@x/kit'
import { CaptchaError, isCaptchaError } from './CaptchaError.ts'
import type { CaptchaEvent } from './captchaMachine.ts'
import { openChallenge, type ChallengeOutcome } from './openChallenge.ts'
import type { CaptchaProvider } from './provider.ts'
import {
  checkParameters,
  idParameters,
  isVerified,
  readCaptchaId,
  type CaptchaIdParameters,
  type CaptchaRequest,
  type CheckParameters,
} from './wire.ts'

/** Sends the two captcha requests. */
export interface CaptchaTransport {
  /**
   * `POST v1/security/policy/captcha/get-captcha-id`. Resolves with the parsed response, envelope
   * included.
   */
  getCaptchaId(
    parameters: CaptchaIdParameters,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>
  /**
   * `POST v1/security/policy/captcha/check-captcha`. Resolves with the parsed response, envelope
   * included.
   */
  checkCaptcha(
    parameters: CheckParameters,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>
}

/** Result of a captcha call. */
export interface CaptchaResult {
  /** `refused`: the server returned an error code, see `response`; no challenge was shown. */
  readonly status: 'passed' | 'failed' | 'closed' | 'refused'
  readonly verifyGeetestSuccess: boolean
  readonly challenged: boolean
  readonly bizId?: string
  /** The server's response if it decided: the refusal, or that of the check. */
  readonly response?: unknown
}

/** What a flow needs besides its request. */
export interface FlowContext {
  readonly transport: CaptchaTransport
  readonly provider: CaptchaProvider
  readonly clock: Clock
  readonly reporter: Reporter
  /** The challenge's code of the current language. */
  readonly language: () => string
  readonly captchaType: number
  /** Milliseconds. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onStep: (event: CaptchaEvent) => void
}

/** Asks whether a request needs a captcha, shows the challenge and has its proof checked. */
export async function runFlow(
  request: CaptchaRequest,
  context: FlowContext,
): Promise<CaptchaResult> {
  const { transport, captchaType, signal, onStep } = context
  const response = await untilAborted(
    transport.getCaptchaId(idParameters(request), { signal }),
    signal,
  )
  const answer = readCaptchaId(response)
  if (answer.kind === 'refused') {
    onStep('refuse')
    return { status: 'refused', verifyGeetestSuccess: false, challenged: false, response }
  }
  const bizId = answer.bizId ?? request.bizId
  const known = bizId === undefined ? {} : { bizId }
  if (answer.kind === 'not-needed') {
    onStep('notNeeded')
    return { status: 'passed', verifyGeetestSuccess: true, challenged: false, ...known }
  }
  const outcome = await showChallenge(answer.geetestId, context)
  if (outcome.kind === 'closed') {
    onStep('close')
    return { status: 'closed', verifyGeetestSuccess: false, challenged: true, ...known }
  }
  onStep('solve')
  const check = checkParameters({ ...request, ...known, captchaType, proof: outcome.proof })
  const verdict = await untilAborted(transport.checkCaptcha(check, { signal }), signal)
  const verified = isVerified(verdict)
  onStep(verified ? 'verify' : 'reject')
  return {
    status: verified ? 'passed' : 'failed',
    verifyGeetestSuccess: verified,
    challenged: true,
    ...known,
    response: verdict,
  }
}

/** Loads the challenge script and shows the challenge; a script that fails is reported. */
async function showChallenge(
  captchaId: string,
  { provider, clock, reporter, language, timeoutMs, signal, onStep }: FlowContext,
): Promise<ChallengeOutcome> {
  onStep('challenge')
  const init = await untilAborted(provider.load(), signal).catch((error: unknown) => {
    if (!isCaptchaError(error, 'aborted'))
      reporter.report({
        kind: 'captcha-script',
        detail: { code: isCaptchaError(error) ? error.code : 'unknown' },
      })
    throw error
  })
  onStep('loaded')
  const config = { captchaId, product: 'bind', language: language(), timeout: timeoutMs } as const
  return openChallenge({
    init,
    config,
    clock,
    readyMs: timeoutMs,
    signal,
    onShown: () => onStep('shown'),
  })
}

/** Rejects with `aborted` as soon as the signal aborts. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await abortable(work, signal)
  } catch (cause) {
    throw signal.aborted && cause === signal.reason ? new CaptchaError('aborted', { cause }) : cause
  }
}
