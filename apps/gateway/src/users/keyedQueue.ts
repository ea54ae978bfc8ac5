export interface KeyedQueue {
  /** Runs after everything that entered before under the same key; `undefined` where too many wait already. */
  enter<T>(key: string, run: () => Promise<T>): Promise<T> | undefined
}

export function createKeyedQueue({ maxWaiting }: { maxWaiting: number }): KeyedQueue {
  const lines = new Map<string, { tail: Promise<unknown>; length: number }>()
  return {
    enter(key, run) {
      const line = lines.get(key) ?? { tail: Promise.resolve(), length: 0 }
      if (line.length > maxWaiting) return undefined
      line.length += 1
      const turn = line.tail.then(run)
      const settled = turn.then(
        () => {},
        () => {},
      )
      line.tail = settled.then(() => {
        line.length -= 1
        if (line.length === 0) lines.delete(key)
      })
      lines.set(key, line)
      return turn
    },
  }
}
