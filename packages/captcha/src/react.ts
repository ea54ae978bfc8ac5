import { useStore } from '@x/kit/react'
import { useCallback, useEffect, useRef } from 'react'
import type { Captcha, CaptchaResult, CaptchaState } from './createCaptcha.ts'
import type { CaptchaRequest } from './wire.ts'

export interface UseCaptcha {
  readonly state: CaptchaState
  /**
   * As `captcha.verify`, and abandoned when the component unmounts. For event handlers and effects,
   * not for rendering.
   */
  readonly verify: (
    request: CaptchaRequest & { readonly signal?: AbortSignal },
  ) => Promise<CaptchaResult>
}

/** A captcha whose calls end with the component. `verify` keeps its identity. */
export function useCaptcha(captcha: Captcha): UseCaptcha {
  const state = useStore(captcha)
  const life = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = living(life.current)
    life.current = controller
    return () => controller.abort()
  }, [captcha])
  const verify = useCallback<UseCaptcha['verify']>(
    (request) => {
      // An effect of a child runs before this component's own: its life begins with the first use.
      const { signal } = (life.current ??= living(undefined))
      return captcha.verify({
        ...request,
        signal: request.signal ? AbortSignal.any([request.signal, signal]) : signal,
      })
    },
    [captcha],
  )
  return { state, verify }
}

/** A development double mount leaves an aborted life behind; a second one begins. */
const living = (controller: AbortController | undefined) =>
  controller && !controller.signal.aborted ? controller : new AbortController()
