import { createContext, use } from 'react'
import type { SpotTypes } from './spotRules.ts'
import type { TicketView } from './ticketView.ts'

/** The ticket of a spot order. */
export type Ticket = TicketView<SpotTypes>

/** Of what fills a field, in a popup beside it. */
export interface ToolsProps {
  readonly ticket: Ticket
  readonly close: () => void
}

/** The ticket of a spot order, for its fields. */
export const TicketContext = createContext<Ticket | undefined>(undefined)

export function useTicket(): Ticket {
  const view = use(TicketContext)
  if (!view) throw new Error('useTicket needs the fields of a spot ticket around it')
  return view
}
