/** States of the drawings as they are stored, to go back to and forward again. */
export interface DrawingHistory {
  /** What stood before a change by hand. */
  add(before: string): void
  /** The state to show; `undefined`: there is none. `now` is what stands. */
  undo(now: string): string | undefined
  redo(now: string): string | undefined
  /** The state without drawings; it can be undone. */
  clear(now: string): string
}

const MOST_STEPS = 50

export function drawingHistory(): DrawingHistory {
  const past: string[] = []
  const future: string[] = []
  const add = (before: string): void => {
    if (past.at(-1) !== before) past.push(before)
    if (past.length > MOST_STEPS) past.shift()
    future.length = 0
  }
  return {
    add,
    undo(now) {
      const before = past.pop()
      if (before !== undefined) future.push(now)
      return before
    },
    redo(now) {
      const next = future.pop()
      if (next !== undefined) past.push(now)
      return next
    },
    clear(now) {
      add(now)
      return '[]'
    },
  }
}
