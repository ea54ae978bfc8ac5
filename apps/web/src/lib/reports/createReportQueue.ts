export interface ReportQueueOptions<T> {
  /** Most items that a page sends. */
  readonly limit: number
  readonly isOnline: () => boolean
  /** Whether the browser took the item; a rejection counts as `false`. */
  readonly send: (item: T) => Promise<boolean>
}

export interface ReportQueue<T> {
  /**
   * Sends the item now, or with a later `flush`; one whose key was there before is dropped, as is
   * all beyond the limit.
   */
  readonly add: (key: string, item: T) => void
  /** Tries again what could not be sent. */
  readonly flush: () => void
}

/**
 * Reports in their order, each once and a limited number of them: a fault that repeats itself must
 * not become a flood.
 */
export function createReportQueue<T>({
  limit,
  isOnline,
  send,
}: ReportQueueOptions<T>): ReportQueue<T> {
  const known = new Set<string>()
  const waiting: T[] = []
  let isSending = false
  const flush = async () => {
    if (isSending || !isOnline()) return
    isSending = true
    try {
      for (let next = waiting[0]; next !== undefined && (await send(next)); next = waiting[0])
        waiting.shift()
    } catch {
      // It stays first in the queue; nobody must notice that a report failed.
    } finally {
      isSending = false
    }
  }
  return {
    add(key, item) {
      if (known.size === limit || known.has(key)) return
      known.add(key)
      waiting.push(item)
      void flush()
    },
    flush: () => void flush(),
  }
}
