import { createMachine, type Clock, type MachineTable, type TimerHandle } from '@x/kit'

/** Milliseconds after the last key before a search (U10, spec section 9). */
export const SEARCH_WAIT = 300

/** Phase of a search; `idle`: the current text was searched. */
export type SearchPhase = 'idle' | 'waiting' | 'composing'
/** Events of a search. */
export type SearchEvent = 'type' | 'elapse' | 'flush' | 'compose' | 'composed'

/**
 * State table of a search (U10). During a composition nothing is searched, not even on Enter, which
 * belongs to the input method.
 */
export const searchTable: MachineTable<SearchPhase, SearchEvent> = {
  idle: { type: 'waiting', flush: 'idle', compose: 'composing' },
  waiting: { type: 'waiting', elapse: 'idle', flush: 'idle', compose: 'composing' },
  composing: { composed: 'waiting' },
}

/** Options of `createSearch`. */
export interface SearchOptions {
  readonly clock: Clock
  /** Milliseconds after the last key; default 300. */
  readonly wait?: number
  /** Text that was already searched; default ''. */
  readonly searched?: string
}

/** Model of a search box. */
export interface SearchModel {
  /** Subscribes to each trimmed text once. Returns the unsubscribe. */
  onSearch(listener: (text: string) => void): () => void
  /** Sets the text after a key. */
  type(text: string): void
  /** Searches without waiting, on Enter or after clearing. */
  flush(): void
  compose(): void
  /** Ends a composition with the text after it. */
  composed(text: string): void
  /** Sets a text of the caller, which is not searched. */
  show(text: string): void
  /** Stops the timer and all notifications. */
  dispose(): void
}

/**
 * Creates a search: it reports a text 300 ms after its last key, at once on Enter, and never twice
 * in a row (U10).
 */
export function createSearch({
  clock,
  wait = SEARCH_WAIT,
  searched: first = '',
}: SearchOptions): SearchModel {
  const { send } = createMachine(searchTable, 'idle')
  let searched = first.trim()
  let text = searched
  let timer: TimerHandle | undefined
  const listeners = new Set<(text: string) => void>()

  const search = () => {
    timer?.cancel()
    if (text === searched) return
    searched = text
    for (const listener of listeners) listener(text)
  }
  const restartTimer = () => {
    timer?.cancel()
    timer = clock.after(wait, () => send('elapse') && search())
  }
  return {
    onSearch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type(next) {
      text = next.trim()
      if (send('type')) restartTimer()
    },
    flush() {
      if (send('flush')) search()
    },
    compose() {
      if (send('compose')) timer?.cancel()
    },
    composed(next) {
      text = next.trim()
      if (send('composed')) restartTimer()
    },
    show(next) {
      if (next.trim() === text) return
      timer?.cancel()
      send('flush')
      text = next.trim()
      searched = text
    },
    dispose() {
      timer?.cancel()
      send('composed')
      send('flush')
    },
  }
}
