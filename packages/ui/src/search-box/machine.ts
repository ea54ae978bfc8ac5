import type { MachineTable } from '@x/kit'

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
