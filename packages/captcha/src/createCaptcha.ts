import {
  abortable,
  type Clock,
  createMachine,
  createStore,
  type Reporter,
  type Store,
} from '@x/kit'
import { CaptchaError, isCaptchaError } from './CaptchaError.ts'
import { captchaTable, type CaptchaEvent, type CaptchaStatus } from './captchaMachine.ts'
import { createQueue } from './createQueue.ts'
import { openChallenge } from './openChallenge.ts'
import type { CaptchaProvider } from './provider.ts'
import {
  checkParameters,
  idParameters,
  isVerified,
  readCaptchaId,
  SLIDER,
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

/** Options of `createCaptcha`. */
export interface CaptchaOptions {
  readonly transport: CaptchaTransport
  readonly provider: CaptchaProvider
  readonly clock: Clock
  readonly reporter: Reporter
  /**
   * The challenge's code of the current language, such as `eng`. Read for each challenge, never
   * guessed by the script (C12).
   */
  readonly language: () => string
  /** Type of captcha. Default 3, the slider. */
  readonly captchaType?: number
  /**
   * Timeout in milliseconds of the challenge's own requests, and until it is ready. Default 10,000.
   */
  readonly timeoutMs?: number
  /** Number of calls that may be queued. Default 5. */
  readonly queueLimit?: number
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

/** State of the current call and the queue. */
export interface CaptchaState {
  readonly status: 'idle' | CaptchaStatus
  /** Scene of the current call. */
  readonly scene: string | null
  readonly queued: number
}

/** The captcha flow. */
export interface Captcha extends Store<CaptchaState> {
  /**
   * Requests a captcha and shows its challenge if one is required. An equal request in progress
   * returns the same promise, which is aborted when all its callers have aborted. Other requests
   * are queued. Rejects with a `CaptchaError` or the transport's error.
   */
  verify(request: CaptchaRequest & { readonly signal?: AbortSignal }): Promise<CaptchaResult>
  /** Aborts every call. */
  dispose(): void
}

const IDLE: CaptchaState = { status: 'idle', scene: null, queued: 0 }

/**
 * Creates the captcha flow (spec section 4.3). Every call settles once: with a result when server
 * or user decide, with a `CaptchaError` when challenge or script fail.
 */
export function createCaptcha(options: CaptchaOptions): Captcha {
  const {
    transport,
    provider,
    clock,
    reporter,
    language,
    captchaType = SLIDER,
    timeoutMs = 10_000,
    queueLimit = 5,
  } = options
  const store = createStore(IDLE)
  const queue = createQueue<CaptchaResult>({
    limit: queueLimit,
    onWaiting: (queued) => store.setState({ ...store.getState(), queued }),
  })

  async function run(request: CaptchaRequest, signal: AbortSignal): Promise<CaptchaResult> {
    const machine = createMachine(captchaTable, 'queued')
    const step = (event: CaptchaEvent) => {
      if (machine.send(event))
        store.setState({
          ...store.getState(),
          status: machine.store.getState(),
          scene: request.scene,
        })
    }
    step('start')
    try {
      return await flow({ request, signal, step })
    } catch (error) {
      step('break')
      throw error
    } finally {
      store.setState({ ...IDLE, queued: store.getState().queued })
    }
  }

  async function flow({
    request,
    signal,
    step,
  }: {
    readonly request: CaptchaRequest
    readonly signal: AbortSignal
    readonly step: (event: CaptchaEvent) => void
  }): Promise<CaptchaResult> {
    const response = await untilAborted(
      transport.getCaptchaId(idParameters(request), { signal }),
      signal,
    )
    const answer = readCaptchaId(response)
    if (answer.kind === 'refused')
      return (
        step('refuse'),
        { status: 'refused', verifyGeetestSuccess: false, challenged: false, response }
      )
    const bizId = answer.bizId ?? request.bizId
    const known = bizId === undefined ? {} : { bizId }
    if (answer.kind === 'not-needed')
      return (
        step('notNeeded'),
        { status: 'passed', verifyGeetestSuccess: true, challenged: false, ...known }
      )

    step('challenge')
    const init = await untilAborted(provider.load(), signal).catch((error: unknown) => {
      if (!isCaptchaError(error, 'aborted'))
        reporter.report({
          kind: 'captcha-script',
          detail: { code: isCaptchaError(error) ? error.code : 'unknown' },
        })
      throw error
    })
    step('loaded')
    const config = {
      captchaId: answer.geetestId,
      product: 'bind',
      language: language(),
      timeout: timeoutMs,
    } as const
    const outcome = await openChallenge({
      init,
      config,
      clock,
      readyMs: timeoutMs,
      signal,
      onShown: () => step('shown'),
    })
    if (outcome.kind === 'closed')
      return (
        step('close'), { status: 'closed', verifyGeetestSuccess: false, challenged: true, ...known }
      )

    step('solve')
    const check = checkParameters({ ...request, ...known, captchaType, proof: outcome.proof })
    const verdict = await untilAborted(transport.checkCaptcha(check, { signal }), signal)
    const verified = isVerified(verdict)
    step(verified ? 'verify' : 'reject')
    return {
      status: verified ? 'passed' : 'failed',
      verifyGeetestSuccess: verified,
      challenged: true,
      ...known,
      response: verdict,
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    verify({ signal, ...request }) {
      const { scene, bizParam, areaCode, bizId } = request
      return queue.join({
        key: JSON.stringify([scene, bizParam, areaCode, bizId]),
        signal,
        run: (own) => run(request, own),
      })
    },
    dispose: queue.dispose,
  }
}

/** Rejects with `aborted` as soon as the signal aborts. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await abortable(work, signal)
  } catch (cause) {
    throw signal.aborted && cause === signal.reason ? new CaptchaError('aborted', { cause }) : cause
  }
}
