import { abortable, type Clock, linkController } from '@x/kit'
import { wire, type WireMiddleware } from '../middleware.ts'
import { failure } from '../RequestError.ts'
import type { RequestTexts } from '../texts/en.ts'

/**
 * Aborts an attempt after its timeout, or after the idle timeout without progress if one is set
 * (Q4).
 */
export function timeLimit({
  clock,
  texts,
}: {
  readonly clock: Clock
  readonly texts: () => RequestTexts
}): WireMiddleware {
  return wire('time-limit', async (request, next) => {
    const { timeoutMs, idleTimeoutMs } = request.limits
    const { controller, unlink } = linkController(request.signal)
    const start = () =>
      clock.after(idleTimeoutMs ?? timeoutMs, () =>
        controller.abort(failure(request, 'timeout', { message: texts().timeout })),
      )
    let timer = start()
    const onProgress: typeof request.onProgress = (progress) => {
      if (idleTimeoutMs !== undefined) {
        timer.cancel()
        timer = start()
      }
      request.onProgress?.(progress)
    }
    const watched = request.onProgress ?? idleTimeoutMs
    try {
      // A transport that ignores its signal must not exceed the limit.
      return await abortable(
        next({
          ...request,
          signal: controller.signal,
          onProgress: watched === undefined ? undefined : onProgress,
        }),
        controller.signal,
      )
    } finally {
      timer.cancel()
      unlink()
    }
  })
}
