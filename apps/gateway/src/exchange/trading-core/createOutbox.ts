import { createEmitter } from '@x/kit'
import type { Effects, MarketEffect } from '../state/effects.ts'

/**
 * Effects on their way out. What concerns users reaches the ledger, them and the public only once
 * its record is on disk: a power cut must not leave a trade on screens that never was. What
 * concerns nobody is shown at once, but never before what it came after.
 */
export interface Outbox {
  add(seq: number, effects: Effects): void
  /** How many were added and are not durable yet. */
  waiting(): number
  /** Passes on what became durable, in order. */
  release(durableSeq: number): void
  /** Effects of a command that concerns no user. */
  show(effects: readonly MarketEffect[]): void
  onPublished(listener: (seq: number, effects: Effects) => void): () => void
  onMarket(listener: (effect: MarketEffect) => void): () => void
}

export interface OutboxOptions {
  readonly settle: (seq: number, effects: Effects) => void
  /**
   * What is on disk is published only where this says so; else with a later release. Default:
   * always.
   */
  readonly mayPublish?: () => boolean
  /** A fault of a listener does not undo the order that it was notified of. */
  readonly onListenerError: (error: unknown) => void
}

interface Waiting {
  readonly seq: number
  readonly effects: Effects
  readonly after: MarketEffect[]
}

export function createOutbox({
  settle,
  mayPublish = () => true,
  onListenerError,
}: OutboxOptions): Outbox {
  const waiting: Waiting[] = []
  /** Settled and not published yet. */
  let withheld: Waiting[] = []
  const shown: MarketEffect[] = []
  const published = createEmitter<{ readonly seq: number; readonly effects: Effects }>()
  const market = createEmitter<MarketEffect>()
  let isShowing = false
  const guarded = (run: () => void) => {
    try {
      run()
    } catch (error) {
      onListenerError(error)
    }
  }

  const notify = (effects: readonly MarketEffect[]) => {
    shown.push(...effects)
    // A listener may trade in turn; what that shows must come after what is being shown now.
    if (isShowing) return
    isShowing = true
    for (let next = shown.shift(); next; next = shown.shift()) {
      const effect = next
      guarded(() => market.emit(effect))
    }
    isShowing = false
  }

  return {
    waiting: () => waiting.length,
    add: (seq, effects) => void waiting.push({ seq, effects, after: [] }),
    release(durableSeq) {
      const count = waiting.findIndex(({ seq }) => seq > durableSeq)
      const settling = waiting.splice(0, count < 0 ? waiting.length : count)
      for (const { seq, effects } of settling) settle(seq, effects)
      withheld.push(...settling)
      if (!mayPublish()) return
      const due = withheld
      withheld = []
      // Queued before a listener is notified: what a listener causes comes after all of it.
      for (const { effects, after } of due) shown.push(...effects.market, ...after)
      for (const { seq, effects } of due) guarded(() => published.emit({ seq, effects }))
      notify([])
    },
    show(effects) {
      const last = waiting.at(-1) ?? withheld.at(-1)
      if (last) last.after.push(...effects)
      else notify(effects)
    },
    onPublished: (listener) => published.subscribe(({ seq, effects }) => listener(seq, effects)),
    onMarket: (listener) => market.subscribe(listener),
  }
}
