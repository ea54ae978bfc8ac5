import { createEmitter, createStore, type Emitter, type WritableStore } from '@x/kit'
import {
  createPickedPriceStore,
  type FundsChoice,
  type OrderDraft,
  type SavedDraft,
  SPOT_FUNDS,
  type TicketTerminal,
} from '../order-ticket/index.ts'
import type { TerminalCommand } from './keys/keymap.ts'

/** The state that the panels of one terminal share. */
export interface TerminalStore<Draft = OrderDraft> extends TicketTerminal<Draft> {
  /** Commands typed on the keyboard. */
  readonly commands: Emitter<TerminalCommand>
  /** The selected list of orders; it outlives a change between the wide and the phone layout. */
  readonly list: WritableStore<string>
}

export const createTerminalStore = <Draft = OrderDraft>(): TerminalStore<Draft> => ({
  prices: createPickedPriceStore(),
  commands: createEmitter<TerminalCommand>(),
  savedDraft: createStore<SavedDraft<Draft> | undefined>(undefined),
  funds: createStore<FundsChoice>(SPOT_FUNDS),
  list: createStore('open'),
})
