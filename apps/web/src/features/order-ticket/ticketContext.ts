import { createContext, use } from 'react'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { type DraftField } from '../order-terms/index.ts'
import type { OrderTicket, OrderTicketState } from './createOrderTicket.ts'
import type { OrderDraft } from './orderDraft.ts'
import { fieldError } from './ticketReducer.ts'

/** What the fields of an order ticket read and change. */
export interface TicketView {
  readonly spec: SpotSymbol
  readonly draft: OrderDraft
  readonly edit: (draft: OrderDraft) => void
  /** The properties that every amount field of the ticket has. */
  readonly field: (name: DraftField) => TicketFieldProps
}

export interface TicketFieldProps {
  readonly name: DraftField
  readonly value: string
  readonly error: string | undefined
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onRefuse: (message: string | undefined) => void
}

export const TicketContext = createContext<TicketView | undefined>(undefined)

export function useTicket(): TicketView {
  const view = use(TicketContext)
  if (!view) throw new Error('useTicket needs an OrderTicket around it')
  return view
}

export function ticketView(
  ticket: OrderTicket,
  {
    state,
    spec,
    lastPrice,
  }: {
    readonly state: OrderTicketState
    readonly spec: SpotSymbol
    readonly lastPrice: () => string | undefined
  },
): TicketView {
  const { dispatch } = ticket
  const { draft, verdict } = state
  return {
    spec,
    draft,
    edit: (next) => dispatch({ type: 'edited', draft: next }),
    field: (field) => ({
      name: field,
      value: draft[field],
      error: fieldError(state, { field, problems: verdict.problems }),
      onFocus: () => dispatch({ type: 'focused', field }),
      onBlur: () => dispatch({ type: 'left', field, lastPrice: lastPrice() }),
      onRefuse: (message) => dispatch({ type: 'unreadable', field, message }),
    }),
  }
}
