import type { Emitter, WritableStore } from '@x/kit'
import type { FundsChoice } from './fundsChoice.ts'
import type { PickedPriceStore } from './pickedPrice.ts'
import type { SavedDraft } from './ticketReducer.ts'

/** What a terminal shares with its order ticket. */
export interface TicketTerminal<Draft> {
  /** Prices picked in the book or the chart. */
  readonly prices: PickedPriceStore
  /** Commands typed on the keyboard. */
  readonly commands: Pick<Emitter<string>, 'subscribe'>
  /** The draft that outlives its ticket when the screen becomes wide or narrow. */
  readonly savedDraft: WritableStore<SavedDraft<Draft> | undefined>
  /** The account that spot orders trade. */
  readonly funds: WritableStore<FundsChoice>
}
