import { createEventQueue, type Moment } from '../simulation/createEventQueue.ts'
import type { Timeline } from './createTimeline.ts'

/** One thread of a server: one piece of work after the other, in the order of their arrival. */
export interface Thread {
  /** Work of so many milliseconds of a processor. */
  run(cpuMs: number, onDone?: () => void): void
  /** Milliseconds of a processor that it has had. */
  cpuMs(): number
  /** Pieces of work that are not done. */
  waiting(): number
}

/** A machine, whose threads share its processors evenly. */
export interface Host {
  thread(): Thread
}

interface Work {
  readonly cpuMs: number
  readonly onDone: (() => void) | undefined
}

interface Running extends Moment {
  readonly finish: () => void
}

export function createHost(
  timeline: Timeline,
  {
    processors = 1,
    others = 0,
  }: {
    readonly processors?: number
    /** Threads of other programs that never rest. */
    readonly others?: number
  } = {},
): Host {
  // Ordered by the share of work that each thread has had by its end, as if all ran alone.
  const running = createEventQueue<Running>()
  let count = 0
  let orders = 0
  let worked = 0
  let last = 0
  let turn = 0

  const rate = (): number => Math.min(1, processors / (count + others))

  function advance(): void {
    const now = timeline.now()
    if (count > 0) worked += (now - last) * rate()
    last = now
  }

  function plan(): void {
    const own = ++turn
    const first = running.first()
    if (!first) return
    timeline.after(Math.max(0, first.at - worked) / rate(), () => {
      // Who came or went since has planned anew.
      if (own !== turn) return
      advance()
      worked = Math.max(worked, first.at)
      running.pop()
      count--
      first.finish()
      plan()
    })
  }

  function begin(cpuMs: number, finish: () => void): void {
    advance()
    running.push({ at: worked + cpuMs, order: orders++, finish })
    count++
  }

  return {
    thread() {
      const queue = createFifo<Work>()
      let spent = 0
      let begunAt: number | undefined

      function next(): void {
        const work = queue.take()
        begunAt = undefined
        if (!work) return
        begin(work.cpuMs, () => {
          spent += work.cpuMs
          next()
          work.onDone?.()
        })
        begunAt = worked
      }

      return {
        run(cpuMs, onDone) {
          queue.add({ cpuMs, onDone })
          if (begunAt !== undefined) return
          next()
          plan()
        },
        cpuMs() {
          advance()
          return spent + (begunAt === undefined ? 0 : worked - begunAt)
        },
        waiting: () => queue.length() + Number(begunAt !== undefined),
      }
    },
  }
}

const COMPACT_FROM = 1_024

function createFifo<Item>() {
  let items: Item[] = []
  let head = 0
  return {
    add: (item: Item) => void items.push(item),
    take(): Item | undefined {
      const item = items[head]
      if (head < items.length) head++
      if (head >= COMPACT_FROM && head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return item
    },
    length: () => items.length - head,
  }
}
