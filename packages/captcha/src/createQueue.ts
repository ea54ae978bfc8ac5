import { CaptchaError } from './CaptchaError.ts'

export interface QueueOptions {
  /** Number of calls that may wait besides the running one. */
  readonly limit: number
  readonly onWaiting: (count: number) => void
}

export interface JoinOptions<T> {
  readonly key: string
  readonly signal: AbortSignal | undefined
  readonly run: (signal: AbortSignal) => Promise<T>
}

export interface Queue<T> {
  join(options: JoinOptions<T>): Promise<T>
  dispose(): void
}

interface Entry<T> {
  readonly key: string
  readonly controller: AbortController
  readonly promise: Promise<T>
  /** Number of callers that have not aborted. Callers without a signal count until the end. */
  callers: number
  start(): void
}

/** Runs one call at a time. Equal keys share one promise. Each promise settles once (C9, C10). */
export function createQueue<T>({ limit, onWaiting }: QueueOptions): Queue<T> {
  let running: Entry<T> | undefined
  let waiting: Entry<T>[] = []

  const setWaiting = (entries: Entry<T>[]) => {
    if (entries.length === waiting.length) return
    waiting = entries
    onWaiting(waiting.length)
  }
  const startNext = () => {
    running = waiting[0]
    setWaiting(waiting.slice(1))
    running?.start()
  }

  function add(options: JoinOptions<T>): Entry<T> {
    const entry = createEntry(options, {
      onAbort: () => setWaiting(waiting.filter((other) => other !== entry)),
    })
    const finish = () => {
      if (running === entry) startNext()
    }
    entry.promise.then(finish, finish)
    if (running) setWaiting([...waiting, entry])
    else {
      running = entry
      entry.start()
    }
    return entry
  }

  return {
    join(options) {
      const { signal } = options
      if (signal?.aborted)
        return Promise.reject(new CaptchaError('aborted', { cause: signal.reason }))
      const same = [running, ...waiting].find(
        (entry) => entry?.key === options.key && !entry.controller.signal.aborted,
      )
      if (!same && running && waiting.length >= limit)
        return Promise.reject(new CaptchaError('queue-full'))
      const entry = same ?? add(options)
      addCaller(entry, options.signal)
      return entry.promise
    },
    dispose() {
      const pending = running ? [running, ...waiting] : []
      setWaiting([])
      for (const entry of pending) entry.controller.abort(new CaptchaError('aborted'))
    },
  }
}

/** A call that runs once it is started; `onAbort` hears of the abort, before or after the start. */
function createEntry<T>(
  { key, run }: JoinOptions<T>,
  { onAbort }: { readonly onAbort: () => void },
): Entry<T> {
  const controller = new AbortController()
  let start = () => {}
  const started = new Promise<void>((resolve, reject) => {
    start = resolve
    const leave = () => {
      onAbort()
      reject(new CaptchaError('aborted', { cause: controller.signal.reason }))
    }
    controller.signal.addEventListener('abort', leave, { once: true })
  })
  const promise = started.then(() => run(controller.signal))
  return { key, controller, promise, callers: 0, start }
}

/** Counts a caller until its signal aborts. */
function addCaller<T>(entry: Entry<T>, signal: AbortSignal | undefined): void {
  entry.callers++
  if (!signal) return
  const leave = () => {
    entry.callers--
    if (entry.callers === 0) entry.controller.abort(signal.reason)
  }
  signal.addEventListener('abort', leave, { once: true })
  const release = () => signal.removeEventListener('abort', leave)
  entry.promise.then(release, release)
}
