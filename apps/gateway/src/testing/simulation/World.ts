import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, TimerHandle } from '@x/kit'
import { createFlow } from '../matchingCommandGenerator.ts'
import { createEventQueue } from './createEventQueue.ts'
import { createDisk, type Disk } from './disk.ts'

/** A machine of the simulation. It outlives its processes, and so does its disk. */
export interface Host {
  readonly name: string
  readonly disk: Disk
  /** How far its wall clock is from the simulation's, in milliseconds. */
  skewMs: number
  /** How long its disk takes to sync, at most. */
  syncMs: number
}

/** What runs on a host until it is killed. Nothing of a dead one is ever called again. */
export interface Process {
  readonly world: World
  readonly host: Host
  readonly parent: Process | undefined
  isDead: boolean
  /** By the simulation's clock: until then it stands still, as after SIGSTOP. */
  pausedUntil: number
}

/** Time, chance and all that happens, in one order that follows from the seed alone. */
export interface World {
  readonly seed: number
  now(): number
  random(): number
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  host(name: string): Host
  start(host: Host, parent?: Process): Process
  /** Runs in the process, unless it is dead by then; without one it is the simulation's own. */
  after(ms: number, run: () => void, process?: Process): TimerHandle
  clockOf(process: Process): Clock
  /** Goes on until `isDone`, or for so long. Answers whether it was done. */
  run(isDone: () => boolean, options: { readonly withinMs: number }): Promise<boolean>
  events(): number
}

interface Event {
  at: number
  readonly order: number
  readonly process: Process | undefined
  readonly run: () => void
  isCancelled: boolean
}

/** When the simulations begin, by the wall clock. */
const EPOCH = 1_700_000_000_000
/** The event loop's own, which the simulation's stands before. */
const turn = setImmediate
const running = new AsyncLocalStorage<Process>()

/** The process whose code runs now; `undefined`: code that is not simulated. */
export const currentProcess = (): Process | undefined => running.getStore()

export function isDead(process: Process): boolean {
  return process.isDead || (process.parent !== undefined && isDead(process.parent))
}

const pausedUntil = ({ pausedUntil: own, parent }: Process): number =>
  Math.max(own, parent?.pausedUntil ?? 0)

export function createWorld(seed: number): World {
  const random = createFlow(seed * 2_654_435_761 + 97)
  for (let skipped = 0; skipped < 20; skipped++) random()
  const queue = createEventQueue<Event>()
  let now = 0
  let orders = 0
  let count = 0
  const below = (limit: number): number => Math.floor(random() * limit)

  function fire(event: Event): void {
    const { process } = event
    if (event.isCancelled) return
    if (!process) return event.run()
    if (isDead(process)) return
    const until = pausedUntil(process)
    if (until > now) {
      event.at = until
      return queue.push(event)
    }
    running.run(process, event.run)
  }

  const world: World = {
    seed,
    now: () => now,
    random,
    below,
    chance: (share) => random() < share,
    pick: (from) => from[below(from.length)]!,
    host: (name) => ({ name, disk: createDisk(), skewMs: 0, syncMs: 2 }),
    start: (host, parent) => ({ world, host, parent, isDead: false, pausedUntil: 0 }),
    after(ms, run, process) {
      const event: Event = {
        at: now + Math.max(0, ms),
        order: orders++,
        process,
        run,
        isCancelled: false,
      }
      queue.push(event)
      return { cancel: () => void (event.isCancelled = true) }
    },
    clockOf: (process) => ({
      now: () => Math.floor(EPOCH + now + process.host.skewMs),
      monotonic: () => now,
      after: (ms, run) => world.after(ms, run, process),
    }),
    async run(isDone, { withinMs }) {
      const end = now + withinMs
      while (!isDone()) {
        const event = queue.pop()
        if (!event) return false
        now = Math.max(now, event.at)
        if (now > end) {
          queue.push(event)
          return false
        }
        count++
        fire(event)
        // Whatever follows from it without waiting has happened then.
        await new Promise((resolve) => turn(resolve))
      }
      return true
    },
    events: () => count,
  }
  return world
}

/**
 * Puts the simulation's time in the place of the process's own timers, for code of simulated
 * processes only. Answers how to take it back.
 */
export function simulateTimers(): () => void {
  const real = { setTimeout, clearTimeout, setImmediate }
  const later = (process: Process, ms: number, run: () => void) => {
    const { cancel } = process.world.after(ms, run, process)
    const handle = { cancel, unref: () => handle, ref: () => handle }
    return handle
  }
  const after = (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const process = currentProcess()
    return process ? later(process, ms, () => run(...values)) : real.setTimeout(run, ms, ...values)
  }
  const soon = (run: (...values: unknown[]) => void, ...values: unknown[]) => {
    const process = currentProcess()
    return process ? later(process, 0, () => run(...values)) : real.setImmediate(run, ...values)
  }
  const clear = (handle: unknown) => {
    if (typeof handle === 'object' && handle !== null && 'cancel' in handle)
      (handle as TimerHandle).cancel()
    else real.clearTimeout(handle as Parameters<typeof clearTimeout>[0])
  }
  Object.assign(globalThis, { setTimeout: after, clearTimeout: clear, setImmediate: soon })
  return () => void Object.assign(globalThis, real)
}
