import { abortable, type Clock, linkController } from '@x/kit'
import { wire, type WireMiddleware } from '../middleware.ts'
import { failure } from '../RequestError.ts'
import type { RequestTexts } from '../texts/en.ts'

/**
 * Ends an attempt after its timeout, or, where an idle timeout is set, after that long without
 * progress (Q4).
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
      // A transport that does not heed its signal must not outlive the limit.
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
