import type { Host, Process, World } from './World.ts'

/** What connects the hosts: late, lossy, in any order, and cut at times. */
export interface Network {
  /** One message, which may be lost, doubled or overtaken. */
  send(from: Host, to: Host, message: Message): void
  /** Both directions keep their order and lose nothing until it is closed, as TCP. */
  connect(a: Host, b: Host): Stream
  cut(a: string, b: string): void
  heal(a?: string, b?: string): void
  isCut(a: Host, b: Host): boolean
  /** Beside what each message takes anyway. */
  slow(host: string, ms: number): void
}

export interface Message {
  /** Who takes it there; nobody: it is lost. */
  readonly to: () => Process | undefined
  readonly run: () => void
  /** How often one of them is lost or doubled. Default: never. */
  readonly lossy?: number
}

export interface Stream {
  send(from: Host, message: Pick<Message, 'run' | 'to'>): void
  close(): void
  readonly isClosed: boolean
}

const RETRANSMIT_MS = 100
const pairOf = (a: string, b: string): string => [a, b].toSorted().join(' ')

export function createNetwork(world: World): Network {
  const cuts = new Set<string>()
  const slow = new Map<string, number>()
  const isCut = (a: Host, b: Host): boolean => cuts.has(pairOf(a.name, b.name))
  const delay = (a: Host, b: Host): number =>
    0.1 +
    world.random() * (world.chance(0.02) ? 20 : 1) +
    world.random() * ((slow.get(a.name) ?? 0) + (slow.get(b.name) ?? 0))

  function send(from: Host, to: Host, { to: receiver, run, lossy = 0 }: Message): void {
    if (lossy > 0 && world.chance(lossy)) return
    const copies = lossy > 0 && world.chance(lossy) ? 2 : 1
    for (let copy = 0; copy < copies; copy++)
      world.after(delay(from, to), () => {
        const process = receiver()
        if (process && !isCut(from, to)) world.after(0, run, process)
      })
  }

  return {
    send,
    connect: (a, b) => connect(a, b),
    cut: (a, b) => void cuts.add(pairOf(a, b)),
    heal(a, b) {
      if (a === undefined || b === undefined) {
        cuts.clear()
        slow.clear()
      } else cuts.delete(pairOf(a, b))
    },
    isCut,
    slow: (host, ms) => void (ms > 0 ? slow.set(host, ms) : slow.delete(host)),
  }

  function connect(a: Host, b: Host): Stream {
    const ways = new Map(
      [a, b].map((from) => [from, createWay({ world, isCut: () => isCut(a, b) })]),
    )
    let isClosed = false
    return {
      send(from, message) {
        if (!isClosed) ways.get(from)!.add(message, delay(a, b))
      },
      close() {
        isClosed = true
        for (const way of ways.values()) way.close()
      },
      get isClosed() {
        return isClosed
      },
    }
  }
}

/** One direction of a stream: each message waits for the one before it. */
function createWay({ world, isCut }: { readonly world: World; readonly isCut: () => boolean }) {
  let waiting: { readonly at: number; readonly message: Pick<Message, 'run' | 'to'> }[] = []
  let isBusy = false

  function deliver(): void {
    if (isCut()) return void world.after(RETRANSMIT_MS, deliver)
    const { to, run } = waiting.shift()?.message ?? { to: () => undefined, run() {} }
    const process = to()
    if (process) world.after(0, run, process)
    isBusy = false
    next()
  }

  function next(): void {
    const [first] = waiting
    if (!first || isBusy) return
    isBusy = true
    world.after(first.at - world.now(), deliver)
  }

  return {
    add(message: Pick<Message, 'run' | 'to'>, delayMs: number): void {
      waiting.push({ at: world.now() + delayMs, message })
      next()
    },
    close: () => void (waiting = []),
  }
}
