import type { Clock, TimerHandle } from '@x/kit'
import type { EventBus } from '../EventBus.ts'
import type { BusSnapshot, BusState, BusTopics } from './busFrames.ts'

export interface AnswerEdgesOptions<Address> {
  readonly named: BusTopics<Address>
  readonly bus: EventBus
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  /** A topic that no edge has named for so long is published no longer. Default 15 s. */
  readonly forgetMs?: number | undefined
  /** How far a topic is, which is published from now on; `undefined`: there is none. */
  readonly stateOf: (address: Address) => BusState | undefined
  /** The same with its snapshot. */
  readonly snapshotOf: (address: Address) => BusSnapshot | Promise<BusSnapshot>
  /** Publishes a topic no longer. */
  readonly forget: (address: Address) => void
}

const FORGET_MS = 15_000

/**
 * Answers edges that name topics, and forgets those that none names any longer. Answers the verb
 * that ends it and forgets all.
 */
export function answerEdges<Address>(options: AnswerEdgesOptions<Address>): () => void {
  const { named, bus, clock, forgetMs = FORGET_MS, stateOf, snapshotOf, forget } = options
  const known = new Map<string, { readonly address: Address; readonly namedAt: number }>()
  let timer: TimerHandle | undefined

  function keep(address: Address): void {
    known.set(named.keyOf(address), { address, namedAt: clock.monotonic() })
  }

  function state(address: Address): BusState | null {
    const found = stateOf(address)
    if (!found) return null
    keep(address)
    return { run: found.run, seq: found.seq }
  }

  function snapshot(address: Address): BusSnapshot | Promise<BusSnapshot> {
    if (stateOf(address)) keep(address)
    return snapshotOf(address)
  }

  function sweep(): void {
    for (const [key, { address, namedAt }] of known)
      if (clock.monotonic() - namedAt > forgetMs) {
        known.delete(key)
        forget(address)
      }
    timer = clock.after(forgetMs, sweep)
  }
  sweep()
  const ends = [
    bus.answer(named.snapshot, async (text) =>
      JSON.stringify(await snapshot(JSON.parse(text) as Address)),
    ),
    bus.answer(named.watch, (text) => JSON.stringify((JSON.parse(text) as Address[]).map(state))),
  ]
  return () => {
    timer?.cancel()
    for (const end of ends) end()
    for (const { address } of known.values()) forget(address)
    known.clear()
  }
}
