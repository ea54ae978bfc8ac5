import { createEmitter, createStore, type Emitter, type WritableStore } from '@x/kit'
import { createPriceDesk, type PriceDesk, type WrittenOrder } from '../order-ticket/index.ts'
import type { TerminalCommand } from './keys/keymap.ts'

/** What the panels of one terminal tell each other. */
export interface TerminalDesk {
  readonly prices: PriceDesk
  /** What was asked for by key. */
  readonly commands: Emitter<TerminalCommand>
  /**
   * The order that is being written: it outlives its form where the screen becomes wide or narrow,
   * as when a phone is turned.
   */
  readonly written: WritableStore<WrittenOrder | undefined>
  /** The list of the user's own side that was chosen, likewise. */
  readonly list: WritableStore<string>
}

export const createTerminalDesk = (): TerminalDesk => ({
  prices: createPriceDesk(),
  commands: createEmitter<TerminalCommand>(),
  written: createStore<WrittenOrder | undefined>(undefined),
  list: createStore('open'),
})
