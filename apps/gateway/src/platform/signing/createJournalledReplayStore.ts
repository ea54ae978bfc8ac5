import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '@x/kit'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'

export interface JournalledReplayStore extends ClosableReplayStore {
  fill(): number
  close(): void
}

export interface JournalledReplayOptions {
  readonly dir: string
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** How many lasting claims it keeps, some 135 bytes of memory each. Default 200,000. */
  readonly mostLasting?: number
}

/**
 * Claims that end within the same span share a drawer. Those of signed requests live minutes, those
 * of sealed bodies a day.
 */
const SPANS = { brief: 600_000, lasting: 14_400_000 } as const
type Kind = keyof typeof SPANS
const NAME = /^replay\.(brief|lasting)\.([0-9]+)\.log$/

interface Drawer {
  readonly kind: Kind
  /** When all that lies in it has expired. */
  readonly end: number
  readonly deadlines: Map<string, number>
  readonly descriptor: number
  /** The last line was cut short by a full disk; the next one begins a new line. */
  isTorn: boolean
}

/**
 * The replay set of a single node: in memory, and written down before a claim is answered, so that
 * a gateway that was killed still knows after its restart which requests it has seen. A claim goes
 * into the drawer, a map and a file, of the span in which it expires; the whole drawer goes when
 * that is over. Nothing is ever searched or written twice.
 *
 * Time is the wall clock at the start plus what has really passed since: a wall clock that is set
 * forward and back again must not make it forget.
 */
export function createJournalledReplayStore({
  dir,
  clock,
  mostLasting = 200_000,
}: JournalledReplayOptions): JournalledReplayStore {
  const drawers = createDrawers(dir)
  const offset = clock.now() - clock.monotonic()
  const elapsed = () => offset + clock.monotonic()

  // Files by other names are not the store's; what has expired is removed unread.
  for (const name of readdirSync(dir)) {
    const [, kind, end] = NAME.exec(name) ?? []
    if (kind === undefined) continue
    if (Number(end) <= elapsed()) rmSync(path.join(dir, name), { force: true })
    else {
      const text = readFileSync(path.join(dir, name), 'utf8')
      const { descriptor } = drawers.open(kind as Kind, Number(end), readClaims(text))
      // A line that a crash cut short must not swallow the next one.
      if (text !== '' && !text.endsWith('\n')) writeSync(descriptor, '\n')
    }
  }

  return {
    async claim(key, ttlMs, { isRead = false } = {}) {
      const now = elapsed()
      drawers.forget(now)
      for (const { deadlines } of drawers.all()) if ((deadlines.get(key) ?? 0) > now) return false
      const deadline = now + ttlMs
      const drawer = drawers.drawerFor(deadline, ttlMs)
      drawer.deadlines.set(key, deadline)
      try {
        writeLine(drawer, JSON.stringify([deadline, key]))
      } catch (error) {
        // A full disk: what only reads is remembered by this process, which is enough for it.
        if (!isRead) throw error
      }
      return true
    },
    fill() {
      drawers.forget(elapsed())
      return (
        drawers
          .all()
          .reduce(
            (sum, { kind, deadlines }) => sum + (kind === 'lasting' ? deadlines.size : 0),
            0,
          ) / mostLasting
      )
    },
    close: () => {
      for (const { descriptor } of drawers.all()) closeSync(descriptor)
    },
  }
}

/** The open drawers; one is removed when all that lies in it has expired. */
function createDrawers(dir: string) {
  const fileOf = (kind: Kind, end: number) => path.join(dir, `replay.${kind}.${end}.log`)
  const drawers = new Map<string, Drawer>()
  let nextEnd = Infinity

  const open = (kind: Kind, end: number, deadlines = new Map<string, number>()): Drawer => {
    const file = fileOf(kind, end)
    const drawer: Drawer = {
      kind,
      end,
      deadlines,
      descriptor: openSync(file, 'a', 0o600),
      isTorn: false,
    }
    drawers.set(file, drawer)
    nextEnd = Math.min(nextEnd, end)
    return drawer
  }
  const drawerFor = (deadline: number, ttlMs: number): Drawer => {
    const kind = ttlMs > SPANS.brief ? 'lasting' : 'brief'
    const end = (Math.floor(deadline / SPANS[kind]) + 1) * SPANS[kind]
    return drawers.get(fileOf(kind, end)) ?? open(kind, end)
  }
  const forget = (now: number) => {
    if (now < nextEnd) return
    for (const [file, { end, descriptor }] of drawers) {
      if (end > now) continue
      closeSync(descriptor)
      rmSync(file, { force: true })
      drawers.delete(file)
    }
    nextEnd = Math.min(...[...drawers.values()].map(({ end }) => end))
  }
  return { open, drawerFor, forget, all: () => [...drawers.values()] }
}

/**
 * Handed to the operating system at once: it outlives the process. One short write, no sync, a few
 * microseconds.
 */
function writeLine(drawer: Drawer, text: string): void {
  const line = Buffer.from(`${drawer.isTorn ? '\n' : ''}${text}\n`)
  drawer.isTorn = true
  if (writeSync(drawer.descriptor, line) < line.length) throw new Error('The disk is full')
  drawer.isTorn = false
}

function readClaims(text: string): Map<string, number> {
  return new Map(
    text.split('\n').flatMap((line) => {
      try {
        const [deadline, key] = JSON.parse(line) as [number, string]
        return [[key, deadline] as const]
      } catch {
        // The last line of a killed process may be cut short; its request was never answered.
        return []
      }
    }),
  )
}
