export interface KeyedQueue {
  /**
   * Runs after those that entered before under the same key; `undefined` where too many wait
   * already.
   */
  enter<T>(key: string, run: () => Promise<T>): Promise<T> | undefined
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Of one key `width` run at a time, by default one, and `maxWaiting` wait. */
export function createKeyedQueue({
  maxWaiting,
  width = 1,
}: {
  maxWaiting: number
  width?: number
}): KeyedQueue {
  const lines = new Map<string, Line>()

  const leave = (key: string, line: Line): void => {
    const next = line.waiting.shift()
    // Who was next takes the place; it is never free in between.
    if (next) return next()
    line.running -= 1
    if (line.running === 0) lines.delete(key)
  }
  const inPlace = async <T>(
    key: string,
    { line, run }: { line: Line; run: () => Promise<T> },
  ): Promise<T> => {
    if (line.running < width) line.running += 1
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await run()
    } finally {
      leave(key, line)
    }
  }

  return {
    enter(key, run) {
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      if (line.running >= width && line.waiting.length >= maxWaiting) return undefined
      lines.set(key, line)
      return inPlace(key, { line, run })
    },
  }
}
