import { createContext, use } from 'react'
import type { SpotTypes } from './spotRules.ts'
import type { TicketView } from './ticketView.ts'

/** The ticket of a spot order, for its fields. */
export const TicketContext = createContext<TicketView<SpotTypes> | undefined>(undefined)

export function useTicket(): TicketView<SpotTypes> {
  const view = use(TicketContext)
  if (!view) throw new Error('useTicket needs the fields of a spot ticket around it')
  return view
}
