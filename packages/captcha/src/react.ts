import { useStore } from '@x/kit/react'
import { useCallback, useEffect, useRef } from 'react'
import type { Captcha, CaptchaState } from './createCaptcha.ts'
import type { CaptchaResult } from './runFlow.ts'
import type { CaptchaRequest } from './wire.ts'

/** Result of `useCaptcha`. */
export interface UseCaptcha {
  readonly state: CaptchaState
  /**
   * Like `captcha.verify`, and aborted when the component unmounts. For event handlers and effects,
   * not for rendering.
   */
  readonly verify: (
    request: CaptchaRequest & { readonly signal?: AbortSignal },
  ) => Promise<CaptchaResult>
}

/**
 * Uses a captcha whose calls are aborted when the component unmounts. `verify` keeps its identity.
 */
export function useCaptcha(captcha: Captcha): UseCaptcha {
  const state = useStore(captcha)
  const lifetime = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = activeController(lifetime.current)
    lifetime.current = controller
    return () => controller.abort()
  }, [captcha])
  const verify = useCallback<UseCaptcha['verify']>(
    (request) => {
      // A child's effect runs before this component's effect, so the first use may create the
      // controller.
      const { signal } = (lifetime.current ??= activeController(undefined))
      return captcha.verify({
        ...request,
        signal: request.signal ? AbortSignal.any([request.signal, signal]) : signal,
      })
    },
    [captcha],
  )
  return { state, verify }
}

/** A strict-mode double mount leaves an aborted controller; replace it. */
const activeController = (controller: AbortController | undefined) =>
  controller && !controller.signal.aborted ? controller : new AbortController()
