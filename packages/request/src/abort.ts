/**
 * A controller that follows `parent` and can be aborted by itself; `unlink` leaves no listener
 * behind. `reasonOf` rewords the parent's reason.
 */
export function followSignal(
  parent: AbortSignal | undefined,
  reasonOf: (reason: unknown) => unknown = (reason) => reason,
): { readonly controller: AbortController; readonly unlink: () => void } {
  const controller = new AbortController()
  if (!parent) return { controller, unlink: () => {} }
  const follow = () => controller.abort(reasonOf(parent.reason))
  if (parent.aborted) follow()
  else parent.addEventListener('abort', follow, { once: true })
  return { controller, unlink: () => parent.removeEventListener('abort', follow) }
}

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as it aborts; the work itself
 * goes on unseen.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const release = () => signal.removeEventListener('abort', stop)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(
      (value) => {
        release()
        resolve(value)
      },
      (error: unknown) => {
        release()
        reject(error)
      },
    )
  })
}
