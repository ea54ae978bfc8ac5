import { createEmitter } from '@x/kit'
import type { Effects, MarketEffect } from './exchange/effects.ts'

/** Effects on their way out: to the public at once, to users and the ledger once their record is on disk. */
export interface Outbox {
  add(seq: number, effects: Effects): void
  /** Hands on what became durable, in order. */
  release(durableSeq: number): void
  show(effects: readonly MarketEffect[]): void
  onPublished(listener: (seq: number, effects: Effects) => void): () => void
  onMarket(listener: (effect: MarketEffect) => void): () => void
}

export interface OutboxOptions {
  readonly settle: (seq: number, effects: Effects) => void
  /** A listener's fault stays its own: the order it was told of stands. */
  readonly onListenerError: (error: unknown) => void
}

export function createOutbox({ settle, onListenerError }: OutboxOptions): Outbox {
  const waiting: { readonly seq: number; readonly effects: Effects }[] = []
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

  return {
    add: (seq, effects) => void waiting.push({ seq, effects }),
    release(durableSeq) {
      const count = waiting.findIndex(({ seq }) => seq > durableSeq)
      for (const item of waiting.splice(0, count < 0 ? waiting.length : count)) {
        settle(item.seq, item.effects)
        guarded(() => published.emit(item))
      }
    },
    show(effects) {
      shown.push(...effects)
      // A listener may trade in turn; what that shows must come after what is being shown now.
      if (isShowing) return
      isShowing = true
      for (let next = shown.shift(); next; next = shown.shift()) {
        const effect = next
        guarded(() => market.emit(effect))
      }
      isShowing = false
    },
    onPublished: (listener) => published.subscribe(({ seq, effects }) => listener(seq, effects)),
    onMarket: (listener) => market.subscribe(listener),
  }
}
