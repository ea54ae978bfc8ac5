import { type Clock, createMachine, createStore, type Reporter, type Store } from '@x/kit'
import { captchaTable, type CaptchaEvent, type CaptchaStatus } from './captchaMachine.ts'
import { createQueue } from './createQueue.ts'
import type { CaptchaProvider } from './provider.ts'
import { runFlow, type CaptchaResult, type CaptchaTransport } from './runFlow.ts'
import { SLIDER, type CaptchaRequest } from './wire.ts'

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
  const { captchaType = SLIDER, timeoutMs = 10_000, queueLimit = 5 } = options
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
      return await runFlow(request, { ...options, captchaType, timeoutMs, signal, onStep: step })
    } catch (error) {
      step('break')
      throw error
    } finally {
      store.setState({ ...IDLE, queued: store.getState().queued })
    }
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
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
