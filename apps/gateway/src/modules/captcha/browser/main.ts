import { createChallenge } from './challenge.ts'
import type { Pass } from './service.ts'

/** What the page passes in; the shape is that of the fourth version of the provider's script. */
export interface CaptchaConfig {
  readonly captchaId: string
  readonly product?: 'bind' | 'float' | 'popup'
  readonly language?: string
  /** Milliseconds for each call. */
  readonly timeout?: number
}

type EventName = 'ready' | 'success' | 'fail' | 'error' | 'close'

export interface CaptchaObject {
  onReady(listener: () => void): CaptchaObject
  onSuccess(listener: () => void): CaptchaObject
  onFail(listener: () => void): CaptchaObject
  onError(listener: (error: CaptchaFailure) => void): CaptchaObject
  onClose(listener: () => void): CaptchaObject
  showCaptcha(): CaptchaObject
  showBox(): CaptchaObject
  appendTo(): CaptchaObject
  /** The pass of a solved challenge, `false` before. */
  getValidate(): Pass | false
  reset(): CaptchaObject
  destroy(): void
}

interface CaptchaFailure {
  readonly code: string
  readonly msg: string
  readonly desc: { readonly detail: string }
}

const scriptUrl = new URL(
  (document.currentScript as HTMLScriptElement | null)?.src ?? location.href,
)

function createCaptcha(config: CaptchaConfig): CaptchaObject {
  const { emit, add, clear } = createEvents()
  let isReady = false
  let pass: Pass | undefined
  let challenge: ReturnType<typeof createChallenge> | undefined = start()

  const on = (name: EventName) => (listener: (detail: never) => void) => {
    add(name, listener)
    // The page may ask late; what has come true is said at once.
    if (name === 'ready' && isReady) listener(undefined as never)
    return captcha
  }
  const show = () => {
    // Closed before: the same object can be shown again, with a fresh puzzle.
    challenge ??= start()
    challenge.open()
    return captcha
  }
  const captcha: CaptchaObject = {
    onReady: on('ready'),
    onSuccess: on('success'),
    onFail: on('fail'),
    onError: on('error'),
    onClose: on('close'),
    showCaptcha: show,
    showBox: show,
    appendTo: () => captcha,
    getValidate: () => pass ?? false,
    reset() {
      challenge?.destroy()
      isReady = false
      pass = undefined
      challenge = start()
      return captcha
    },
    destroy() {
      challenge?.destroy()
      clear()
    },
  }
  return captcha

  function start() {
    const started = createChallenge({
      captchaId: config.captchaId,
      language: config.language,
      origin: scriptUrl.origin,
      workerUrl: new URL('gt4-worker.js', scriptUrl).href,
      timeoutMs: config.timeout ?? 10_000,
      solved(value) {
        pass = value
        emit('success')
      },
      failed: () => emit('fail'),
      closed() {
        challenge = undefined
        isReady = false
        emit('close')
      },
      broken: (error) => emit('error', failureOf(error)),
    })
    void started.load().then(
      () => {
        isReady = true
        emit('ready')
      },
      () => {},
    )
    return started
  }
}

function createEvents() {
  const listeners = new Map<EventName, ((detail: never) => void)[]>()
  return {
    add: (name: EventName, listener: (detail: never) => void): void =>
      void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    emit(name: EventName, detail?: unknown): void {
      listeners.get(name)?.forEach((listener) => listener(detail as never))
    },
    clear: (): void => listeners.clear(),
  }
}

const failureOf = (error: { readonly code: string; readonly message: string }): CaptchaFailure => ({
  code: error.code,
  msg: error.message,
  desc: { detail: error.code },
})

Object.assign(globalThis, {
  initGeetest4: (config: CaptchaConfig, handler: (captcha: CaptchaObject) => void) =>
    handler(createCaptcha(config)),
})
