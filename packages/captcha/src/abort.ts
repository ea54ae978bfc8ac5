import { CaptchaError } from './CaptchaError.ts'

/**
 * Settles as `work` does, or rejects with `aborted` as soon as the signal does; no listener stays
 * behind.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(new CaptchaError('aborted', { cause: signal.reason }))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject)
  })
}
