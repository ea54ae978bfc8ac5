import { createMachine, type Clock, type MachineTable, type TimerHandle } from '@x/kit'

/** U10, spec section 9: milliseconds. */
export const SEARCH_WAIT = 300

export type SearchPhase = 'told' | 'waiting' | 'composing'
export type SearchEvent = 'type' | 'elapse' | 'flush' | 'compose' | 'composed'

/**
 * U10: a text on its way through an input method is nobody's query yet, not even on Enter, which
 * belongs to that method.
 */
export const searchTable: MachineTable<SearchPhase, SearchEvent> = {
  told: { type: 'waiting', flush: 'told', compose: 'composing' },
  waiting: { type: 'waiting', elapse: 'told', flush: 'told', compose: 'composing' },
  composing: { composed: 'waiting' },
}

export interface SearchOptions {
  readonly clock: Clock
  /** Milliseconds without a key; default 300. */
  readonly wait?: number
  /** What was told before; default the empty text. */
  readonly told?: string
}

export interface SearchModel {
  /** Hears each text once, trimmed. Returns the unsubscribe verb. */
  onSearch(listener: (text: string) => void): () => void
  /** The text as it stands after a key. */
  type(text: string): void
  /** Enter, or the text was cleared: nothing is waited for. */
  flush(): void
  compose(): void
  /** The input method has ended; `text` is what stands there then. */
  composed(text: string): void
  /**
   * The caller put another text into the box: it is known to it, so it is told neither now nor
   * later.
   */
  show(text: string): void
  /** Nothing is told any more. */
  dispose(): void
}

/**
 * U10: tells a text 300 ms after its last key, at once on Enter, and never the same one twice in a
 * row.
 */
export function createSearch({
  clock,
  wait = SEARCH_WAIT,
  told: first = '',
}: SearchOptions): SearchModel {
  const { send } = createMachine(searchTable, 'told')
  let told = first.trim()
  let text = told
  let timer: TimerHandle | undefined
  const listeners = new Set<(text: string) => void>()

  const tell = () => {
    timer?.cancel()
    if (text === told) return
    told = text
    for (const listener of listeners) listener(text)
  }
  const waitAgain = () => {
    timer?.cancel()
    timer = clock.after(wait, () => send('elapse') && tell())
  }
  return {
    onSearch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type(next) {
      text = next.trim()
      if (send('type')) waitAgain()
    },
    flush() {
      if (send('flush')) tell()
    },
    compose() {
      if (send('compose')) timer?.cancel()
    },
    composed(next) {
      text = next.trim()
      if (send('composed')) waitAgain()
    },
    show(next) {
      if (next.trim() === text) return
      timer?.cancel()
      send('flush')
      text = next.trim()
      told = text
    },
    dispose() {
      timer?.cancel()
      send('composed')
      send('flush')
    },
  }
}
