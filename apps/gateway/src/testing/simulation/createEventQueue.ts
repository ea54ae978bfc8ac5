/** When something happens; of the same moment the one that was asked for first comes first. */
export interface Moment {
  readonly at: number
  readonly order: number
}

export interface EventQueue<Event extends Moment> {
  push(event: Event): void
  /** The earliest, which stays. */
  first(): Event | undefined
  /** Takes the earliest out. */
  pop(): Event | undefined
}

/** A binary heap, the earliest first. */
export function createEventQueue<Event extends Moment>(): EventQueue<Event> {
  const heap: Event[] = []
  const isBefore = (a: Moment, b: Moment): boolean =>
    a.at < b.at || (a.at === b.at && a.order < b.order)
  const swap = (a: number, b: number): void => {
    const kept = heap[a]!
    heap[a] = heap[b]!
    heap[b] = kept
  }
  function sink(from: number): void {
    for (let at = from; ;) {
      let first = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isBefore(heap[child]!, heap[first]!)) first = child
      if (first === at) return
      swap(first, at)
      at = first
    }
  }
  return {
    first: () => heap[0],
    push(event) {
      heap.push(event)
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1
        if (!isBefore(heap[at]!, heap[parent]!)) return
        swap(at, parent)
        at = parent
      }
    },
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (last && last !== first) {
        heap[0] = last
        sink(0)
      }
      return first
    },
  }
}
